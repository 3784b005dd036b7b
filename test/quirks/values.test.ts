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
    expect(await quantityOf('-22,99', 'numbers: "1234,56"')).toBe(0);
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

  it('quirk 35: "8 or more" is 8, and its words can be taken off', async () => {
    const capped =
      '{ externalId: Nr, name: Nr, availableQty: { column: Menge, replace: [{ from: ">", to: "" }, { from: "+", to: "" }] } }';
    for (const cell of ['8', '>8', '8+'])
      expect(await quantityOf(cell, 'numbers: "1234.56"', capped)).toBe(8_000);
    expect(await quantityOf('>8', 'numbers: "1234.56"')).toEqual(['ROW_NUMBER Menge']);
  });
});

describe('words', () => {
  it('quirk 30: a price with its currency inside is no field and no attribute of the marketplace', async () => {
    const { declaredSource } = await import('../catalog/declared.ts');
    for (const mapping of [
      '{ externalId: Nr, name: Name, unitPrice: Preis }',
      '{ externalId: Nr, name: Name, attributes: { Currency: Preis } }',
    ])
      await expect(declaredSource(mapping)).rejects.toThrow('cannot be mapped: prices');
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

  it('quirk 41: two lines of 40 characters make a name; more than 100 filled columns are told', async () => {
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
      complaints: [{ rule: 'There are 210 attributes; the marketplace takes 100.' }],
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
