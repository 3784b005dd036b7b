import { describe, expect, it } from 'vitest';
import { tableBytes } from '../../adapters/dbf/table.ts';
import { fileOf } from '../../adapters/text/reading.ts';
import { number, odsBytes, row, table, text } from '../../adapters/workbook/ods.ts';
import { book } from '../../adapters/xlsx/zip.ts';
import { builtReader } from '../../support/built.ts';
import { complaintsOf, mapOne, mapRows } from '../mapped.ts';

const german = 'numbers: "1.234,56"';
const inline = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
/** Cells behind the columns Nr and Menge, the second style being `0.000`, the third `#\.##0`. */
const workbook = (...cells: readonly string[]) =>
  book({
    formats: ['General', '0.000', '#\\.##0', '0.0\\ "Stk"'],
    rows: `<row>${inline('Nr')}${inline('Menge')}</row>${cells
      .map((cell) => `<row>${inline('A1')}${cell}</row>`)
      .join('')}`,
  });
const field = (type: string, decimals = 0) => ({ name: 'MENGE', type, length: 10, decimals });
const dbf = (type: string, written: string | Uint8Array) =>
  tableBytes({
    fields: [{ name: 'NR', type: 'C', length: 4 }, field(type, 3)],
    records: [['A1', written]],
  });
const commerceml = (inside: string) =>
  `<КоммерческаяИнформация><ПакетПредложений><Предложения><Предложение><Ид>A1</Ид>${inside}</Предложение></Предложения></ПакетПредложений></КоммерческаяИнформация>`;
const bmecat = (inside: string) =>
  `<BMECAT><T_NEW_CATALOG><ARTICLE><SUPPLIER_AID>A1</SUPPLIER_AID>${inside}</ARTICLE></T_NEW_CATALOG></BMECAT>`;

type Case = readonly [written: string, file: string | Uint8Array, format: string, column: string];
const numbers: readonly (readonly [...Case, quantity: number])[] = [
  ['JSON 1.125', '[{"Nr":"A1","Menge":1.125}]', 'json', 'Menge', 1_125],
  ['JSON 90.750', '[{"Nr":"A1","Menge":90.750}]', 'json', 'Menge', 90_750],
  ['JSON 1.5e3', '[{"Nr":"A1","Menge":1.5e3}]', 'json', 'Menge', 1_500_000],
  ['JSON in a list', '[{"Nr":"A1","m":[{"q":1.125},{"q":2}]}]', 'json', 'm.q', 1_125],
  ['NDJSON 1.125', '{"Nr":"A1","Menge":1.125}\n', 'ndjson', 'Menge', 1_125],
  ['a cell 0.000', workbook('<c s="1"><v>90.75</v></c>'), 'xlsx', 'Menge', 90_750],
  ['a cell of an ERP', workbook('<c><v>1.125</v></c>'), 'xlsx', 'Menge', 1_125],
  ['a formula', workbook('<c><f>9/8</f><v>1.125</v></c>'), 'xlsx', 'Menge', 1_125],
  ['an N field', dbf('N', '90.750'), 'dbf', 'MENGE', 90_750],
  ['an N field without its zero', dbf('N', '.500'), 'dbf', 'MENGE', 500],
  ['an F field', dbf('F', '1.5E+03'), 'dbf', 'MENGE', 1_500_000],
  ['CommerceML', commerceml('<Количество>1.500</Количество>'), 'commerceml', 'Остаток', 1_500],
  [
    'CommerceML by warehouse',
    commerceml('<Склад ИдСклада="s" КоличествоНаСкладе="1.125"/>'),
    'commerceml',
    'Склад:s',
    1_125,
  ],
  ['BMEcat', bmecat('<QUANTITY_MIN>1.125</QUANTITY_MIN>'), 'bmecat', 'QUANTITY_MIN', 1_125],
  [
    'GDSN',
    '<m><tradeItem><gtin>A1</gtin><o><quantity>1.125</quantity></o></tradeItem></m>',
    'gdsn',
    'o/quantity',
    1_125,
  ],
];
const keyOf: Readonly<Record<string, string>> = {
  dbf: 'NR',
  commerceml: 'Ид',
  bmecat: 'SUPPLIER_ID',
  gdsn: 'gtin',
};
const mapping = (format: string, column: string) => {
  const key = keyOf[format] ?? 'Nr';
  return `{ externalId: ${key}, name: ${key}, description: "${column}", availableQty: "${column}" }`;
};

describe('a value that is a number in its format', () => {
  it.each(numbers)('is read as it is, whatever numbers: says: %s', async (...given) => {
    const [, file, format, column, quantity] = given;
    for (const style of ['', `, ${german}`, ', numbers: "1,234.56"', ', numbers: "1234,56"'])
      expect(
        await mapOne(file, mapping(format, column), `format: ${format}${style}`),
      ).toMatchObject({ quantity });
  });

  it.each<Case>([
    ['JSON', '[{"Nr":"A1","Menge":"1.125"}]', 'json', 'Menge'],
    ['a workbook', workbook(inline('1.125')), 'xlsx', 'Menge'],
    ['a workbook, by its format', workbook('<c s="2"><v>1125</v></c>'), 'xlsx', 'Menge'],
    ['a field of letters', dbf('C', '1.125'), 'dbf', 'MENGE'],
    ['XML', '<r><a><Nr>A1</Nr><Menge>1.125</Menge></a></r>', 'xml, path: a', 'Menge'],
    [
      'a feature of BMEcat',
      bmecat(
        '<ARTICLE_FEATURES><FEATURE><FNAME>Q</FNAME><FVALUE>1.125</FVALUE></FEATURE></ARTICLE_FEATURES>',
      ),
      'bmecat',
      'FEATURE:Q',
    ],
  ])('is none as a text, where numbers: counts: %s', async (...given) => {
    const [, file, format, column] = given;
    const read = (style: string) =>
      mapOne(file, mapping(format, column), `format: ${format}${style}`);
    expect(await read(`, ${german}`)).toMatchObject({ quantity: 1_125_000 });
    expect(complaintsOf(await read(''))).toEqual([`ROW_NUMBER_AMBIGUOUS ${column}`]);
  });

  it('stays the text that it is in a text, an attribute and a key', async () => {
    const written =
      '{ externalId: Menge, name: Menge, attributes: { q: Menge }, availableQty: Menge }';
    expect(await mapOne('[{"Menge":1.50e1}]', written, `format: json, ${german}`)).toMatchObject({
      kind: 'rejected',
      complaints: [{ code: 'ROW_KEY_INVALID' }],
    });
    expect(await mapOne('[{"Menge":90.750}]', written, `format: json, ${german}`)).toMatchObject({
      externalId: '90.750',
      fields: { name: '90.750', attributes: { q: '90.750' } },
      quantity: 90_750,
    });
  });

  it('is read so in minimum order, step, lead time and each part of a sum', async () => {
    const file = '[{"Nr":"A1","a":1.125,"b":"1.125","c":2.000,"r":0.125}]';
    const written =
      '{ externalId: Nr, name: Nr, minOrderQty: a, stepQty: b, leadTimeDays: c, availableQty: { sum: [a, b], minus: [r] } }';
    expect(await mapOne(file, written, `format: json, ${german}`)).toMatchObject({
      fields: { minOrderQty: 1_125, stepQty: 1_125_000, leadTimeDays: 2 },
      quantity: 1_126_000,
    });
  });

  it('is read so by number() in a field and in where', async () => {
    const file = '[{"Nr":"A1","a":1.125,"b":"1.125"}]';
    const quantity = (expression: string) =>
      mapOne(
        file,
        `{ externalId: Nr, name: Nr, availableQty: { expression: '${expression}' } }`,
        `format: json, ${german}, where: [{ expression: 'number(row["a"]) < 2.0' }]`,
      );
    expect(await quantity('number(row["a"]) * 2')).toMatchObject({ quantity: 2_250 });
    expect(await quantity('number(row["b"]) * 2')).toMatchObject({ quantity: 2_250_000 });
    expect(await quantity('row["a"]')).toMatchObject({ quantity: 1_125 });
    // The same text once as a number and once as a text: which one was meant cannot be said.
    expect(complaintsOf(await quantity('number(row["a"]) + number(row["b"])'))).toEqual([
      'ROW_EXPRESSION a + b',
    ]);
  });

  it('is a text again where a step of the field has made another of it', async () => {
    const file = '[{"Nr":"A1","Menge":1.125}]';
    const written =
      '{ externalId: Nr, name: Nr, availableQty: { column: Menge, replace: [{ from: ".", to: "," }] } }';
    expect(await mapOne(file, written, `format: json, ${german}`)).toMatchObject({
      quantity: 1_125,
    });
  });

  it('stays one in the rows that repeat it', async () => {
    const file = '[{"Nr":"A1","Menge":1.125},{"Nr":"A2","Menge":null},{"Nr":"A3","Menge":"1.125"}]';
    const rows = await mapRows(
      file,
      mapping('json', 'Menge'),
      `format: json, fillDown: [Menge], ${german}`,
    );
    expect(rows).toMatchObject([{ quantity: 1_125 }, { quantity: 1_125 }, { quantity: 1_125_000 }]);
  });

  it('is one in ODS workbooks too, and a text beside it is none', async () => {
    const bytes = odsBytes(
      table(
        'S',
        [row(text('Nr'), text('Menge')), row(number('1.125', '1,125'), text('1.125'))].join(''),
      ),
    );
    const opened = await builtReader('ods').open({ files: [fileOf('a.ods', bytes)], options: {} });
    if ('refusal' in opened) throw new Error(opened.refusal.rule);
    const { value } = await opened.reader.batches().next();
    expect((value as never as { records: { cells(): unknown }[] }).records[0]?.cells()).toEqual(
      Object.assign(['1.125', '1.125'], { numbers: new Set([0]) }),
    );
  });
});

describe('quirk 19: a formula whose result the workbook does not keep', () => {
  const empty = '<c><f>E2-F2</f></c>';
  const read = (cell: string, written: string, keys = '') =>
    mapRows(workbook(cell), written, `format: xlsx${keys === '' ? '' : `, ${keys}`}`);
  const stock = '{ externalId: Nr, name: Nr, availableQty: Menge }';

  it.each([
    ['a stock', stock],
    ['a part of a sum', '{ externalId: Nr, name: Nr, availableQty: { sum: [Menge] } }'],
    ['an attribute', '{ externalId: Nr, name: Nr, attributes: { columns: [Menge] } }'],
    ['an attribute by prefix', '{ externalId: Nr, name: Nr, attributes: { prefix: Men } }'],
    ['a text with a default', '{ externalId: Nr, name: { column: Menge, default: x } }'],
  ])('rejects the row that needs it as %s', async (_, written) => {
    for (const cell of [empty, '<c><f>E2-F2</f><v></v></c>'])
      expect(await read(cell, written)).toMatchObject([
        {
          kind: 'rejected',
          externalId: 'A1',
          complaints: [{ code: 'ROW_FORMULA', column: 'Menge' }],
        },
      ]);
  });

  it('says nothing where the mapping does not read it', async () => {
    expect(await read(empty, '{ externalId: Nr, name: Nr }')).toMatchObject([{ kind: 'row' }]);
  });

  it('is not one whose result is an empty text', async () => {
    expect(await read('<c t="str"><f>""</f><v></v></c>', stock)).toMatchObject([
      { kind: 'row', quantity: undefined },
    ]);
  });

  it('as a key or a condition is reported too, and never skipped', async () => {
    const key = '{ externalId: Menge, name: Nr }';
    expect(complaintsOf((await read(empty, key))[0]!)).toEqual(['ROW_FORMULA Menge']);
    const where = await read(
      empty,
      '{ externalId: Nr, name: Nr }',
      'where: [{ column: Menge, equals: x }]',
    );
    expect(complaintsOf(where[0]!)).toEqual(['ROW_FORMULA Menge']);
  });

  it('is not filled from the row above, and hands nothing on', async () => {
    const rows = await mapRows(
      workbook('<c><v>5</v></c>', empty, '<c/>'),
      stock,
      'format: xlsx, fillDown: [Menge]',
    );
    expect(rows).toMatchObject([
      { quantity: 5_000 },
      { kind: 'rejected' },
      { quantity: undefined },
    ]);
  });

  it('in a row that has nothing else makes no row, as below a table', async () => {
    const bytes = book({
      rows: `<row>${inline('Nr')}${inline('Menge')}</row><row><c/>${empty}</row>`,
    });
    expect(await mapRows(bytes, stock, 'format: xlsx')).toEqual([{ kind: 'skipped' }]);
  });

  it('is told of an ODS workbook too, also in a row of such cells alone', async () => {
    const formula = '<table:table-cell table:formula="of:=[.A2]"/>';
    const many = formula.replace('/>', ' table:number-columns-repeated="2"/>');
    const bytes = odsBytes(
      table('S', [row(text('Nr'), text('Menge')), row(text('A1'), formula), row(many)].join('')),
    );
    const opened = await builtReader('ods').open({ files: [fileOf('a.ods', bytes)], options: {} });
    if ('refusal' in opened) throw new Error(opened.refusal.rule);
    const { value } = await opened.reader.batches().next();
    const { records } = value as never as {
      records: { row: number; cells(): { faults: ReadonlyMap<number, unknown> } }[];
    };
    expect(records.map((one) => [one.row, ...one.cells().faults.keys()])).toEqual([
      [2, 1],
      [3, 0, 1],
    ]);
  });
});
