import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

const source = `  sources:
    - { name: all, folder: ./out, files: "a*.csv", ${dialect}, mapping: { externalId: Nr, name: Name, availableQty: Menge } }`;
const file = (stock: number) => ['Nr;Name;Menge', `A;Nagel;${stock}`];
const stock = async () => (await room.market.products())[0]?.availableQty;
const files = async () => (await passOver()).runs.map((run) => run.file);

/** A minute of this clock is half a second. */
const quick = { ...systemClock, monotonic: () => 120 * systemClock.monotonic() };

/** As an ERP that writes today's export anew: it deletes it, and gives it its name once it is whole. */
async function withoutNewest(): Promise<void> {
  await open(source);
  await passOver({ 'a1.csv': file(50) });
  await passOver({ 'a2.csv': file(0) });
  room.remove('a2.csv');
}

useRoom();

describe('an older export whose newer one has left the folder', () => {
  it('says what it waits for', async () => {
    await withoutNewest();
    void room.catalog.start();
    await expect
      .poll(async () => (await room.catalog.facts()).sources[0]?.sentence, { timeout: 20_000 })
      .toBe(
        'a1.csv, which was read before a2.csv, waits a moment, because a2.csv is no longer there.',
      );
    expect(await stock()).toBe(0);
  });

  it('is read by one pass, which waits for it', async () => {
    await withoutNewest();
    await room.restart(room.shop, room.post.send, { clock: quick });
    expect(await files()).toEqual(['a1.csv']);
    expect(await stock()).toBe(50);
  });

  it('puts nothing back on sale where the newer one is written again meanwhile', async () => {
    await withoutNewest();
    const pass = passOver();
    await expect
      .poll(async () => (await room.catalog.facts()).sources[0]?.lastLookedAt, { timeout: 20_000 })
      .toBeTruthy();
    room.write('a2.csv', file(1));
    expect((await pass).runs.map((run) => run.file)).toEqual(['a2.csv']);
    expect(await stock()).toBe(1);
  });

  it('is read at once where it was written again itself, or had never been read', async () => {
    await withoutNewest();
    room.write('a1.csv', file(7));
    expect(await files()).toEqual(['a1.csv']);
    room.remove('a1.csv');
    room.write('a0.csv', file(8));
    const before = new Date(Date.now() - 60_000);
    fs.utimesSync(path.join(room.shop.folder, 'out/a0.csv'), before, before);
    expect(await files()).toEqual(['a0.csv']);
  });
});
