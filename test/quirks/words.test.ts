import { describe, expect, it } from 'vitest';
import { fieldsOf, mapOne, mapRows } from '../catalog/mapped.ts';

const named = '{ externalId: Nr, name: Name }';
const table = (head: string, ...rows: readonly string[]) => `${[head, ...rows].join('\n')}\n`;
const semicolon = 'delimiter: ";"';

describe('words', () => {
  it('quirk 30: a price with its currency inside is no field and no attribute of the marketplace', async () => {
    const { declaredSource } = await import('../catalog/declared.ts');
    for (const mapping of [
      '{ externalId: Nr, name: Name, unitPrice: Preis }',
      '{ externalId: Nr, name: Name, attributes: { Currency: Preis } }',
    ])
      await expect(declaredSource(mapping)).rejects.toThrow('cannot be mapped: prices');
  });

  it('quirk 30: "ARS 2625.00" is no number, and goes nowhere from a column that nobody maps', async () => {
    const text = table('Nr,Name,Rate', 'A,Nagel,ARS 2625.00');
    const asStock = await mapOne(text, '{ externalId: Nr, name: Name, availableQty: Rate }');
    expect(asStock).toMatchObject({
      kind: 'rejected',
      complaints: [{ code: 'ROW_NUMBER', column: 'Rate', value: 'ARS 2625.00' }],
    });
    expect(JSON.stringify(fieldsOf(await mapOne(text, named)))).not.toContain('2625');
    const prefixed = text.replace('Rate', 'a_unitPrice');
    const mapping = '{ externalId: Nr, name: Name, attributes: { prefix: a_ } }';
    expect(JSON.stringify(fieldsOf(await mapOne(prefixed, mapping)))).not.toContain('2625');
  });

  it.each([
    ['шт', 'pcs'],
    ['шт.', 'pcs'],
    ['Пара (2 шт.)', 'pair'],
    ['796', 'pcs'],
    ['M-2', 'm²'],
    ['24 - 12 oz bottles', '24 - 12 oz bottles'],
  ])(
    'quirk 36: the unit "%s" is %s: translated by a table, and an unknown one passes through',
    async (unit, expected) => {
      const mapped = await mapOne(
        table('Nr;ME', `A;"${unit}"`),
        '{ externalId: Nr, name: Nr, unitOfMeasure: { column: ME, translate: { шт: pcs, шт.: pcs, "796": pcs, "Пара (2 шт.)": pair, M-2: "m²" } } }',
        semicolon,
      );
      expect(fieldsOf(mapped)).toMatchObject({ unitOfMeasure: expected });
    },
  );

  it.each([
    ['TRUE', true],
    ['1', true],
    ['T', true],
    ['+', true],
    ['Active', true],
    ['Nein', false],
    ['-', false],
    ['Inactive', false],
    ['F', false],
  ])('quirk 37: the flag "%s" is %s, and is turned round by a table', async (text, expected) => {
    const active = '{ externalId: Nr, name: Nr, isActive: F }';
    expect(fieldsOf(await mapOne(table('Nr,F', `A,${text}`), active))).toMatchObject({
      isActive: expected,
    });
    const discontinued = `{ externalId: Nr, name: Nr, isActive: { column: F, translate: { "${text}": ${!expected} } } }`;
    expect(fieldsOf(await mapOne(table('Nr,F', `A,${text}`), discontinued))).toMatchObject({
      isActive: !expected,
    });
  });

  it('quirk 37: a suffix of the name hides the product, and words for "no barcode" leave it out', async () => {
    const rows = await mapRows(
      table('Nr,Name,EAN', 'A,Nagel/INAKT,SEM GTIN', 'B,Mutter,4000000000017'),
      `{ externalId: Nr, name: Name, isActive: { expression: '!row["Name"].endsWith("/INAKT")' }, barcode: { column: EAN, translate: { SEM GTIN: "" } } }`,
    );
    expect(rows.map(fieldsOf)).toEqual([
      { name: 'Nagel/INAKT', isActive: false },
      { name: 'Mutter', isActive: true, barcode: '4000000000017' },
    ]);
  });

  it('quirk 38: services among goods are left out by a column, a list or a pattern', async () => {
    const goods = table(
      'Nr,Name,Art',
      'A,Nagel,goods',
      'B,Sr Developer (Hourly),service',
      'C,MANO DE OBRA,goods',
    );
    const rows = await mapRows(
      goods,
      named,
      'where: [{ column: Art, notIn: [service, Послуги] }, { column: Name, notMatches: "(?i)^mano de obra" }]',
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['row', 'skipped', 'skipped']);
  });

  it('quirk 39: dates are texts; an end of sale hides the product, and 0 is no date', async () => {
    const mapping =
      '{ externalId: Nr, name: Nr, isActive: { column: Ende, default: true, translate: { "0": true, "true": true }, otherwise: false } }';
    const rows = await mapRows(
      table('Nr;Ende', 'A;', 'B;0', 'C;2019-04-30 00:00:00.000', 'D;15-05-2024', 'E;12/1/10 8:26'),
      mapping,
      semicolon,
    );
    expect(rows.map((row) => (fieldsOf(row) as { isActive?: boolean }).isActive)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('quirk 39: YYYYMMDD passes through as the text that it is, and 0 as "no date" leaves the attribute out', async () => {
    const rows = await mapRows(
      table('Nr;Ab', 'A;20190430', 'B;0', 'C;'),
      '{ externalId: Nr, name: Nr, attributes: { Ab: { column: Ab, translate: { "0": "" } } } }',
      semicolon,
    );
    expect(rows.map(fieldsOf)).toMatchObject([{ attributes: { Ab: '20190430' } }, {}, {}]);
    expect(rows.slice(1)).toMatchObject([{ emptyAttributes: ['Ab'] }, { emptyAttributes: ['Ab'] }]);
  });

  it('quirk 40: broken HTML becomes plain text and is cut on the border of a character', async () => {
    const html =
      '<p style="font-size: 1.4em;”&gt;">Schr&auml;g &bull; 5&nbsp;m</p><ul><li>eins<br>zwei</ul>';
    const mapping =
      '{ externalId: Nr, name: Nr, description: { column: T, stripHtml: true, cut: true } }';
    const read = async (text: string) =>
      (
        fieldsOf(
          await mapOne(table('Nr;T', `A;"${text.replaceAll('"', '""')}"`), mapping, semicolon),
        ) as { description: string }
      ).description;
    const text = await read(html);
    expect(text).toContain('• 5');
    expect(text).not.toMatch(/[<>]p|&nbsp;/);
    const long = await read(`<p>${'😀'.repeat(5_000)}</p>`);
    expect(long.length).toBeLessThanOrEqual(8_000);
    expect(long.isWellFormed()).toBe(true);
  });

  it('quirk 41: two lines of 40 characters make a name; more than 100 filled columns are reported', async () => {
    const lines = await mapOne(
      table('Nr;K1;K2', 'A;Dübel blau, Einz;elpackung'),
      '{ externalId: Nr, name: { columns: [K1, K2], join: "" } }',
      semicolon,
    );
    expect(fieldsOf(lines)).toMatchObject({ name: 'Dübel blau, Einzelpackung' });
    const names = Array.from({ length: 210 }, (_, n) => `a_${n}`);
    const wide = table(['Nr', ...names].join(), ['A', ...names].join());
    const mapped = await mapOne(wide, '{ externalId: Nr, name: Nr, attributes: { prefix: a_ } }');
    expect(mapped).toMatchObject({
      complaints: [{ rule: 'There are 210 attributes; the marketplace accepts 100.' }],
    });
    const chosen = await mapOne(
      wide,
      '{ externalId: Nr, name: Nr, attributes: { columns: [a_1, a_2] } }',
    );
    expect(fieldsOf(chosen)).toMatchObject({ attributes: { a_1: 'a_1', a_2: 'a_2' } });
  });

  it('quirk 42: of two languages side by side one is chosen or both are joined, right-to-left too', async () => {
    const text = table('Nr,Опис,Опис_укр,he', 'A,Болт,,בורג');
    const mapped = await mapOne(
      text,
      `{ externalId: Nr, name: { expression: 'row["Опис_укр"] == "" ? row["Опис"] : row["Опис_укр"]' }, description: { columns: [Опис, he], join: " / " } }`,
    );
    expect(fieldsOf(mapped)).toEqual({ name: 'Болт', description: 'Болт / בורג' });
  });
});
