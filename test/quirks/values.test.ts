import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { complaintsOf, fieldsOf, mapOne, mapRows } from '../catalog/mapped.ts';

const named = '{ externalId: Nr, name: Name }';
const table = (head: string, ...rows: readonly string[]) => `${[head, ...rows].join('\n')}\n`;
const semicolon = 'delimiter: ";"';

describe('identity', () => {
  it('quirk 21: a row without a key or a name is rejected by itself; a key may be put together', async () => {
    const rows = await mapRows(table('Nr,Name', ',Nagel', 'A,', 'B,Mutter'), named);
    expect(rows.map(complaintsOf)).toEqual([
      ['ROW_KEY_MISSING Nr'],
      ['ROW_VALUE_MISSING Name'],
      [],
    ]);
    const told = rows.flatMap((row) => (row.kind === 'rejected' ? row.complaints : []));
    expect(told.map(({ remedy }) => remedy)).toEqual([
      'Fill the key column, or leave the row out with where:.',
      expect.stringMatching(/leave it out with where:.*; otherwise fill in the name in the ERP\.$/),
    ]);
    const [variant] = await mapRows(
      table('Handle,SKU,Option1,Option2', 'tasse,,rot,'),
      '{ externalId: { columns: [Handle, Option1, Option2], join: "/" }, name: Handle }',
    );
    expect(variant).toMatchObject({ externalId: 'tasse/rot' });
  });

  it('quirk 23: digits typed as numbers in some rows and as text in others are one kind of code', async () => {
    const rows = await mapRows(table('Nr,Name', '39058,a', '1151001-1,b'), named);
    expect(rows).toMatchObject([{ externalId: '39058' }, { externalId: '1151001-1' }]);
  });

  it('quirk 24: a code that a spreadsheet has made a power of ten is refused; an apostrophe can be taken off', async () => {
    const apostrophe = `{ externalId: { column: Nr, replace: [{ from: "'", to: "" }] }, name: Name, barcode: EAN }`;
    const rows = await mapRows(
      table('Nr,Name,EAN', '7.67E+11,a,', "'101,b,", 'C,c,"4,05E+12"'),
      apostrophe,
    );
    expect(rows.map(complaintsOf)).toEqual([['ROW_KEY_INVALID Nr'], [], ['ROW_KEY_INVALID EAN']]);
    const cut = {
      rule: 'is a number that a spreadsheet has cut.',
      remedy: 'Format the column as text and export again.',
    };
    expect([rows[0], rows[2]]).toMatchObject([
      { complaints: [{ ...cut, value: '7.67E+11' }] },
      { complaints: [{ ...cut, value: '4,05E+12' }] },
    ]);
    expect(rows[1]).toMatchObject({ externalId: '101' });
  });

  it('quirk 25: zeros before and after stay, in keys, barcodes and attributes', async () => {
    const [row] = await mapRows(
      table('Nr,Name,EAN,HSN', '011200095122.1.50,a,0000101209159,0409'),
      '{ externalId: Nr, name: Name, barcode: EAN, attributes: { HSN: HSN } }',
    );
    expect(row).toMatchObject({
      externalId: '011200095122.1.50',
      fields: { barcode: '0000101209159', attributes: { HSN: '0409' } },
    });
  });

  it('quirk 21: a barcode of zeros alone is none', async () => {
    const rows = await mapRows(
      table('Nr,Name,EAN', 'A,a,0', 'B,b,0000000000000', 'C,c,00012348'),
      '{ externalId: Nr, name: Name, barcode: EAN }',
    );
    expect(rows.map((row) => 'barcode' in fieldsOf(row))).toEqual([false, false, true]);
    expect(rows.flatMap(complaintsOf)).toEqual([]);
  });

  it('quirk 26: blanks inside a code are part of it, padding around it is not', async () => {
    const rows = await mapRows(
      table('Nr;Name;ME', 'Б- 130005;a;"CM "', 'Б-130005;b;"U "'),
      '{ externalId: Nr, name: Name, unitOfMeasure: { column: ME, translate: { CM: cm, U: pcs } } }',
      semicolon,
    );
    expect(rows).toMatchObject([
      { externalId: 'Б- 130005', fields: { unitOfMeasure: 'cm' } },
      { externalId: 'Б-130005', fields: { unitOfMeasure: 'pcs' } },
    ]);
  });
});

describe('numbers', () => {
  const quantity = '{ externalId: Nr, name: Nr, availableQty: Menge }';
  const quantityOf = async (cell: string, keys: string, mapping = quantity) => {
    const mapped = await mapOne(
      table('Nr;Menge;Frei', `A;${cell};`),
      mapping,
      `${semicolon}, ${keys}`,
    );
    return mapped.kind === 'row' ? mapped.quantity : complaintsOf(mapped);
  };

  it.each([
    ['150.000,00', 'numbers: "1.234,56"', 150_000_000],
    ['25,50', 'numbers: "1.234,56"', 25_500],
    ['1.234', 'negative: clamp', ['ROW_NUMBER_AMBIGUOUS Menge']],
    ['1,22', 'negative: clamp', 1_220],
  ])('quirk 29: %s with %s is %j', async (cell, keys, expected) => {
    expect(await quantityOf(cell, keys)).toEqual(expected);
  });

  it('quirk 29: ten and a half days are ten whole days where that is declared', async () => {
    const days = (rounding: string) =>
      mapOne(
        table('Nr;Tage', 'A;10,5'),
        `{ externalId: Nr, name: Nr, leadTimeDays: { column: Tage${rounding} } }`,
        `${semicolon}, numbers: "1234,56"`,
      );
    expect(fieldsOf(await days(', rounding: down'))).toMatchObject({ leadTimeDays: 10 });
    expect(fieldsOf(await days(', rounding: up'))).toMatchObject({ leadTimeDays: 11 });
    expect(fieldsOf(await days(', rounding: nearest'))).toMatchObject({ leadTimeDays: 11 });
    expect(complaintsOf(await days(''))).toEqual(['ROW_NUMBER_RANGE Tage']);
  });

  it('quirk 31: stock below zero goes as 0 with a note, or is refused', async () => {
    const keys = `${semicolon}, numbers: "1234,56"`;
    expect(await mapOne(table('Nr;Menge', 'A;-22,99'), quantity, keys)).toMatchObject({
      quantity: 0,
      notes: [
        {
          code: 'ROW_NEGATIVE',
          column: 'Menge',
          value: '-22.99',
          rule: 'is below zero and is sent as 0.',
          remedy: 'Correct the stock in the ERP.',
        },
      ],
    });
    expect(await quantityOf('-22,99', 'numbers: "1234,56", negative: refuse')).toEqual([
      'ROW_NUMBER_RANGE Menge',
    ]);
  });

  it('quirk 32: fractions of a stock go to three places; more are refused or dropped as declared', async () => {
    expect(await quantityOf('123.525', 'numbers: "1234.56"')).toBe(123_525);
    expect(await quantityOf('1.0', 'numbers: "1234.56"')).toBe(1_000);
    expect(await quantityOf('1.2345', 'numbers: "1234.56"')).toEqual(['ROW_NUMBER Menge']);
    const down = quantity.replace('Menge }', '{ column: Menge, rounding: down } }');
    expect(await quantityOf('1.2345', 'numbers: "1234.56"', down)).toBe(1_234);
  });

  it('quirk 33: of several stock columns one is chosen, or some are added and others taken off', async () => {
    const sap = table('Nr;Frei;Stock 901;Stock 916;Pedido', 'A;5;2;1;3');
    const stock = (availableQty: string) =>
      mapOne(sap, `{ externalId: Nr, name: Nr, availableQty: ${availableQty} }`, semicolon);
    expect(await stock('Frei')).toMatchObject({ quantity: 5_000 });
    expect(
      await stock('{ sum: [Frei, Stock 901, Stock 916], minus: [Pedido], buffer: 1 }'),
    ).toMatchObject({ quantity: 4_000 });
  });

  it('quirk 34: an empty stock is not zero, and a flag beside it makes none', async () => {
    const [row] = await mapRows(
      table('SKU,In stock?,Stock', 'A,1,'),
      '{ externalId: SKU, name: SKU, availableQty: Stock }',
    );
    expect(row).toMatchObject({ kind: 'row', empty: ['availableQty'], quantity: undefined });
    const noColumn = await mapOne(table('SKU', 'A'), '{ externalId: SKU, name: SKU }');
    expect(noColumn).toHaveProperty('quantity', undefined);
  });

  it('quirk 34: a configurable parent of Magento, of quantity 0, is left out by the where: of the example, and its variants go', async () => {
    const example = fs.readFileSync(
      new URL('../../config/examples/magento2.yaml', import.meta.url),
      'utf8',
    );
    const [, where = 'missing'] = /#(where: .*)/.exec(example) ?? [];
    const rows = await mapRows(
      table(
        'sku,product_type,name,qty,is_in_stock,visibility',
        'WJ01,configurable,Jacke,0,1,"Catalog, Search"',
        'WJ01-S,simple,Jacke S,4,1,Not Visible Individually',
      ),
      '{ externalId: sku, name: name, availableQty: qty }',
      where,
    );
    expect(rows).toMatchObject([{ kind: 'skipped' }, { externalId: 'WJ01-S', quantity: 4_000 }]);
  });

  it('quirk 35: "8 or more" is 8, and its words can be taken off', async () => {
    const capped =
      '{ externalId: Nr, name: Nr, availableQty: { column: Menge, replace: [{ from: ">", to: "" }, { from: "+", to: "" }] } }';
    for (const cell of ['8', '>8', '8+'])
      expect(await quantityOf(cell, 'numbers: "1234.56"', capped)).toBe(8_000);
    expect(await quantityOf('>8', 'numbers: "1234.56"')).toEqual(['ROW_NUMBER Menge']);
  });
});
