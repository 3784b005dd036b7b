import { describe, expect, it } from 'vitest';
import { proposed } from './proposed.ts';

const written = async (name: string, rows: readonly string[]) =>
  (await proposed(name, `${rows.join('\n')}\n`)).text;
const mysql = ['ArtNr\tBezeichnung\tBestand', 'A-1\tBolt\t5', 'A-2\tNut\t7'];

describe('a CSV sample', () => {
  it.each([
    ['of mysql -B with a text of two lines', [...mysql, 'A-3\tzwei\\nZeilen\t3']],
    ['with a doubled backslash', [...mysql, 'A-3\tC:\\\\neu\t3']],
    ['with a text that begins in brackets', [...mysql, 'A-3\t[neu]\\nText\t3']],
    ['with doubled backslashes in JSON', [...mysql, 'A-3\t{"text":"zwei\\\\nZeilen"}\t3']],
    [
      'with missing values of MySQL and a line end in a text',
      [...mysql, 'A-3\tzwei\\\nZeilen\t\\N'],
    ],
  ])('%s has an escape sign', async (_, rows) => {
    const text = await written('artikel.tsv', rows);
    expect(text).toContain('quote: none');
    expect(text).toContain('escape: "\\\\"');
  });

  it('with tabs in which a text of two lines alone stands in quote marks has them', async () => {
    const text = await written('artikel.tsv', [...mysql, 'A-3\t"zwei\nZeilen"\t3']);
    expect(text).not.toContain('quote: none');
    const name = await written('artikel.tsv', [...mysql, 'A-3\t"Rohr, 3 m"\t3']);
    expect(name).not.toContain('quote: none');
    const inches = [...mysql, 'A-3\t"3 Zoll\t3', 'A-4\tRohr "\t3', 'A-5\tRing'];
    expect(await written('artikel.tsv', inches)).toContain('quote: none');
    // A path of a later export would lose its backslashes.
    expect(await written('artikel.tsv', mysql)).not.toContain('escape:');
  });

  it('whose quote marks stand behind a backslash has one, too', async () => {
    const rows = ['ArtNr;Bezeichnung;Bestand', '"A-1";"Rohr 3/4\\"";"5"', '"A-2";"6\\" x";"7"'];
    expect(await written('artikel.csv', rows)).toContain('escape: "\\\\"');
  });

  it('has one where the first row shows it, as MySQL writes tables without a row of names', async () => {
    const rows = ['"A-1";"Rohr 3/4\\"";"zwei\\', 'Zeilen";"5"', '"A-2";"Nut";\\N;"7"'];
    expect(await written('artikel.csv', rows)).toContain('escape: "\\\\"');
    const windows = ['A-1\tBolt\tzwei\r\\', 'Zeilen\t5', 'A-2\tNut\t\\N\t7'];
    expect(await written('artikel.tsv', windows)).toContain('escape: "\\\\"');
  });

  it.each([
    ['paths', ['A-3\tC:\\neu\t3', 'A-4\tbilder\\neu.jpg\t4']],
    ['JSON', ['A-3\t{"text":"zwei\\nZeilen, 3\\""}\t3']],
    ['LaTeX', ['A-3\t$\\nu = 3$\t3', 'A-4\t\\textbf{neu}\t4']],
    ['other signs behind it', ['A-3\tM8\\10\t3', 'A-4\ta\\nb\t4']],
  ])('whose backslashes are of %s has none', async (_, rows) => {
    expect(await written('artikel.tsv', [...mysql, ...rows])).not.toContain('escape:');
  });

  it('in which a cell ends with a backslash, as PHP leaves it, has none', async () => {
    const rows = ['ArtNr,Bezeichnung,Bestand', 'A-1,"C:\\",5', 'A-2,"a\\"b, c\\",7', 'A-3,Nut,8'];
    expect(await written('artikel.csv', rows)).not.toContain('escape:');
  });

  it('in single quote marks is read without them', async () => {
    const rows = ["'ArtNr','Bezeichnung','Bestand'", "'A-1','Rohr, 3/4\"',5", "'A-2','it''s',7"];
    const text = await written('artikel.csv', rows);
    expect(text).toContain('quote: "\'"');
    expect(text).toContain('externalId: ArtNr');
  });

  it('whose values alone stand in single quote marks is read without them, a backslash before those inside', async () => {
    const rows = [
      'ArtNr,Bezeichnung,Bestand',
      "'A-1','it\\'s, \"x\"',5",
      "'A-2','Nut, M8',7",
      "'A-3',,8",
    ];
    const text = await written('artikel.csv', rows);
    expect(text).toContain('quote: "\'"');
    expect(text).toContain('escape: "\\\\"');
    const plain = [mysql[0]!, "A-1\t'Bolt'\t5", "A-2\t'Nut'\t7"];
    expect(await written('artikel.tsv', plain)).toContain('quote: "\'"');
    const one = [...plain, 'A-3\tDisc\t7'];
    expect(await written('artikel.tsv', one)).not.toContain('quote: "\'"');
    const coloured = ['ArtNr,Bezeichnung,Farbe', "A-1,'n Bolt,'rot'", "A-2,Nut,'blau'"];
    expect(await written('artikel.csv', coloured)).not.toContain('quote: "\'"');
    const names = [...mysql, "A-3\t'n Bolt 'n\t3", "A-4\t's-Nut'\t4"];
    expect(await written('artikel.tsv', names)).not.toContain('quote: "\'"');
  });
});
