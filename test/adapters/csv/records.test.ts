import { describe, expect, it } from 'vitest';
import { csv } from '../../../adapters/csv/read.ts';
import { encode } from '../../../adapters/text/encode.ts';
import { fileOf, readAll } from '../text/reading.ts';

describe('csv records', () => {
  it('gives each record its bytes and their place in the file', async () => {
    const bytes = Buffer.from('\uFEFFsep=;\r\nä;b\r\n"1;\r\n""1""";2\r\n\r\n3;4');
    const opened = await csv.open({ files: [fileOf('a.csv', bytes)], options: {} });
    if ('refusal' in opened) throw new Error(opened.refusal.rule);
    const reader = opened.reader;
    const seen: string[] = [];
    for await (const { records } of reader.batches()) {
      for (const { row, offset = -1, raw = Buffer.alloc(0) } of records) {
        expect(bytes.subarray(offset, offset + raw.length)).toEqual(Buffer.from(raw));
        const again = reader.rawRows?.({ offset, row });
        expect(again?.move()).toBe('row');
        expect(again?.record()).toMatchObject({ row, offset, raw });
        seen.push(`${row}: ${Buffer.from(raw).toString()}`);
      }
    }
    expect(seen).toEqual(['2: "1;\r\n""1""";2', '4: 3;4']);
  });

  it('gives UTF-16 records bytes to compare, but no place in the file', async () => {
    const bytes = encode('\uFEFFa;b\n1;2\n', 'utf-16le');
    const opened = await csv.open({ files: [fileOf('a.csv', bytes)], options: {} });
    if ('refusal' in opened) throw new Error(opened.refusal.rule);
    const reader = opened.reader;
    for await (const { records } of reader.batches()) {
      expect(records[0]).not.toHaveProperty('offset', expect.any(Number));
      expect(Buffer.from(records[0]?.raw ?? []).toString()).toBe('1;2');
    }
    expect(reader).not.toHaveProperty('rawRows');
  });

  it('refuses UTF-16 that ends within a character as cut off', async () => {
    const bytes = encode('\uFEFFa;b\n1;2\n', 'utf-16le').subarray(0, -1);
    const { refusal } = await readAll(csv, bytes);
    expect(refusal).toMatchObject({ code: 'FILE_TRUNCATED' });
  });

  it('gives the same rows to a cursor that starts behind the header', async () => {
    const text = 'Stand heute\n\na;b\n1;"x\ny"\n\n2;z\n';
    const opened = await csv.open({
      files: [fileOf('a.csv', Buffer.from(text))],
      options: { headerRow: [3] },
    });
    if ('refusal' in opened) throw new Error(opened.refusal.rule);
    const rows = opened.reader.rawRows?.();
    const seen: unknown[] = [];
    while (rows?.move() === 'row') seen.push([rows.row, rows.record().cells()]);
    expect(seen).toEqual([
      [4, ['1', 'x\ny']],
      [6, ['2', 'z']],
    ]);
  });

  it('lets a cursor pass over rows that are known, also beyond what it has read so far', async () => {
    const line = '1;2\n';
    const lines = 300_000;
    const bytes = Buffer.from(`a;b\n${line.repeat(lines)}3;4`);
    const opened = await csv.open({ files: [fileOf('a.csv', bytes)], options: {} });
    if ('refusal' in opened) throw new Error(opened.refusal.rule);
    const rows = opened.reader.rawRows?.();
    expect(rows?.holds(line.length * lines)).toBe(true);
    rows?.skip(line.length * lines, lines);
    expect(rows?.holds(4)).toBe(false);
    expect(rows?.move()).toBe('row');
    expect(rows).toMatchObject({ row: lines + 2, isEnded: false });
    expect(rows?.record().cells()).toEqual(['3', '4']);
    expect(rows?.move()).toBe('end');
  });

  it('reads the same file twice from one reader', async () => {
    const opened = await csv.open({
      files: [fileOf('a.csv', Buffer.from('a\n1\n2\n'))],
      options: {},
    });
    if ('refusal' in opened) throw new Error(opened.refusal.rule);
    for (let time = 0; time < 2; time++) {
      let count = 0;
      for await (const { records } of opened.reader.batches()) count += records.length;
      expect(count).toBe(2);
    }
  });
});
