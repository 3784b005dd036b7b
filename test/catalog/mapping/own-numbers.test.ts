import { describe, expect, it } from 'vitest';
import { quantity } from '../../../src/catalog/mapping/values.ts';
import { complaintsOf, mapOne } from '../mapped.ts';

describe('a number that the configuration writes has a decimal point', () => {
  const field = (name: string, written: string) =>
    `{ externalId: K, name: K, ${name}: { ${written} } }`;

  it.each([
    ['', 'column: B, default: 2.375', 2_375],
    ['', 'constant: 0.5', 500],
    ['', 'constant: 1.125', 1_125],
    ['viel', 'column: B, translate: { viel: 10.125 }', 10_125],
    ['sonst', 'column: B, translate: { viel: 1 }, otherwise: 20.125', 20_125],
    ['', 'column: B, translate: { viel: 10.125 }, default: viel', 10_125],
    ['', 'sum: [B, C], default: 3.125', 3_125],
    ['', 'sum: [B, C], translate: { viel: 10.125 }, default: viel', 10_125],
    ['viel', 'sum: [B, C], translate: { viel: 10.125 }', 10_125],
    ['', 'column: B, translate: { "-": "" }, default: "-"', undefined],
  ])('whatever the style of the files: of "%s" under %s', async (cell, written, quantity) => {
    for (const keys of ['numbers: "1.234,56"', 'numbers: "1,234.56"', 'empty: keep']) {
      const mapped = await mapOne(
        `K;B;C\nA1;${cell};\n`,
        field('availableQty', written),
        `delimiter: ";", ${keys}`,
      );
      expect(mapped).toMatchObject({ kind: 'row', quantity, notes: [] });
    }
  });

  it.each([
    ['stepQty', 'constant: 1.125', 1_125],
    ['minOrderQty', 'column: B, default: 2.375', 2_375],
    ['leadTimeDays', 'column: B, default: 1.000', 1],
  ])('as %s under %s', async (name, written, value) => {
    const mapped = await mapOne('K,B\nA1,\n', field(name, written), 'numbers: "1.234,56"');
    expect(mapped).toMatchObject({ fields: { [name]: value } });
  });

  it('while what is in a cell is read as the source declares', async () => {
    const written = 'column: B, translate: { viel: 10.125 }, default: 2.375';
    const mapped = await mapOne(
      'K;B\nA1;1.125\n',
      field('availableQty', written),
      'delimiter: ";", numbers: "1.234,56"',
    );
    expect(mapped).toMatchObject({ quantity: 1_125_000 });
  });

  it('and a cell that must have a translation has none', async () => {
    const written = 'column: B, translate: { viel: 10.125 }, strict: true, default: 2';
    expect(complaintsOf(await mapOne('K,B\nA1,7\n', field('availableQty', written)))).toEqual([
      'ROW_TRANSLATION B',
    ]);
    expect(await mapOne('K,B\nA1,\n', field('availableQty', written))).toMatchObject({
      quantity: 2_000,
    });
  });
});

it.each(['000012{', '12}', '000001L', '0p', '\u0000\u0012\\', '\u0001#L'])(
  'the number %j of COBOL is told to be written as text',
  (cell) => {
    const style = { thousands: '', decimal: '.' } as const;
    const read = quantity(cell, { column: 'Menge', style, rounding: 'none' });
    const remedy = /^Let the ERP write the number as text/;
    expect(read).toMatchObject({ complaint: { remedy: expect.stringMatching(remedy) } });
  },
);
