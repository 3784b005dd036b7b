import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { CFB } from 'xlsx';
import { builtReader } from '../../support/built.ts';
import { fileOf } from '../text/reading.ts';
import { odsBy, odsBytes, row, table, text } from './ods.ts';
import { cellsOf, xlsBytes } from './workbooks.ts';

const ods = builtReader('ods');
const xls = builtReader('xls');

const faultsOf = (cells: Awaited<ReturnType<typeof cellsOf>>) =>
  cells.map(({ faults }) => [...(faults ?? [])].map(([column, { code }]) => [column, code]));

it('quirk 19: a formula that PhpSpreadsheet gives for its result is none, and an error no text', async () => {
  const formula = (value: string): string =>
    `<table:table-cell table:formula="of:=[.A1]" office:value-type="string" office:value="${value}"><text:p>${value}</text:p></table:table-cell>`;
  const rows =
    row(text('Nr'), text('Name'), text('Note')) +
    row(text('A'), formula('=A1&amp;B1'), text('=5')) +
    row(text('B'), formula('#DIV/0!'), formula('#1 of all')) +
    row(text('C'), text('x'), formula('=A1'));
  const told = await cellsOf(ods, fileOf('a.ods', odsBytes(table('Blatt', rows))));
  expect(told.map((cells) => [...cells].map((cell) => cell ?? ''))).toEqual([
    ['A', '', '=5'],
    ['B', '', '#1 of all'],
    ['C', 'x'],
  ]);
  expect(faultsOf(told)).toEqual([
    [[1, 'ROW_FORMULA']],
    [[1, 'ROW_ERROR_CELL']],
    [[2, 'ROW_FORMULA']],
  ]);
});

it('quirk 24: an error that Gnumeric gives as the text of a formula is no text, as a colour of LibreOffice is one', async () => {
  const formula = (text: string): string =>
    `<table:table-cell table:formula="of:=[.A1]" office:value-type="string" office:string-value="${text}"><text:p>${text}</text:p></table:table-cell>`;
  const rows =
    row(text('Nr'), text('Name'), text('Note')) +
    row(text('A'), formula('#DIV/0!'), formula('#FFAA00')) +
    row(text('B'), formula('#NAME?'), text('#N/A!')) +
    row(text('C'), formula('#N/A'), formula('#A! 5'));
  const told = await cellsOf(ods, fileOf('a.ods', odsBytes(table('Blatt', rows))));
  expect(faultsOf(told)).toEqual(told.map(() => [[1, 'ROW_ERROR_CELL']]));
  expect(told.map((cells) => cells[2])).toEqual(['#FFAA00', '#N/A!', '#A! 5']);
});

it.each(['#DIV/0!', 'Err:502', 'whatever it shows'])(
  'quirk 24: what LibreOffice calls an error is no text: %s',
  async (shown) => {
    const error = `<table:table-cell table:formula="of:=1/0" office:value-type="string" office:string-value="" calcext:value-type="error"><text:p>${shown}</text:p></table:table-cell>`;
    const rows = row(text('Nr'), text('Name')) + row(text('A'), error);
    const told = await cellsOf(ods, fileOf('a.ods', odsBytes(table('Blatt', rows))));
    expect([told[0]?.[1] ?? '', faultsOf(told)]).toEqual(['', [[[1, 'ROW_ERROR_CELL']]]]);
  },
);

it.each([
  ['float', 'office:value="5"', '5'],
  ['date', 'office:date-value="2026-11-20"', '2026-11-20'],
  ['time', 'office:time-value="PT12H30M00S"', '12:30:00'],
  ['boolean', 'office:boolean-value="true"', 'TRUE'],
])('the %s of a formula is its result', async (type, value, shown) => {
  const cell = `<table:table-cell table:formula="of:=[.A1]" office:value-type="${type}" ${value}/>`;
  const rows = row(text('Nr'), text('Value')) + row(text('A'), cell);
  const [cells] = await cellsOf(ods, fileOf('a.ods', odsBytes(table('Blatt', rows))));
  expect([[...cells!], cells!.faults]).toEqual([['A', shown], undefined]);
});

it.each([
  ['LibreOffice/7.4.7.2$Linux_X86_64 LibreOffice_project/40$Build-2', []],
  ['OpenOffice/4.1.13$Win32 OpenOffice.org_project/4113m1$Build-9810', []],
  ['ODFPY/1.4.1', [[1, 'ROW_FORMULA']]],
  ['', [[1, 'ROW_FORMULA']]],
])(
  'quirk 19: an empty text that is the result of a formula has no type where %s wrote it',
  async (generator, faults) => {
    const formula = '<table:table-cell table:formula="of:=IF([.A2]=0;1;&quot;&quot;)"/>';
    const rows = row(text('Nr'), text('EAN'), text('Name')) + row(text('A'), formula, text('x'));
    const told = await cellsOf(ods, fileOf('a.ods', odsBy(generator, table('Blatt', rows))));
    expect(told.map((cells) => [...cells].map((cell) => cell ?? ''))).toEqual([['A', '', 'x']]);
    expect(faultsOf(told)).toEqual([faults]);
  },
);

const empty = Buffer.from([3, 0, 0, 0, 0, 0, 0xff, 0xff]);
const seven = Buffer.alloc(8);
seven.writeDoubleLE(7);

function recordOf(kind: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([kind & 0xff, kind >> 8, content.length, 0]), content]);
}

/** In the second row. */
function formulaIn(column: number, result: Buffer, tokens: Buffer): Buffer {
  const place = Buffer.from([1, 0, column, 0, 0, 0]);
  const flags = Buffer.alloc(14 - result.length);
  const counted = Buffer.from([tokens.length, 0]);
  return recordOf(6, Buffer.concat([place, result, flags, counted, tokens]));
}

/** Formulas with these results in the second row, from B on, as records of BIFF8 behind those of the cells. */
function withFormulas(
  results: readonly Buffer[],
  more: Buffer = Buffer.alloc(0),
  tokens: Buffer = Buffer.from([0x1e, 7, 0]),
): Buffer {
  const container = CFB.read(xlsBytes([['Nr', 'Qty', 'Name', 'Box'], ['A']]), { type: 'buffer' });
  const stream = CFB.find(container, 'Workbook') as { content: Uint8Array; size: number };
  const records = Buffer.from(stream.content);
  const formulas = results.map((result, nth) => formulaIn(nth + 1, result, tokens));
  const end = lastRecord(records);
  stream.content = Buffer.concat([
    records.subarray(0, end),
    more,
    ...formulas,
    records.subarray(end),
  ]);
  stream.size = stream.content.length;
  return CFB.write(container, { type: 'buffer' }) as Buffer;
}

/** Where the last sheet ends: the one that is read. */
function lastRecord(records: Buffer): number {
  let [at, last] = [0, 0];
  while (at + 4 <= records.length) {
    if (records.readUInt16LE(at) === 0x0a) last = at;
    at += 4 + records.readUInt16LE(at + 2);
  }
  return last;
}

it('quirk 19: formulas of an XLS workbook that xlwt has left empty have no result', async () => {
  const read = (bytes: Buffer) => cellsOf(xls, fileOf('a.xls', bytes), { sheet: 'Artikel' });
  expect(faultsOf(await read(withFormulas([empty, empty])))).toEqual([
    [
      [1, 'ROW_FORMULA'],
      [2, 'ROW_FORMULA'],
    ],
  ]);
  const recalculated = Buffer.from([0xc1, 1, 8, 0, 0xc1, 1, 0, 0, 0x54, 0x8d, 1, 0]);
  expect(faultsOf(await read(withFormulas([empty, seven])))).toEqual([[]]);
  expect(faultsOf(await read(withFormulas([empty, empty], recalculated)))).toEqual([[]]);
});

describe('quirk 19: what a program leaves in the place of a result in XLS', () => {
  const withFlags = (value: number, flags: number, behind = 0): Buffer => {
    const result = Buffer.alloc(14);
    result.writeDoubleLE(value);
    result.writeUInt16LE(flags, 8);
    result.writeUInt32LE(behind, 10);
    return result;
  };
  const read = async (...given: Parameters<typeof withFormulas>) => {
    const file = fileOf('a.xls', withFormulas(...given));
    const [cells] = await cellsOf(xls, file, { sheet: 'Artikel' });
    const texts = [...cells!].map((cell) => cell ?? '');
    return [texts.join('|'), ...(cells?.faults ?? new Map()).keys()];
  };
  const recalcId = (build: number): Buffer =>
    Buffer.from([0xc1, 1, 8, 0, 0xc1, 1, 0, 0, build, 0, 0, 0]);

  it('is 4 of JExcelApi and 0 of Spreadsheet::WriteExcel, each with its mark', async () => {
    const jxl = withFlags(4, 2, 0xfce0_0000);
    expect(await read([jxl, seven, withFlags(4, 2)])).toEqual(['A||7|4', 1]);
    expect(await read([withFlags(0, 3), seven, withFlags(0, 0)])).toEqual(['A||7|0', 1]);
  });

  it('is a result where PhpSpreadsheet, which calculates, has 0 for it', async () => {
    expect(await read([withFlags(0, 3), seven, withFlags(0, 3)], recalcId(0x67))).toEqual([
      'A|0|7|0',
    ]);
  });

  it.each([
    ['A1&"x"', [0x44, 0, 0, 0, 0xc0, 0x17, 1, 0, 0x78, 0x08], ['A||7', 1]],
    ['TRIM(A1)', [0x44, 0, 0, 0, 0xc0, 0x41, 118, 0], ['A||7', 1]],
    ['CONCATENATE(A1)', [0x44, 0, 0, 0, 0xc0, 0x42, 1, 0x50, 1], ['A||7', 1]],
    ['ABS(A1)', [0x44, 0, 0, 0, 0xc0, 0x41, 24, 0], ['A|0|7']],
    ['A1*2', [0x44, 0, 0, 0, 0xc0, 0x1e, 2, 0, 0x05], ['A|0|7']],
    ['$AE$3', [0x44, 2, 0, 30, 0], ['A|0|7']],
    ['Box!$AE$300', [0x5a, 0, 0, 43, 1, 30, 0], ['A|0|7']],
    ['one shared from AE3 on', [0x01, 2, 0, 30, 0], ['A|0|7']],
    ['a data table from AE3 on', [0x02, 2, 0, 30, 0], ['A|0|7']],
  ])('is 0 of LibreOffice for a text that it has not calculated: %s', async (_, tokens, told) => {
    const given = [[withFlags(0, 0), seven], recalcId(7), Buffer.from(tokens)] as const;
    expect(await read(...given)).toEqual(told);
  });

  const concatenated = [0x44, 0, 0, 0, 0xc0, 0x17, 1, 0, 0x78, 0x08];
  const doubled = [0x44, 0, 0, 0, 0xc0, 0x1e, 2, 0, 0x05];
  it.each([
    ['texts filled down or across', { kind: 0x04bc, head: 8, tokens: concatenated }, ['A', 1, 2]],
    ['texts of an array', { kind: 0x0221, head: 12, tokens: concatenated }, ['A', 1, 2]],
    ['numbers filled down or across', { kind: 0x04bc, head: 8, tokens: doubled }, ['A|0|0']],
  ])('is 0 of LibreOffice for %s', async (_, { kind, head, tokens }, told) => {
    const cell = (column: number) =>
      formulaIn(column, withFlags(0, 0), Buffer.from([0x01, 1, 0, 1, 0]));
    const ofRange = Buffer.from([...Array(head).fill(0), tokens.length, 0, ...tokens]);
    const records = Buffer.concat([cell(1), recordOf(kind, ofRange), cell(2)]);
    expect(await read([], Buffer.concat([recalcId(7), records]))).toEqual(told);
  });

  it('is none beside a result of the same formula, which is filled down or across', async () => {
    const cell = (column: number, value: number) =>
      formulaIn(column, withFlags(value, 0), Buffer.from([0x01, 1, 0, 1, 0]));
    const ofRange = [0, 0, 0, 0, 0, 0, 0, 0, concatenated.length, 0, ...concatenated];
    const records = [cell(1, 7), recordOf(0x04bc, Buffer.from(ofRange)), cell(2, 0)];
    expect(await read([], Buffer.concat([recalcId(7), ...records]))).toEqual(['A|7', 2]);
  });

  it('is of the sheet that it is in, also behind a chart', async () => {
    const chart = Buffer.concat([
      recordOf(0x0809, Buffer.from([0, 6, 0x20, 0, ...Array(12).fill(0)])),
      recordOf(0x0a, Buffer.alloc(0)),
    ]);
    expect(await read([empty, empty], chart)).toEqual(['A', 1, 2]);
  });

  const zero = withFlags(0, 2);
  type Given = Parameters<typeof withFormulas>;
  it.each<readonly [string, Given, readonly (string | number)[]]>([
    ['and no program has calculated', [[zero, zero]], ['A', 1, 2]],
    ['and that is left to another program', [[zero, zero], recalcId(0)], ['A', 1, 2]],
    ['but not where one has calculated', [[zero, zero], recalcId(7)], ['A|0|0']],
    ['but not beside another result', [[zero, withFlags(3, 2)]], ['A|0|3']],
    ['but not without its flag', [[withFlags(0, 0)]], ['A|0']],
  ])('is 0 of POI in every formula, %s', async (_, given, told) => {
    expect(await read(...given)).toEqual(told);
  });
});
