import { describe, expect, it } from 'vitest';
import { csv } from '../../../adapters/csv/read.ts';
import { BlockBuilder, KnownBlocks } from '../../../src/catalog/pass/known-blocks.ts';
import { rowHashers } from '../../../src/catalog/pass/row-hash.ts';
import type { RawRows } from '../../../src/domain/adapter.ts';

async function rowsOf(text: string): Promise<RawRows> {
  const bytes = Buffer.from(`Nr;Name\n${text}`);
  // As a file of the spool: into the reader's own room.
  const read = (offset: number, length: number, into = Buffer.alloc(length)): Uint8Array =>
    into.subarray(0, bytes.copy(into, 0, offset, offset + length));
  const opened = await csv.open({
    files: [{ name: 'a.csv', size: bytes.length, read }],
    options: { delimiter: ';' },
  });
  const rows = 'reader' in opened ? opened.reader.rawRows?.() : undefined;
  if (rows === undefined) throw new Error('no rows');
  return rows;
}

const everyRow = (_record: number): boolean => true;

async function blocksOf(text: string, most: number, isKnown = everyRow): Promise<Int32Array> {
  const builder = new BlockBuilder((await rowHashers(5n)).one(), most);
  const rows = await rowsOf(text);
  while (rows.move() === 'row') builder.add(rows);
  return builder.take(isKnown);
}

/** What each block says of itself: records, lines, bytes, whether it may be settled. */
async function toldOf(text: string, most: number, isKnown = everyRow): Promise<unknown[]> {
  const blocks = await blocksOf(text, most, isKnown);
  return Array.from({ length: blocks.length / 5 }, (_, at) => {
    const [records, lines, bytes, low, high] = blocks.subarray(at * 5, at * 5 + 5);
    return [records, lines, bytes, low !== 0 || high !== 0];
  });
}

describe('blocks of rows', () => {
  it('hold so many rows, and the rest', async () => {
    expect(await toldOf('1;a\n2;b\n3;c\n', 2)).toEqual([
      [2, 2, 8, true],
      [1, 1, 4, true],
    ]);
  });

  it('count the lines that a person sees, blank ones inside too, and no line break inside quotes', async () => {
    expect(await toldOf('1;a\r\n\r\n2;"b\nc"\r\n3;d\r\n', 3)).toEqual([[3, 4, 21, true]]);
  });

  it('never hold a last row without a line end: more of it may come', async () => {
    expect(await toldOf('1;a\n2;b', 2)).toEqual([
      [1, 1, 4, true],
      [1, 1, 0, false],
    ]);
  });

  it('are void with a row that must be read', async () => {
    expect(await toldOf('1;a\n2;b\n3;c\n4;d\n', 2, (record) => record !== 2)).toEqual([
      [2, 2, 8, true],
      [2, 2, 8, false],
    ]);
  });

  it('have the hash of their own bytes or are void, however many windows pass under them', async () => {
    const row = (n: number): string => `${n};${'Nagel '.repeat(n % 50)}\n`;
    const many = Array.from({ length: 9_000 }, (_, n) => row(n)).join('');
    // Windows that hold nothing but blank lines come and go while a block is open; and a row longer than a window.
    const gap = '\n'.repeat(900_000);
    const long = `1;${'x'.repeat(300_000)}\n`;
    const text = `${many}${gap}7;a\n8;b\n${gap}9;c\n${long}${many}`;
    const blocks = [...chunks(await blocksOf(text, 16))];
    const bytes = Buffer.from(text);
    const hasher = (await rowHashers(5n)).one();
    let [from, sound, rows] = [0, 0, 0];
    for (const [records = 0, , length = 0, low, high] of blocks) {
      while (bytes[from] === 10) from += 1;
      rows += records;
      if (low !== 0 || high !== 0) {
        sound += records;
        hasher.read(bytes, from, from + length);
        expect({ low: hasher.low, high: hasher.high }).toEqual({ low, high });
      }
      from += length;
    }
    expect(rows).toBe(18_004);
    expect(sound).toBeGreaterThan(0.95 * rows);
    expect(sound).toBeLessThan(rows);
  });

  it('are found by the record that they begin with, in any order of asking', async () => {
    const lines = Array.from({ length: 40 }, (_, n) => `${n};Nagel\n`).join('');
    const known = new KnownBlocks(await blocksOf(lines, 3));
    for (const record of [0, 3, 6, 39, 12, 0, 36])
      expect(known.beginningWith(record)).toMatchObject({
        first: record,
        records: record === 39 ? 1 : 3,
      });
    for (const record of [1, 2, 38, 40, 5]) expect(known.beginningWith(record)).toBeUndefined();
  });

  it('are carried from file to file with the rows that stay', async () => {
    const hashers = await rowHashers(5n);
    const first = new KnownBlocks(await blocksOf('1;a\n2;b\n3;c\n4;d\n', 2));
    const builder = new BlockBuilder(hashers.one(), 2);
    const rows = await rowsOf('9;neu\n3;c\n4;d\n');
    rows.move();
    builder.add(rows);
    builder.carry(first.beginningWith(2)!);
    const [, carried] = [...chunks(builder.take(everyRow))];
    expect(carried).toEqual([...chunks(await blocksOf('3;c\n4;d\n', 2))][0]);
  });

  it('are all made again where rows that were put in have cut up most of them', async () => {
    const lines = Array.from({ length: 2_000 }, (_, n) => `${n};Nagel\n`).join('');
    expect(new KnownBlocks(await blocksOf(lines, 16)).beginningWith(0)).toBeDefined();
    expect(new KnownBlocks(await blocksOf(lines, 1)).beginningWith(0)).toBeUndefined();
  });
});

function* chunks(blocks: Int32Array): Generator<number[]> {
  for (let at = 0; at < blocks.length; at += 5) yield [...blocks.subarray(at, at + 5)];
}
