import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { dialect, open, room, useRoom } from '../one-room.ts';

useRoom();

const source = `  sources:
    - { name: all, folder: ./out, files: "a*.csv", ${dialect}, mapping: { externalId: Nr, name: Name, availableQty: Menge } }`;

/** A full export with one stock, written so many seconds ago. */
function write(name: string, stock: number, secondsAgo: number): void {
  room.write(name, ['Nr;Name;Menge', `A1;Nagel;${stock}`]);
  const writtenAt = Date.now() / 1_000 - secondsAgo;
  fs.utimesSync(path.join(room.shop.folder, 'out', name), writtenAt, writtenAt);
}

/** The files that a pass reads, the stock after it, and what it says. */
async function passed() {
  const { runs, notes } = await room.pass();
  const files = runs.map(({ file }) => file);
  return [files, (await room.market.products())[0]?.availableQty, notes];
}
const quiet = async (stock: number) => {
  expect(await passed()).toEqual([[], stock, []]);
  await room.restart();
  expect(await passed()).toEqual([[], stock, []]);
};

describe('the newest of several full exports', () => {
  it('is the one that counts, also where it is written again under an earlier date', async () => {
    await open(source);
    write('a20261125.csv', 11, 60);
    await passed();
    write('a20261127.csv', 31, 10);
    await passed();
    write('a20261127.csv', 41, 3_600);
    expect(await passed()).toEqual([['a20261127.csv'], 41, []]);
    await quiet(41);
    write('a20261128.csv', 51, 30);
    expect(await passed()).toEqual([['a20261128.csv'], 51, []]);
  });

  it('is an older one again that somebody has copied again, and this is reported', async () => {
    await open(source);
    write('a1.csv', 11, 60);
    await passed();
    write('a2.csv', 31, 30);
    await passed();
    write('a1.csv', 11, 0);
    expect(await passed()).toEqual([
      ['a1.csv'],
      11,
      [
        expect.stringMatching(
          /^all: a1\.csv, read at \S+ as run 1, counts again: a2\.csv of run 2, which was read after it, is gone or counts for the older one\.$/,
        ),
      ],
    ]);
  });

  it('is the last by name where their names hold a date, and they wait together', async () => {
    await open(source);
    write('a20261123.csv', 1, 600);
    await passed();
    write('a20261125.csv', 21, 63);
    write('a20261124.csv', 11, 60);
    expect(await passed()).toEqual([['a20261125.csv'], 21, []]);
    await quiet(21);
  });

  it('is the youngest where their names hold a number alone, and the other one is reported once', async () => {
    await open(source);
    write('a902.csv', 2, 63);
    write('a901.csv', 1, 60);
    expect(await passed()).toEqual([
      ['a901.csv'],
      1,
      [
        'all: a902.csv, which comes after a901.csv by name, is dated before it and is not read: a901.csv is used.',
      ],
    ]);
    await quiet(1);
    write('a903.csv', 3, 0);
    expect(await passed()).toEqual([['a903.csv'], 3, []]);
  });

  it('is one that is dated before the last by its name and comes after it, which is reported', async () => {
    await open(source);
    write('a2026-11-25.csv', 5, 60);
    await passed();
    write('a2026-11-24.csv', 4, 0);
    expect(await passed()).toEqual([
      ['a2026-11-24.csv'],
      4,
      [
        'all: a2026-11-24.csv was read after a2026-11-25.csv, which comes after it by name: a2026-11-24.csv is used.',
      ],
    ]);
  });
});
