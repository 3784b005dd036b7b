import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { dbf } from '../../../adapters/dbf/read.ts';
import { fileOf } from '../text/reading.ts';
import { cellsOf, readPair } from './pair.ts';
import { tableBytes } from './table.ts';

const code = { name: 'CODE', type: 'C', length: 14 };
const text = { name: 'DESC', type: 'M', length: 10 };

describe('memo files of dBase tables', () => {
  const table = (block: string | Uint8Array, version = 0x83) =>
    tableBytes({
      version,
      encoding: 'cp850',
      language: 0x02,
      fields: [code, block instanceof Uint8Array ? { ...text, length: 4 } : text],
      records: [['1', block]],
    });

  it('reads a .dbt of dBase III up to its mark', async () => {
    const memo = Buffer.concat([Buffer.alloc(512), Buffer.from('gr\x81n\x1a\x1a', 'latin1')]);
    const read = await readPair(table('         1'), fileOf('a.dbt', memo));
    expect(cellsOf(read)).toEqual([['1', 'grün']]);
  });

  it.each([
    ['by the table', 0x83, 0],
    ['by the memo file', 0x03, 0x03],
  ])(
    'reads a .dbt of dBase III, known %s, whatever stands where IV has its size',
    async (_, version, mark) => {
      const memo = Buffer.concat([Buffer.alloc(512), Buffer.from('one\x1a'), Buffer.alloc(2_044)]);
      memo.write('two\x1a', 1_024);
      memo[16] = mark;
      for (const size of [1, 64, 256, 1_024, 0x2020]) {
        memo.writeUInt16LE(size, 20);
        const read = await readPair(table('         2', version), fileOf('a.dbt', memo));
        expect(cellsOf(read)).toEqual([['1', 'two']]);
      }
    },
  );

  it('reads a .dbt of dBase IV by its lengths', async () => {
    const head = Buffer.alloc(1024);
    head.writeUInt16LE(1024, 20);
    const memo = Buffer.from([0xff, 0xff, 8, 0, 11, 0, 0, 0, 0x61, 0x1a, 0x62, 0x63]);
    const read = await readPair(table('1', 0x8b), fileOf('A.DBT', Buffer.concat([head, memo])));
    expect(cellsOf(read)).toEqual([['1', 'a\x1ab']]);
  });

  it('a place in the memo file that is no number is the fault of its cell', async () => {
    const memo = fileOf('a.dbt', Buffer.alloc(1_024));
    const read = (at: number, length: number): Uint8Array => {
      if (!Number.isInteger(at)) throw new RangeError(`A disk has no place ${at}.`);
      return memo.read(at, length);
    };
    const { rows, faults } = await readPair(table('**********'), { ...memo, read });
    expect(rows).toEqual([{ row: 1, cells: ['1', ''] }]);
    expect(faults).toMatchObject([{ code: 'ROW_STRUCTURE', row: 1, column: 'DESC' }]);
  });

  it('reads a memo that is longer than what is read of its file at once', async () => {
    const text = 'Kabel '.repeat(2_000);
    const memo = Buffer.concat([Buffer.alloc(512), Buffer.from(`${text}.\x1a`)]);
    const read = await readPair(table('         1'), fileOf('a.dbt', memo));
    expect(cellsOf(read)).toEqual([['1', `${text}.`]]);
  });

  it('blanks or NUL bytes in the place of the block mean no memo', async () => {
    for (const block of [' ', '\0'.repeat(10)]) {
      const read = await readPair(table(block), fileOf('a.dbt', Buffer.alloc(1_024)));
      expect(cellsOf(read)).toEqual([['1', '']]);
    }
  });

  it('a byte that means nothing is the fault of its cell where it is behind the text that was looked through', async () => {
    const memo = Buffer.concat([Buffer.alloc(512), Buffer.from('B\x81r\x1a', 'latin1')]);
    const fields = [code, { ...code, name: 'NAME', length: 250 }, text];
    const before = Array.from({ length: 4_300 }, () => ['1', 'x'.repeat(250), '']);
    const wrong = Buffer.from('B\x81r'.padEnd(250), 'latin1');
    const bytes = tableBytes({ fields, records: [...before, ['2', '', '1'], ['3', wrong, '']] });
    const pair = await readPair(bytes, fileOf('a.dbt', memo), { encoding: 'windows-1252' });
    expect(pair.rows).toHaveLength(before.length + 2);
    expect(pair.faults).toMatchObject([
      { code: 'FILE_ENCODING', row: 4_301, column: 'DESC' },
      { code: 'FILE_ENCODING', row: 4_302, column: 'NAME' },
    ]);
    const at = bytes.lastIndexOf(0x81);
    expect(pair.faults[1]!.rule).toContain(`byte 81 (hexadecimal) at offset ${at} `);
  });

  it('reads an .fpt of FoxPro', async () => {
    const head = Buffer.alloc(64);
    head.writeUInt16BE(64, 6);
    const memo = Buffer.from([0, 0, 0, 1, 0, 0, 0, 2, 0x68, 0x69, 0x21]);
    const read = await readPair(
      table(Buffer.from([1, 0, 0, 0]), 0x30),
      fileOf('a.fpt', Buffer.concat([head, memo])),
    );
    expect(cellsOf(read)).toEqual([['1', 'hi']]);
  });

  it.each([
    ['a picture', [0, 0, 0, 0, 0, 0, 0, 2]],
    ['a text that goes beyond the end of the file', [0, 0, 0, 1, 0, 0, 0, 4]],
  ])('an .fpt has %s for the memo of no row', async (_, start) => {
    const head = Buffer.alloc(64);
    head.writeUInt16BE(64, 6);
    const bytes = Buffer.concat([head, Buffer.from([...start, 0x68, 0x69, 0x21])]);
    const read = await readPair(table(Buffer.from([1, 0, 0, 0]), 0x30), fileOf('a.fpt', bytes));
    expect(read.faults).toMatchObject([{ code: 'ROW_STRUCTURE', row: 1, column: 'DESC' }]);
  });

  it.each([
    ['soft\x8d\nwrap', 'soft wrap'],
    ['kept \x8d\nblank', 'kept blank'],
    ['two\x8d\n\r\nlines', 'two \r\nlines'],
    ['not the letter \x8d alone', 'not the letter ì alone'],
    ['end\x8d\n', 'end'],
  ])('the line break of a full line becomes a blank: %j', async (written, read) => {
    const memo = Buffer.concat([Buffer.alloc(512), Buffer.from(`${written}\x1a`, 'latin1')]);
    const pair = await readPair(table('         1'), fileOf('a.dbt', memo));
    expect(cellsOf(pair)).toEqual([['1', read]]);
  });

  it.each([
    ['windows-1252', 'Caf\xe9\x8d\ncr\xe8me', 'Café crème'],
    ['utf-8', 'Caf\xc3\xa9\x8d\nMAR\xc3\x8d\nx', 'Café MARÍ\nx'],
  ])('the line break of a full line is no letter of %s', async (encoding, written, read) => {
    const memo = Buffer.concat([Buffer.alloc(512), Buffer.from(`${written}\x1a`, 'latin1')]);
    for (const language of encoding === 'utf-8' ? [0x00, 0x03] : [0x03]) {
      const fields = [code, text];
      const records = [['1', '         1']];
      const bytes = tableBytes({ version: 0x83, language, fields, records });
      const pair = await readPair(bytes, fileOf('a.dbt', memo));
      expect(pair.refusal).toBeUndefined();
      expect(pair.reader?.dialect.encoding).toBe(encoding);
      expect(cellsOf(pair)).toEqual([['1', read]]);
    }
  });

  it('a memo that is not there is the fault of its cell, and the row still names its article', async () => {
    const read = await readPair(table('        99'), fileOf('a.dbt', Buffer.alloc(512)));
    expect(cellsOf(read)).toEqual([['1', '']]);
    expect(read.faults).toMatchObject([{ code: 'ROW_STRUCTURE', row: 1, column: 'DESC' }]);
    expect(read.faults[0]!.remedy).toContain('both together');
  });

  it('needs the memo file only where the mapping asks for its column', async () => {
    const open = () => dbf.open({ files: [fileOf('a.dbf', table('         1'))], options: {} });
    const one = await open();
    if ('refusal' in one) throw new Error(one.refusal.rule);
    one.reader.column('CODE');
    expect((await one.reader.batches().next()).value).toMatchObject({ records: [{ row: 1 }] });
    one.reader.column('DESC');
    expect((await one.reader.batches().next()).value).toMatchObject({
      refusal: {
        code: 'FILE_STRUCTURE',
        column: 'DESC',
        remedy: expect.stringContaining('companions: ["{stem}.dbt"]'),
      },
    });
    const memo = Buffer.concat([Buffer.alloc(512), Buffer.from('one\x1a')]);
    const { reader } = await readPair(table('         1'), fileOf('a.dbt', memo));
    reader!.column('DESC');
    expect((await reader!.batches().next()).value).toMatchObject({ records: [{ row: 1 }] });
  });
});
