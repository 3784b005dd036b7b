import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { aheadOfClock } from '../../../src/catalog/intake/dated-ahead.ts';
import { systemClock } from '../../../src/clock.ts';
import { dialect, open, room, useRoom } from '../one-room.ts';

useRoom();

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const source = (keys = '') => `  sources:
    - { name: all, folder: ./out, files: "a*.csv", ${dialect}, ${keys} mapping: { externalId: Nr, name: Name, availableQty: Menge } }`;

/** An export with one stock, dated so far from now. */
function write(name: string, stock: number, aheadMs: number): void {
  room.write(name, ['Nr;Name;Menge', `A1;Nagel;${stock}`]);
  const writtenAt = (Date.now() + aheadMs) / 1_000;
  fs.utimesSync(path.join(room.shop.folder, 'out', name), writtenAt, writtenAt);
}

const stock = async () => (await room.market.products())[0]?.availableQty;
const needs = async () => (await room.catalog.needsYou()).map(({ cause }) => cause);
const hidden = (name: string) =>
  expect.stringMatching(
    new RegExp(
      `^${name}: is dated [-T:0-9]+ and is not read: a1\\.csv, read at [-T:0-9]+ by this computer’s clock, counts as the newest, because it is dated [-T:0-9]+ `,
    ),
  );

describe('fault 20: an export dated ahead of the clock', () => {
  it('is read, and one written after it needs a person, also after a restart, until it is away', async () => {
    await open(source());
    write('a1.csv', 50, 30 * dayMs);
    await room.pass();
    expect([await stock(), await needs()]).toEqual([50, []]);
    write('a2.csv', 3, 1_000);
    write('a3.csv', 0, 2_000);
    await room.pass();
    expect([await stock(), await needs()]).toEqual([50, [hidden('a3\\.csv')]]);
    await room.restart();
    expect(await needs()).toEqual([hidden('a3\\.csv')]);
    room.remove('a1.csv');
    await room.pass();
    expect([await stock(), await needs()]).toEqual([0, []]);
  });

  it('is told of for as long as it hides another, whatever time it is by then', async () => {
    await open(source());
    write('a1.csv', 50, 30_000);
    await room.pass();
    write('a2.csv', 0, 10_000);
    await room.pass();
    expect(await needs()).toEqual([hidden('a2\\.csv')]);
    const clock = { ...systemClock, now: () => systemClock.now() + dayMs };
    await room.restart(room.shop, room.post.send, { clock });
    await room.pass();
    expect([await stock(), await needs()]).toEqual([50, [hidden('a2\\.csv')]]);
    write('a3.csv', 1, dayMs);
    await room.pass();
    expect([await stock(), await needs()]).toEqual([1, []]);
  });

  it('needs a person where the clock was set back, of this computer or of the share, and the next export is dated before the last', async () => {
    await open(source());
    write('a1.csv', 50, dayMs);
    const clock = { ...systemClock, now: () => systemClock.now() + 2 * dayMs };
    await room.restart(room.shop, room.post.send, { clock });
    await room.pass();
    await room.restart();
    expect(await needs()).toEqual([]);
    write('a2.csv', 0, 0);
    await room.pass();
    expect([await stock(), await needs()]).toEqual([50, [hidden('a2\\.csv')]]);
    room.remove('a1.csv');
    await room.pass();
    expect([await stock(), await needs()]).toEqual([0, []]);
  });

  it('needs a person where a copy keeps an old time, and not where an older one comes under an older name', async () => {
    await open(source());
    write('a09.csv', 50, -dayMs);
    await room.pass();
    write('a08.csv', 7, -2 * dayMs);
    await room.pass();
    expect([await stock(), await needs()]).toEqual([50, []]);
    write('a10.csv', 0, -2_000 * dayMs);
    await room.pass();
    expect([await stock(), (await needs()).length]).toEqual([50, 1]);
  });

  it('gives way to the one that waits, and not to an older one, where it is deleted', async () => {
    await open(source());
    write('a20261123.csv', 1, -2 * dayMs);
    await room.pass();
    write('a20261124.csv', 11, -dayMs);
    await room.pass();
    write('a20261125.csv', 21, -2_000 * dayMs);
    await room.pass();
    expect([await stock(), (await needs()).length]).toEqual([11, 1]);
    room.remove('a20261124.csv');
    await room.restart();
    await room.pass();
    expect([await stock(), await needs()]).toEqual([21, []]);
    await room.restart();
    await room.pass();
    expect([await stock(), await needs()]).toEqual([21, []]);
  });

  it('is no newer export where its name has neither date nor number: a copy keeps the time of the day before', async () => {
    await open(source());
    write('a.csv', 50, 0);
    await room.pass();
    write('a_alt.csv', 7, -dayMs);
    await room.pass();
    expect([await stock(), await needs()]).toEqual([50, []]);
  });

  it('hides nothing where others with later names were beside it when it was read', async () => {
    await open(source());
    write('a-nacht.csv', 7, -dayMs);
    write('a-alt.csv', 50, 0);
    await room.pass();
    await room.restart();
    await room.pass();
    expect([await stock(), await needs()]).toEqual([50, []]);
  });

  it('hides nothing where each has been read, or the other was there before', async () => {
    await open(source());
    write('a0.csv', 7, dayMs - 1_000);
    write('a1.csv', 50, dayMs);
    await room.pass();
    expect(await needs()).toEqual([]);
    // A share whose clock is hours ahead: each export is, and each has been read.
    write('a2.csv', 40, dayMs + 2_000);
    await room.pass();
    expect([await stock(), await needs()]).toEqual([40, []]);
    await room.restart();
    await room.pass();
    expect(await needs()).toEqual([]);
  });

  it('hides nothing where each file is read', async () => {
    await open(source('pick: each,'));
    write('a1.csv', 50, dayMs);
    await room.pass();
    write('a2.csv', 3, 1_000);
    await room.pass();
    expect([await stock(), await needs()]).toEqual([3, []]);
  });

  it('is told by whoever has no memory of what was read, beyond what a time zone explains', () => {
    const now = Date.parse('2026-11-25T09:00:00Z');
    const told = (aheadMs: number) => aheadOfClock({ name: 'a.csv', mtimeMs: now + aheadMs }, now);
    expect([told(-dayMs), told(0), told(14 * hourMs)]).toEqual([undefined, undefined, undefined]);
    expect(told(dayMs)).toMatchObject({
      code: 'FILE_DATED_AHEAD',
      file: 'a.csv',
      rule: expect.stringContaining('is dated 2026-11-26T09:00:00 (UTC), ahead'),
    });
  });
});
