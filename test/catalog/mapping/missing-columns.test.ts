import { describe, expect, it } from 'vitest';
import { mapRows } from '../mapped.ts';

const plain = '{ externalId: Nr, name: Name }';
const summed = '{ externalId: Nr, name: Name, availableQty: { sum: [Bestand1, Bestand2] } }';

interface Refusal {
  readonly message: string;
  readonly remedy: string;
}

/** Why a file that lacks a column is refused: the rule as the message, and the remedy. */
const refusalOf = (text: string, mapping: string, keys = ''): Promise<Refusal> =>
  mapRows(text, mapping, keys).then(
    () => Promise.reject(new Error('the file is read')),
    (refusal: Refusal) => refusal,
  );

const advice = 'Correct the mapping, or export the column again.';

describe('what is offered for a column that the file lacks', () => {
  it('is never one that the mapping reads elsewhere', async () => {
    const { remedy } = await refusalOf('Nr,Name,Bestand1\nA,Rad,5\n', summed);
    expect(remedy).toBe(advice);
  });

  it('is one that only a condition names', async () => {
    const where = 'where: { column: Name, notEmpty: true }';
    const { remedy } = await refusalOf('Nr,Name\nA,Rad\n', '{ externalId: Nr, name: Nam }', where);
    expect(remedy).toContain('Did you mean "Name" for "Nam"?');
  });

  it('is not the same for two', async () => {
    const { remedy } = await refusalOf('Nr,Name,Bestand\nA,Rad,5\n', summed);
    expect(remedy).toBe(`Did you mean "Bestand" for "Bestand1"? ${advice}`);
  });

  it('is nothing where columns are numbers, and their count is reported', async () => {
    const { message, remedy } = await refusalOf(
      'A,Rad\n',
      '{ externalId: "1", name: "3" }',
      'headerRow: none',
    );
    expect(message).toContain('no such column (it has 2 columns, numbered from 1).');
    expect(remedy).toBe(advice);
  });

  it.each([
    [';', 'delimiter: ","', '";"'],
    ['\t', 'delimiter: ";"', 'tab'],
    [',', 'delimiter: ";"', '","'],
  ])('is the separator where the header holds %j under %s', async (found, keys, written) => {
    const text = ['Nr,Name,Preis', 'A,Rad,5', ''].join('\n').replaceAll(',', found);
    const { remedy } = await refusalOf(text, plain, keys);
    expect(remedy).toBe(`Its header holds ${written}: write delimiter: ${written} in the source.`);
  });

  it.each([
    ['A;Rad;5\nB;Rohr;6\n', 'delimiter: ","', '";"'],
    ['A\tRad\t5\n', 'delimiter: ";"', 'tab'],
  ])('is the separator where columns are numbers, too: %j', async (text, keys, written) => {
    const numbered = '{ externalId: "1", name: "2" }';
    const { remedy } = await refusalOf(text, numbered, `headerRow: none, ${keys}`);
    expect(remedy).toBe(
      `Its first row holds ${written}: write delimiter: ${written} in the source.`,
    );
  });

  it('is no separator where columns are numbers and none gives enough of them', async () => {
    const numbered = '{ externalId: "1", name: "3" }';
    const { remedy } = await refusalOf('A;Rad\n', numbered, 'headerRow: none, delimiter: ","');
    expect(remedy).toBe(advice);
  });

  it('is the quote where all names are in quote marks', async () => {
    const text = '"Nr"\t"Name"\n"A"\t"Rad"\n';
    const { remedy } = await refusalOf(text, plain, 'delimiter: tab, quote: none');
    expect(remedy).toBe(`Its header is in quote marks: write quote: '"' in the source.`);
    const keys = `delimiter: tab, quote: '"'`;
    expect(await mapRows(text, plain, keys)).toMatchObject([{ externalId: 'A' }]);
  });

  it('is the separator, too, where a name holds the wrong one', async () => {
    const { remedy } = await refusalOf(
      'Nr;"Preis, netto";Name\nA;5;Rad\n',
      plain,
      'delimiter: ","',
    );
    expect(remedy).toContain('write delimiter: ";" in the source.');
  });

  it.each([
    ['as wide as the table', 'Artikelliste,,\n,,\nNr,Name,ME\nA,Rad,St\n'],
    ['narrower than the table', 'Artikelliste\n"Stand, heute"\nNr,Name,ME\nA,Rad,St\n'],
  ])('is the row of the header below a preamble %s, and that works', async (_, text) => {
    const { remedy } = await refusalOf(text, plain, 'delimiter: ","');
    expect(remedy).toBe('Row 3 holds the names: write headerRow: 3 in the source.');
    const rows = await mapRows(text, plain, 'delimiter: ",", headerRow: 3');
    expect(rows).toMatchObject([{ externalId: 'A' }]);
  });

  it('is another header row where cells of this one are empty and no row holds the names', async () => {
    const { remedy } = await refusalOf('Liste,,\nNummer,Wort,ME\nA,Rad,St\n', plain);
    expect(remedy).toContain('Some cells of its header are empty: if the names are in');
  });
});

describe('a prefix of attributes with which no column begins', () => {
  const mapping = '{ externalId: Nr, name: Name, attributes: { prefix: Atr_ } }';

  it('refuses the table, with what it has: no article loses its attributes for a misspelt word', async () => {
    expect(await refusalOf('Nr,Name,Attr_Farbe\nA,Rad,rot\n', mapping)).toMatchObject({
      message: expect.stringMatching(/prefix: of the attributes.*Nr, Name, Attr_Farbe/),
      remedy: expect.stringContaining('Correct prefix:'),
    });
  });

  it('is none where one column does, whatever else begins otherwise', async () => {
    const [row] = await mapRows('Nr,Name,Atr_Farbe,Attr_Form\nA,Rad,rot,rund\n', mapping);
    expect(row).toMatchObject({ kind: 'row', fields: { attributes: { Farbe: 'rot' } } });
  });
});
