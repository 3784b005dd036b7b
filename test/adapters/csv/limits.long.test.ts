import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { csv } from '../../../adapters/csv/read.ts';
import {
  columnsMax,
  fieldBytesMax,
  fileBytesMax,
  rowBytesMax,
} from '../../../adapters/text/limits.ts';
import { diskFile, endlessFile, fileOf, readAll } from '../text/reading.ts';

const declared = { encoding: 'windows-1252', delimiter: ';' };
const lineFeed = 10;
const letter = 97;
const quote = 34;

describe('csv limits', () => {
  it('fault 13: a line of two gigabytes is refused after the row limit', async () => {
    let farthest = 0;
    const endless = endlessFile(2 * 1024 ** 3, (offset) => (offset === 1 ? lineFeed : letter));
    const file = {
      ...endless,
      read: (at: number, length: number) => {
        if (at + length < endless.size) farthest = Math.max(farthest, at + length);
        return endless.read(at, length);
      },
    };
    const { refusal } = await readAll(csv, file, declared);
    expect(refusal).toMatchObject({ code: 'FILE_TOO_LARGE', row: 2 });
    expect(farthest).toBeLessThan(4 * rowBytesMax);
  });

  it('fault 13: a quote that two gigabytes never close is refused, and named as the cause', async () => {
    const file = endlessFile(2 * 1024 ** 3, (offset) =>
      offset === 1 || offset % 64 === 3 ? lineFeed : offset === 2 ? quote : letter,
    );
    const { refusal } = await readAll(csv, file, declared);
    expect(refusal).toMatchObject({ code: 'FILE_TOO_LARGE', row: 2 });
    expect(refusal?.remedy).toContain('quote: none');
  });

  it('fault 13: ten million columns are refused', async () => {
    const { refusal } = await readAll(csv, Buffer.alloc(3_000_000, ';'), declared);
    expect(refusal).toMatchObject({ code: 'FILE_TOO_LARGE', row: 1 });
    expect((await readAll(csv, Buffer.alloc(10_000_000, ';'), declared)).refusal?.code).toBe(
      'FILE_TOO_LARGE',
    );
  });

  it('takes as many columns as the limit and no more', async () => {
    const header = (columns: number): string => `${'a;'.repeat(columns - 1)}a\n`;
    expect((await readAll(csv, header(columnsMax), declared)).columns).toHaveLength(columnsMax);
    expect((await readAll(csv, header(columnsMax + 1), declared)).refusal?.code).toBe(
      'FILE_TOO_LARGE',
    );
  });

  it('takes a field as long as the limit and no longer', async () => {
    const row = (length: number): string => `a;b\n1;${'x'.repeat(length)}\n`;
    expect((await readAll(csv, row(fieldBytesMax), declared)).rows).toHaveLength(1);
    expect((await readAll(csv, row(fieldBytesMax + 1), declared)).refusal?.code).toBe(
      'FILE_TOO_LARGE',
    );
  });

  it('refuses a file above the size limit without reading it', async () => {
    const file = { ...fileOf('big', ''), size: fileBytesMax + 1 };
    expect((await readAll(csv, file, declared)).refusal?.code).toBe('FILE_TOO_LARGE');
  });

  it('reads rows of a megabyte each in batches that stay small', async () => {
    const row = `1;"${'x'.repeat(1_000_000)}"\n`;
    const file = fileOf('a.csv', `a;b\n${row.repeat(40)}`);
    const opened = await csv.open({ files: [file], options: declared });
    if ('refusal' in opened) throw new Error(opened.refusal.rule);
    let count = 0;
    for await (const { records } of opened.reader.batches()) {
      expect(records.length).toBeLessThan(8);
      count += records.length;
    }
    expect(count).toBe(40);
  });

  it('does not search again for a rare quote from every row', async () => {
    // Searched for once per row, the quote behind four megabytes would take minutes.
    const file = fileOf('a.csv', `a;b\n${'1;2\n'.repeat(1_000_000)}"3";4\n`);
    const { rows } = await readAll(csv, file, declared);
    expect(rows.at(-1)).toEqual({ row: 1_000_002, cells: ['3', '4'] });
  });
});

describe('csv in bulk', () => {
  it('fault 21: streams a million rows in flat memory', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'csv-'));
    const path = join(folder, 'big.csv');
    const block = `${'ART-1;Schraube verzinkt, 100 Stück;"a ""b""";12,5;4006381333931\n'.repeat(1_000)}`;
    writeFileSync(path, Buffer.from(`a;b;c;d;e\n${block.repeat(1_000)}`, 'latin1'));
    const file = diskFile(path);
    try {
      const opened = await csv.open({ files: [file], options: declared });
      if ('refusal' in opened) throw new Error(opened.refusal.rule);
      let count = 0;
      let bytes = 0;
      const held = () => {
        const { heapUsed, arrayBuffers } = process.memoryUsage();
        return heapUsed + arrayBuffers;
      };
      // Of this process other tests hold memory too.
      const before = held();
      let peak = 0;
      for await (const { records } of opened.reader.batches()) {
        count += records.length;
        for (const record of records) bytes += record.raw?.length ?? 0;
        if (count % 51_200 === 0) peak = Math.max(peak, held() - before);
      }
      expect(count).toBe(1_000_000);
      expect(bytes).toBe(file.size - 'a;b;c;d;e\n'.length - count);
      expect(peak).toBeLessThan(256 * 1024 ** 2);
    } finally {
      file.close();
      rmSync(folder, { recursive: true });
    }
  });
});
