import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixed } from '../../../adapters/fixed/read.ts';
import { encode } from '../../../adapters/text/encode.ts';
import { fileOf, readAll } from '../text/reading.ts';
import { columns } from './columns.ts';

describe('fixed width', () => {
  it('cuts each field at its place and takes off the blanks that fill it', async () => {
    const read = await readAll(fixed, '000815Schraube  012\r\n  4711Mutter\r\n', { columns });
    expect(read.columns).toEqual(['ArtNr', 'Name', 'Bestand']);
    expect(read.rows).toEqual([
      { row: 1, cells: ['000815', 'Schraube', '012'] },
      { row: 2, cells: ['4711', 'Mutter', ''] },
    ]);
  });

  it('gives no cell where the line ends before the field', async () => {
    const opened = await fixed.open({
      files: [fileOf('a.txt', 'ART-01x\n')],
      options: { columns },
    });
    if ('refusal' in opened) throw new Error(opened.refusal.rule);
    for await (const { records } of opened.reader.batches()) {
      expect(records.map((record) => record.cells())).toEqual([['ART-01', 'x', undefined]]);
    }
  });

  it('quirk 24: knows a field that a spreadsheet saved without its value', async () => {
    const files = [fileOf('a.prn', '000815#N/A       12\n000816Mutter  #####\n')];
    const opened = await fixed.open({ files, options: { columns } });
    if ('refusal' in opened) throw new Error(opened.refusal.rule);
    const faults: unknown[] = [];
    for await (const { records } of opened.reader.batches())
      for (const record of records) {
        const cells = record.cells();
        faults.push('rule' in cells ? cells : [...(cells.faults ?? [])]);
      }
    expect(faults).toMatchObject([
      [[1, { code: 'ROW_ERROR_CELL', value: '#N/A' }]],
      [[2, { code: 'ROW_ERROR_CELL', value: '#####' }]],
    ]);
  });

  it.each([
    '(5 rows affected)',
    '(1 row affected)',
    '(1.234 rows affected)',
    '1,234 rows selected.   ',
    '12345 Zeilen ausgewählt.',
    'SQL> spool off',
    '5 rows affected',
    '3 record(s) selected.',
    'Disconnected from Oracle Database 19c Enterprise Edition Release 19.0.0.0.0 - Production',
    'Version 19.3.0.0.0',
  ])('reads %s, which a database writes beside the rows, as an empty row', async (count) => {
    const read = await readAll(fixed, `000815Schraube  012\n\n${count}\n`, { columns });
    expect(read.rows.at(-1)).toEqual({ row: 3, cells: ['', '', ''] });
    expect(read.complaints).toEqual([]);
  });

  it('counts characters and not bytes, in every encoding', async () => {
    const line = 'ÄÖÜ😀12Größe   00007\n';
    for (const encoding of ['utf-8', 'utf-16le', 'utf-16be'] as const) {
      const read = await readAll(fixed, encode(line, encoding), { columns, encoding });
      expect(read.rows).toEqual([{ row: 1, cells: ['ÄÖÜ😀12', 'Größe', '00007'] }]);
    }
    const dos = encode('000001Größe   00007\r\n\x1a', 'cp850');
    const read = await readAll(fixed, dos, { columns, encoding: 'cp850' });
    expect(read.rows).toEqual([{ row: 1, cells: ['000001', 'Größe', '00007'] }]);
  });

  it('rejects a row that is filled up by bytes: its fields do not stand at their places', async () => {
    const text = '000001Schraube  014\n000002Größe   014\n000003Mutter    015\n';
    const { rows, complaints } = await readAll(fixed, text, { columns });
    expect(rows.map(({ cells }) => cells.join('|'))).toEqual([
      '000001|Schraube|014',
      '000003|Mutter|015',
    ]);
    expect(complaints).toEqual([
      {
        code: 'ROW_STRUCTURE',
        file: 'a.csv',
        row: 2,
        value: '000002Größe   014',
        rule: 'The row has 19 bytes like the others, but 17 characters: its fields are filled up by bytes, so they are not at their places.',
        remedy:
          'Have the fields filled up by characters, or export in an encoding of one byte a character (windows-1252) and name it with encoding:.',
      },
    ]);
  });

  it.each([
    { encoding: 'utf-8', text: '000001Schraube  014\n000002Größe     014\n' },
    { encoding: 'utf-8', text: '000001Schraube  1\n000002Größe     14\n000003Nut       1444\n' },
    { encoding: 'windows-1252', text: '000001Schraube  014\n000002Größe     014\n' },
    { encoding: 'utf-16le', text: '000001Schraube  014\n000002Größe     014\n' },
  ])(
    'reads rows beyond ASCII that are filled up by characters, or not at all: $text',
    async (file) => {
      const { encoding } = file;
      const bytes = encode(file.text, encoding as 'utf-8');
      const { rows, complaints } = await readAll(fixed, bytes, { columns, encoding });
      expect(complaints).toEqual([]);
      expect(rows[1]?.cells).toEqual(['000002', 'Größe', expect.stringMatching(/^0?14$/)]);
    },
  );

  it('takes quote marks as they stand, skips blank lines and header rows', async () => {
    const text = 'Art   Name    Best.\n----\n000001"1/2"   00007\n\n000002"x      00008\n';
    const read = await readAll(fixed, text, { columns, headerRow: [1, 2] });
    expect(read.rows.map(({ row, cells }) => `${row}: ${cells.join('|')}`)).toEqual([
      '3: 000001|"1/2"|00007',
      '5: 000002|"x|00008',
    ]);
  });

  it('ends lines at CR alone where the file has no LF', async () => {
    const read = await readAll(fixed, '000001a       1\r000002b       2\r', { columns });
    expect(read.rows).toHaveLength(2);
  });

  it('takes the form feeds off with which a printer listing begins its pages', async () => {
    const text = '\f000001a           1\n\f\f000002b          2\n000003c\f         3\n\f\n\f';
    for (const encoding of ['utf-8', 'utf-16le'] as const) {
      const read = await readAll(fixed, encode(text, encoding), { columns, encoding });
      expect(read.rows.map(({ row, cells }) => `${row}: ${cells.join('|')}`)).toEqual([
        '1: 000001|a|1',
        '2: 000002|b|2',
        '3: 000003|c|3',
        '4: ||',
        '5: ||',
      ]);
    }
  });

  it('gives each record its bytes and their place', async () => {
    const bytes = encode('\f000001Größe   00007\n000002b       2\n', 'windows-1252');
    const opened = await fixed.open({
      files: [fileOf('a.txt', bytes)],
      options: { columns, encoding: 'windows-1252' },
    });
    if ('refusal' in opened) throw new Error(opened.refusal.rule);
    for await (const { records } of opened.reader.batches()) {
      for (const { offset = -1, raw = new Uint8Array() } of records) {
        expect(Buffer.from(raw)).toEqual(Buffer.from(bytes.subarray(offset, offset + raw.length)));
        expect(raw[0]).toBe(0x30);
      }
      expect(records).toHaveLength(2);
    }
    expect(opened.reader.dialect.encoding).toBe('windows-1252');
    expect(opened.reader.column(' Name ')).toBe(1);
  });

  it('fault 6: a byte that the encoding lacks is the complaint of its row', async () => {
    const bytes = Buffer.concat([
      Buffer.alloc(1_048_580, '0000000000000000000\n'),
      Buffer.from([0xfc, 10]),
    ]);
    const { complaints } = await readAll(fixed, bytes, { columns, encoding: 'utf-8' });
    expect(complaints).toMatchObject([{ code: 'FILE_ENCODING', row: 52_430 }]);
  });

  it.each([
    { lines: 'a multiple of the layout', text: `${'000001Schraube00012'.repeat(3)}`, length: 57 },
    { lines: 'no multiple of it', text: `${'000001Größe   00012;'.repeat(2)}`, length: 40 },
    { lines: 'one record with a tail', text: '000001Schraube00012 x', length: 21 },
  ])('refuses a file without any line end: $lines', async ({ text, length }) => {
    for (const encoding of ['utf-8', 'windows-1252', 'utf-16be'] as const) {
      const { refusal } = await readAll(fixed, encode(text, encoding), { columns, encoding });
      expect(refusal).toEqual({
        code: 'FILE_STRUCTURE',
        file: 'a.csv',
        rule: `The file is one line of ${length} characters without a line end, and its columns end at 19: the text after them would be lost.`,
        remedy:
          'Give recordLength: of the source, the number of characters of a record, or let the ERP write a line end after each; if the line is one record, add a column to columns: that reaches to its end.',
      });
    }
  });

  it.each([
    { record: 'as long as the layout', text: '000001😀chraube00012' },
    { record: 'with blanks behind it', text: '000001Schraube00012   ' },
    { record: 'with the Ctrl-Z of DOS', text: '000001Schraube00012\x1a' },
    { record: 'with a line end and more columns', text: '000001Schraube00012 x\n' },
  ])('reads a single record $record', async ({ text }) => {
    const read = await readAll(fixed, text, { columns });
    expect(read.rows.map(({ cells }) => cells[2])).toEqual(['00012']);
  });

  it.each([
    { name: 'no layout', text: 'abc\n', options: {}, code: 'FILE_COLUMN_MISSING' },
    { name: 'an empty file', text: '', options: { columns }, code: 'FILE_EMPTY' },
    { name: 'a workbook', text: 'PK\x03\x04', options: { columns }, code: 'FILE_STRUCTURE' },
    {
      name: 'a line without an end',
      text: 'x'.repeat(5_000_000),
      options: { columns },
      code: 'FILE_TOO_LARGE',
    },
  ])('refuses $name', async ({ text, options, code }) => {
    expect((await readAll(fixed, text, options)).refusal?.code).toBe(code);
  });

  it('any table of texts that fit reads back cell for cell', async () => {
    const field = (length: number): fc.Arbitrary<string> =>
      fc.string({ maxLength: length, unit: fc.constantFrom(...'aZ09"\';,öüŽ€') });
    const rows = fc.array(fc.tuple(field(6), field(8), field(5)), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(rows, async (cells) => {
        const lines = cells.map(([a, b, c]) => `${a.padEnd(6)}${b.padEnd(8)}${c.padStart(5)}.`);
        const bytes = encode(`${lines.join('\n')}\n`, 'windows-1252');
        const read = await readAll(fixed, bytes, { columns, encoding: 'windows-1252' });
        // By chance these letters are words that nobody writes; none of them begins a letter of UTF-8.
        fc.pre(read.refusal?.code !== 'FILE_ENCODING');
        expect(read.rows.map((row) => row.cells.slice(0, 3))).toEqual(cells);
      }),
    );
  });
});
