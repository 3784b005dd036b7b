import { Buffer } from 'node:buffer';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import * as XLSX from 'xlsx';
import { languagePage } from '../../../adapters/dbf/language.ts';
import { dbf } from '../../../adapters/dbf/read.ts';
import { fileOf, readAll } from '../text/reading.ts';
import { cellsOf as factsOf } from '../workbook/workbooks.ts';
import { cellsOf } from './pair.ts';
import { tableBytes } from './table.ts';

const code = { name: 'CODE', type: 'C', length: 14 };
const name = { name: 'NAME', type: 'C', length: 20 };

/** As the machine writes it. */
function number(write: (bytes: Buffer) => unknown, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  write(bytes);
  return bytes;
}

describe('dBase tables', () => {
  it('gives texts, numbers, days and flags as they are written', async () => {
    const fields = [
      code,
      { name: 'QTY', type: 'N', length: 10, decimals: 3 },
      { name: 'SINCE', type: 'D', length: 8 },
      { name: 'ACTIVE', type: 'L', length: 1 },
    ];
    const records = [
      ['00012345678905', '    90.750', '20240229', 'T'],
      [' A-1', '', '', '?'],
      [Buffer.from('A-2'.padEnd(14, '\0')), '', '', 'F'],
    ];
    const read = await readAll(dbf, tableBytes({ fields, records }));
    expect(read.columns).toEqual(['CODE', 'QTY', 'SINCE', 'ACTIVE']);
    expect(cellsOf(read)).toEqual([
      ['00012345678905', '90.750', '2024-02-29', 'T'],
      [' A-1', '', '', ''],
      ['A-2', '', '', 'F'],
    ]);
  });

  it('names fields in the code page of its texts', async () => {
    const names = ['КОД', 'Цена'].map((name) => iconv.encode(name, 'cp866').toString('latin1'));
    const fields = names.map((name) => ({ name, type: 'C', length: 9 }));
    const table = { fields, records: [['A1', 'Винт']], language: 0x65, encoding: 'cp866' };
    const read = await readAll(dbf, tableBytes(table));
    expect([read.columns, ...cellsOf(read)]).toEqual([
      ['КОД', 'Цена'],
      ['A1', 'Винт'],
    ]);
  });

  it('gives codes of number fields without the places that R and GDAL write behind them', async () => {
    const numbers = ['EAN', 'SIZE'].map((name) => ({ name, type: 'N', length: 16, decimals: 2 }));
    const records = [
      ['4006381333931.00', '17.00', '39058.0'],
      ['90.75', '90.75', ''],
    ];
    const table = tableBytes({ fields: [...numbers, code], records });
    expect(cellsOf(await readAll(dbf, table, { identifiers: ['EAN', 'CODE'] }))).toEqual([
      ['4006381333931', '17.00', '39058.0'],
      ['90.75', '90.75', ''],
    ]);
  });

  it('leaves deleted records out and keeps the numbers of the others', async () => {
    const records = [['1'], ['2'], ['3']];
    const read = await readAll(dbf, tableBytes({ fields: [code], records, deleted: [1] }));
    expect(read.rows).toEqual([
      { row: 1, cells: ['1'] },
      { row: 3, cells: ['3'] },
    ]);
  });

  it('reads the binary fields of FoxPro, and none where its bits say NULL', async () => {
    const moment = number((bytes) => {
      bytes.writeInt32LE(2_440_588, 0);
      bytes.writeInt32LE(3_600_000, 4);
    }, 8);
    const fields = [
      { name: 'I', type: 'I', length: 4 },
      { name: 'Y', type: 'Y', length: 8 },
      { name: 'B', type: 'B', length: 8 },
      { name: 'T', type: 'T', length: 8 },
      { name: 'V', type: 'V', length: 60, flags: 2 },
      { name: 'N', type: 'N', length: 4, flags: 2 },
      { name: '_NullFlags', type: '0', length: 1 },
    ];
    const common = [
      number((bytes) => bytes.writeInt32LE(-7), 4),
      number((bytes) => bytes.writeBigInt64LE(-12_345n), 8),
      number((bytes) => bytes.writeDoubleLE(1.5), 8),
      moment,
    ];
    const short = Buffer.from(`${'abc'.padEnd(59, '\0')}\x03`, 'latin1');
    // A last digit that is read for a length would cut it.
    const full = `${'Kabel'.padEnd(59, '-')}0`;
    const records = [
      [...common, short, '  12', Buffer.from([0b001])],
      [...common, full, '  12', Buffer.from([0b110])],
      [...common, full, '  12', Buffer.from([0b000])],
    ];
    const read = await readAll(dbf, tableBytes({ version: 0x32, fields, records }));
    expect(read.columns).not.toContain('_NullFlags');
    expect(cellsOf(read)).toEqual([
      ['-7', '-1.2345', '1.5', '1970-01-01T01:00:00', 'abc', '12'],
      ['-7', '-1.2345', '1.5', '1970-01-01T01:00:00', '', ''],
      ['-7', '-1.2345', '1.5', '1970-01-01T01:00:00', full, '12'],
    ]);
  });

  it('finds the bits of FoxPro behind the eighth, and behind that of a field without a column', async () => {
    const fields = [
      { name: 'Q', type: 'Q', length: 4 },
      ...Array.from('ABCDEFGHI', (name) => ({ name, type: 'N', length: 2, flags: 2 })),
      { name: '_NullFlags', type: '0', length: 2 },
    ];
    const records = [['', ...Array.from('123456789'), Buffer.from([0b100, 0b10])]];
    const read = await readAll(dbf, tableBytes({ version: 0x32, fields, records }));
    expect(cellsOf(read)).toEqual([['1', '', ...Array.from('345678'), '']]);
  });

  it('reads texts of more than 255 characters, as Clipper and FoxPro keep them', async () => {
    const long = 'x'.repeat(600);
    const fields = [
      code,
      { name: 'LONG', type: 'C', length: 600 - 512, decimals: 2 },
      { name: 'QTY', type: 'N', length: 6, decimals: 2 },
    ];
    const table = tableBytes({ fields, records: [['1', long, '  1.50']] });
    expect(cellsOf(await readAll(dbf, table))).toEqual([['1', long, '1.50']]);
  });

  it('reads what another program writes, over several blocks', async () => {
    const rows = Array.from({ length: 5_000 }, (_, at) => [`A-${at}`, `${at} `.padEnd(80, 'x')]);
    const sheet = XLSX.utils.aoa_to_sheet([['CODE', 'NAME'], ...rows]);
    const book = XLSX.utils.book_new();
    XLSX.utils.book_append_sheet(book, sheet);
    const bytes = XLSX.write(book, { type: 'buffer', bookType: 'dbf' }) as Buffer;
    expect(cellsOf(await readAll(dbf, bytes))).toEqual(rows);
  });
});

describe('the encoding of dBase tables', () => {
  const table = (encoding: string, language: number, names = ['Größe', 'Müller', 'Käfig']) =>
    tableBytes({ encoding, language, fields: [name], records: names.map((one) => [one]) });

  it.each([
    ['cp850', 0x02],
    ['windows-1252', 0x03],
    ['windows-1252', 0x57],
    ['cp852', 0x64],
    ['windows-1250', 0xc8],
  ] as const)('%s by the language byte %d', async (encoding, language) => {
    const read = await readAll(dbf, table(encoding, language));
    expect(read.reader?.dialect.encoding).toBe(encoding);
    expect(cellsOf(read)).toEqual([['Größe'], ['Müller'], ['Käfig']]);
  });

  it('quirk 5: is refused where the byte lies and texts are words of another page', async () => {
    const names = ['Säge', 'Öl', 'Löcher'];
    const { refusal } = await readAll(dbf, table('cp850', 0x03, names));
    expect(refusal).toMatchObject({ code: 'FILE_ENCODING' });
    expect(refusal?.remedy).toContain('cp850 or cp852: "Säge", "Öl", "Löcher"');
  });

  it('knows the language bytes that real tables have', () => {
    expect(languagePage(0xc9)).toBe('windows-1251');
    expect(languagePage(0x65)).toBe('cp866');
    expect(languagePage(0xf0)).toBeUndefined();
  });

  it('quirk 5: a language byte that lies gives way to the texts', async () => {
    for (const language of [0xf0, 0x03]) {
      const read = await readAll(dbf, table('utf-8', language));
      expect(read.reader?.dialect.encoding).toBe('utf-8');
      expect(cellsOf(read)).toEqual([['Größe'], ['Müller'], ['Käfig']]);
    }
  });

  it('fault 6: without a language byte three values are shown under each candidate', async () => {
    const { refusal } = await readAll(dbf, table('cp850', 0));
    expect(refusal).toMatchObject({ code: 'FILE_ENCODING' });
    expect(refusal?.remedy).toContain('cp850 or cp852: "Größe", "Müller", "Käfig"');
    expect(refusal?.remedy).toContain('cp866: "GrФсe", "MБller", "KДfig"');
    const read = await readAll(dbf, table('cp850', 0), { encoding: 'cp850' });
    expect(cellsOf(read)[0]).toEqual(['Größe']);
  });

  it('a byte that fits no encoding is told by its record', async () => {
    const fields = [name, { ...name, name: 'TEXT' }];
    const records = [
      ['A', 'x'],
      ['B', 'y'],
      ['C', 'Müller'],
    ];
    const read = await readAll(
      dbf,
      tableBytes({ encoding: 'cp1252', fields, records, deleted: [0] }),
    );
    expect(read.refusal?.rule).toMatch(/^The file is not UTF-8 \(byte FC in record 3\), and/);
  });

  it('a declared encoding counts more than the language byte', async () => {
    const read = await readAll(dbf, table('windows-1251', 0x03, ['Болт']), {
      encoding: 'windows-1251',
    });
    expect(cellsOf(read)).toEqual([['Болт']]);
  });
});

it('a number that is none, also as a double of FoxPro, and a day of zeros say nothing', async () => {
  const fields = [
    code,
    { name: 'QTY', type: 'N', length: 5 },
    { name: 'SINCE', type: 'D', length: 8 },
    { name: 'B', type: 'B', length: 8 },
  ];
  const records = [
    ['1', '*****', '00000000', number((bytes) => bytes.writeDoubleLE(Number.NaN), 8)],
    ['2', '   12', '20261127', number((bytes) => bytes.writeDoubleLE(1.5), 8)],
    ['***', '    0', '        ', number((bytes) => bytes.writeDoubleLE(-Infinity), 8)],
  ];
  const told = await factsOf(dbf, fileOf('a.dbf', tableBytes({ fields, records })));
  expect(told.map((cells) => cells.join('|'))).toEqual(['1|||', '2|12|2026-11-27|1.5', '***|0||']);
  const fault = (value: string) => expect.objectContaining({ code: 'ROW_NUMBER', value });
  expect(told.map(({ faults }) => [...(faults ?? [])])).toEqual([
    [
      [1, fault('*****')],
      [3, fault('NaN')],
    ],
    [],
    [[3, fault('-Infinity')]],
  ]);
});

describe('damaged dBase tables', () => {
  const whole = tableBytes({
    fields: [code, name],
    records: [
      ['1', 'one'],
      ['2', 'two'],
    ],
  });

  it('fault 1: every prefix is refused as cut, or holds all records', async () => {
    for (let size = 1; size < whole.length; size++) {
      const read = await readAll(dbf, whole.subarray(0, size));
      if (size === whole.length - 1) expect(read.rows).toHaveLength(2);
      else expect(read.refusal?.code, `${size} bytes`).toMatch(/^FILE_(TRUNCATED|STRUCTURE)$/);
    }
  });

  it('fault 1: records behind those that the header counts say that nobody closed the table', async () => {
    const open = Buffer.from(whole);
    open.writeUInt32LE(1, 4);
    const { refusal } = await readAll(dbf, open);
    expect(refusal).toMatchObject({ code: 'FILE_TRUNCATED', file: 'a.csv' });
    expect(refusal?.rule).toContain('not closed');
  });

  it.each([
    ['whatever fills its last block', Buffer.alloc(512, 0x1a)],
    ['a blank', Buffer.from(' ')],
  ])('behind the records may stand %s', async (_, tail) => {
    const read = await readAll(dbf, Buffer.concat([whole.subarray(0, -1), tail]));
    expect(cellsOf(read).flat()).toEqual(['1', 'one', '2', 'two']);
  });

  it('fault 1: records that were never written refuse the table, for they are no empty rows', async () => {
    const reserved = Buffer.from(whole).fill(0, whole.length - 36, whole.length - 1);
    const { rows, refusal } = await readAll(dbf, reserved);
    expect(rows.map(({ row }) => row)).toEqual([1]);
    expect(refusal).toMatchObject({ code: 'FILE_TRUNCATED', file: 'a.csv', row: 2 });
  });

  it.each([
    ['CODE;NAME\n1;one\n', 'a text file'],
    ['0012;A long enough row of an article list\n', 'a text file'],
    [Buffer.from('PK\x03\x04 and so on and so on and so on'), 'a ZIP container'],
  ])('says what %j looks like', async (content, appearance) => {
    const { refusal } = await readAll(dbf, content);
    expect(refusal).toMatchObject({ code: 'FILE_STRUCTURE' });
    expect(refusal?.rule).toContain(appearance);
    expect(refusal?.remedy).toContain('format:');
  });

  it('says that an empty file is empty', async () => {
    expect((await readAll(dbf, '')).refusal?.code).toBe('FILE_EMPTY');
  });

  it('fields that do not fill the record are never guessed', async () => {
    const odd = Buffer.from(whole);
    odd[32 + 16] = 13;
    expect((await readAll(dbf, odd)).refusal?.code).toBe('FILE_STRUCTURE');
  });
});
