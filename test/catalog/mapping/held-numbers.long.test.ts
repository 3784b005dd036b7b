import { describe, expect, it } from 'vitest';
import * as XLSX from 'xlsx';
import type { Cells } from '../../../src/domain/cells.ts';
import { fileOf } from '../../adapters/text/reading.ts';
import { number, numberStyle, odsBytes, row, table, text } from '../../adapters/workbook/ods.ts';
import { book } from '../../adapters/xlsx/zip.ts';
import { builtReader } from '../../support/built.ts';
import { complaintsOf, mapOne, mapRows } from '../mapped.ts';

const formats = [
  ...['General', '0', '#,##0,', '0.00', '0%', 'yyyy-mm-dd', '00000', '0" Stk"', '#,##0 "St."'],
  ...[
    'General" pcs"',
    '"ca. "0.0',
    '#,##0.00\\ [$€-407]',
    '0.0,"k"',
    '0%" frei"',
    '0"-"',
    '0"VE10"',
  ],
  ...['0" Stk";0" Stk fehlen"', '0".5"', '#\\ ##0.00', "#'##0", '000\\ 000\\ 00'],
];
const inline = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const cell = (format: string, value: number) =>
  `<c s="${formats.indexOf(format)}"><v>${value}</v></c>`;
/** The columns are Nr, A, B and so on. */
const workbook = (...cells: readonly string[]) =>
  book({
    formats,
    rows: [
      ['Nr', 'A', 'B', 'C'].map(inline).join(''),
      [inline('A1'), ...cells].join(''),
      inline('A2'),
    ]
      .map((one) => `<row>${one}</row>`)
      .join(''),
  });
const read = (bytes: Uint8Array, fields: string, keys = '') =>
  mapOne(bytes, `{ externalId: Nr, name: Nr, ${fields} }`, `format: xlsx${keys}`);

describe('a number of a workbook whose format shows another one', () => {
  it.each([
    ['0', 0.5, 500],
    ['0', 4.5, 4_500],
    ['0', 7.9, 7_900],
    ['0', 12.25, 12_250],
    ['#,##0,', 1250, 1_250_000],
    ['0', 0.1 + 0.2, 300],
    ['0.00', 12.345, 12_345],
    ['00000', 17, 17_000],
  ])('goes as it is held under %s: %d', async (format, value, quantity) => {
    expect(await read(workbook(cell(format, value)), 'availableQty: A')).toMatchObject({
      quantity,
    });
  });

  it('is held so in minimum order, step, lead time and each part of a sum', async () => {
    const bytes = workbook(cell('0', 2.5), cell('0', 0.5), cell('0', 7.2));
    expect(
      await read(
        bytes,
        'minOrderQty: A, stepQty: B, leadTimeDays: C, availableQty: { sum: [A], minus: [B] }',
      ),
    ).toMatchObject({
      fields: { minOrderQty: 2_500, stepQty: 500, leadTimeDays: 8 },
      quantity: 2_000,
    });
  });

  it('is not refused for digits that nobody sees', async () => {
    const bytes = workbook(cell('0.00', 2 / 3), cell('General', 2 / 3), cell('0', 4.9999999999998));
    expect(await read(bytes, 'availableQty: A, minOrderQty: C, leadTimeDays: C')).toMatchObject({
      quantity: 667,
      fields: { minOrderQty: 5_000, leadTimeDays: 5 },
    });
    expect(await read(bytes, 'availableQty: { column: A, rounding: down }')).toMatchObject({
      quantity: 666,
    });
    expect(await read(bytes, `availableQty: { expression: 'number(row["A"])' }`)).toMatchObject({
      quantity: 667,
    });
    expect(complaintsOf(await read(bytes, 'availableQty: B'))).toEqual(['ROW_NUMBER B']);
  });

  it('stays as a person sees it in a key, a name, a barcode and an attribute', async () => {
    const bytes = workbook(cell('0', 4006381333931.4), cell('0.00', 90.7549));
    const written =
      '{ externalId: A, name: B, barcode: A, attributes: { b: B, c: { expression: \'row["B"] + " m"\' } } }';
    expect(await mapOne(bytes, written, 'format: xlsx')).toMatchObject({
      externalId: '4006381333931',
      fields: {
        name: '90.75',
        barcode: '4006381333931',
        attributes: { b: '90.75', c: '90.75 m' },
      },
    });
  });

  it('is what number() computes with, in a text and in where too', async () => {
    const bytes = workbook(cell('0', 1.4), cell('0', 0.6));
    const sum = 'number(row["A"]) + number(row["B"])';
    expect(await read(bytes, `availableQty: { expression: '${sum}' }`)).toMatchObject({
      quantity: 2_000,
    });
    const doubled = `attributes: { a: { expression: 'string(number(row["A"]) * 2)' } }`;
    const where = `, where: [{ expression: 'number(row["A"]) > 1.3' }]`;
    expect(await read(bytes, doubled, where)).toMatchObject({
      fields: { attributes: { a: '2.8' } },
    });
    // The texts are the same: in a text nothing says which of the cells was meant.
    expect(complaintsOf(await read(bytes, `brand: { expression: 'string(${sum})' }`))).toEqual([
      'ROW_EXPRESSION A + B',
    ]);
  });

  it('stays so in the rows that repeat it', async () => {
    const rows = await mapRows(
      workbook(cell('0', 4.5)),
      '{ externalId: Nr, name: Nr, availableQty: A }',
      'format: xlsx, fillDown: [A]',
    );
    expect(rows).toMatchObject([{ quantity: 4_500 }, { quantity: 4_500 }]);
  });

  it.each([
    ['0" Stk"', 12, 12_000],
    ['0" Stk"', 4.25, 4_250],
    ['#,##0 "St."', 1234, 1_234_000],
    ['General" pcs"', 0.5, 500],
    ['"ca. "0.0', 7.25, 7_250],
    ['#\\ ##0.00', 1234.5, 1_234_500],
    ["#'##0", 5, 5_000],
    ["#'##0", 1234, 1_234_000],
  ])(
    'goes without the words and blanks beside its digits under %s: %d',
    async (format, value, quantity) => {
      expect(await read(workbook(cell(format, value)), 'availableQty: A')).toMatchObject({
        quantity,
      });
    },
  );

  it('keeps the words beside it in texts, and its sign', async () => {
    const bytes = workbook(cell('#,##0 "St."', 1234), cell('0" Stk";0" Stk fehlen"', -3));
    expect(await read(bytes, 'brand: A, availableQty: B')).toMatchObject({
      fields: { brand: '1234 St.' },
      quantity: 0,
      notes: [{ code: 'ROW_NEGATIVE', value: '-3' }],
    });
    const code = workbook(cell('000\\ 000\\ 00', 4012345));
    expect(await read(code, 'brand: A')).toMatchObject({ fields: { brand: '040 123 45' } });
    const where = `, where: [{ column: A, equals: "1234 St." }, { expression: 'number(row["A"]) > 1233' }]`;
    expect(await read(bytes, 'stepQty: A', where)).toMatchObject({
      fields: { stepQty: 1_234_000 },
    });
  });

  it.each([
    ['0%', 0.5],
    ['0%" frei"', 0.5],
    ['yyyy-mm-dd', 46346],
    ['#,##0.00\\ [$€-407]', 12.5],
    ['0.0,"k"', 1250],
    ['0"VE10"', 12],
  ])('is no quantity where the format shows more than a word: %s', async (format, value) => {
    const mapped = await read(workbook(cell(format, value)), 'availableQty: A');
    expect(complaintsOf(mapped)).toEqual(['ROW_NUMBER A']);
  });

  it('is what is shown where a mark is beside it', async () => {
    const bytes = workbook(cell('0".5"', 12), cell('0"-"', 12));
    expect(await read(bytes, 'minOrderQty: A, availableQty: B')).toMatchObject({
      fields: { minOrderQty: 12_500 },
      notes: [{ code: 'ROW_NEGATIVE', value: '-12' }],
    });
  });

  const cellsOf = async (format: 'xls' | 'ods', bytes: Uint8Array): Promise<Cells> => {
    const opened = await builtReader(format).open({
      files: [fileOf(`a.${format}`, bytes)],
      options: {},
    });
    if ('refusal' in opened) throw new Error(opened.refusal.rule);
    const { value } = await opened.reader.batches().next();
    return (value as { records: { cells(): Cells }[] }).records[0]!.cells();
  };

  it('is told of XLS and ODS workbooks too', async () => {
    const sheet = XLSX.utils.aoa_to_sheet([
      ['Nr', 'A', 'B'],
      ['A1', 4.5, 7],
    ]);
    for (const place of ['B2', 'C2']) sheet[place].z = '0';
    const bytes = XLSX.write(
      { SheetNames: ['S'], Sheets: { S: sheet } },
      {
        type: 'buffer',
        bookType: 'xls',
      },
    ) as Uint8Array;
    const style = '<number:number number:decimal-places="0" number:min-integer-digits="1"/>';
    const rows = [
      row(text('Nr'), text('A'), text('B')),
      row(text('A1'), number('4.5', '5', 'c3'), number('7', '7', 'c3')),
    ];
    const ods = odsBytes(table('S', rows.join('')), numberStyle('3', style));
    for (const cells of [await cellsOf('xls', bytes), await cellsOf('ods', ods)]) {
      expect([...cells]).toEqual(['A1', '5', '7']);
      expect(cells.held).toEqual(new Map([[1, '4.5']]));
    }
  });

  it('is told without its words of XLS and ODS workbooks too', async () => {
    const sheet = XLSX.utils.aoa_to_sheet([
      ['Nr', 'A'],
      ['A1', 1234.5],
    ]);
    sheet['B2'].z = '#,##0 "St."';
    const bytes = XLSX.write(
      { SheetNames: ['S'], Sheets: { S: sheet } },
      { type: 'buffer', bookType: 'xls' },
    ) as Uint8Array;
    const style =
      '<number:number number:decimal-places="0" number:min-integer-digits="1"/><number:text> St.</number:text>';
    const rows = [row(text('Nr'), text('A')), row(text('A1'), number('1234.5', '1235 St.', 'c4'))];
    const ods = odsBytes(table('S', rows.join('')), numberStyle('4', style));
    for (const cells of [await cellsOf('xls', bytes), await cellsOf('ods', ods)]) {
      expect([...cells]).toEqual(['A1', '1235 St.']);
      expect(cells.numbers).toEqual(new Set([1]));
      expect(cells.held).toEqual(new Map([[1, '1234.5']]));
    }
  });
});
