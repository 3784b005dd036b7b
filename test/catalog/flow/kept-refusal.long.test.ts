import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LedgerEntry } from '../../support/market.ts';
import { openSender } from '../../support/sender.ts';
import { until } from '../../support/until.ts';
import { dialect, open, room, useRoom } from '../one-room.ts';
import { picture, put, take } from '../picture-room.ts';
import { ledgerEnd } from '../room.ts';

const catalog = `  vanished: unpublish
  pictures: { folder: ./bilder, removed: delete }
  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", ${dialect}, mapping: { externalId: Nr, name: Name, availableQty: Menge } }`;

const names = ['A', 'B', 'C', 'D', 'E', 'F'];
const articles = (of: { name?: string; stock?: number; without?: string } = {}) => {
  const rows = names
    .filter((id) => id !== of.without)
    .map(
      (id) =>
        `${id};${id === 'A' ? (of.name ?? 'Nagel') : 'Mutter'};${id === 'A' ? (of.stock ?? 5) : 5}`,
    );
  room.write('artikel.csv', ['Nr;Name;Menge', ...rows]);
};

const kinds = [
  {
    kind: 'batch upsert',
    at: 'POST ^.*/products/batch$',
    change: () => articles({ name: 'Stift' }),
  },
  { kind: 'batch stock', at: 'PUT ^.*/batch/stock$', change: () => articles({ stock: 7 }) },
  { kind: 'delete', at: 'DELETE ^.*/products/F$', change: () => articles({ without: 'F' }) },
  {
    kind: 'image commit',
    at: 'POST ^.*/images/commit$',
    change: () => put('A.png', picture('neu')),
  },
  { kind: 'image delete', at: 'DELETE ^.*/images$', change: () => take('B.png') },
];

useRoom();

/** Ten minutes last a tenth of a second. */
const speed = 6_000;

let stop = new AbortController();

/** A new process over the same folders. */
async function restart(times = speed): Promise<void> {
  stop.abort();
  stop = new AbortController();
  const { signal } = stop;
  const { sender } = openSender(room.market.url, times);
  await room.restart(room.shop, (mutation) => sender.send(mutation, signal));
}

/** What stands on the marketplace already, and what happens to the next requests of a kind: the first rule that fits. */
async function prepare(at: string, weather: readonly object[]): Promise<number> {
  await open(catalog, { idempotency: { store: 'all', forbidden: 'kept' } });
  await restart();
  fs.mkdirSync(path.join(room.shop.folder, 'bilder'));
  articles();
  for (const id of names) put(`${id}.png`, picture(id));
  await room.pass();
  const [method, where] = at.split(' ');
  for (const rule of weather)
    await room.market.sandbox.control('POST', '/sandbox/weather', {
      ...rule,
      method,
      path: where,
      count: 1,
    });
  return ledgerEnd(room.market);
}

async function callsOf(at: string, since: number): Promise<readonly LedgerEntry[]> {
  const [method, where = ''] = at.split(' ');
  const calls = await room.market.mutations(since);
  return calls.filter((call) => call.method === method && new RegExp(where).test(call.path));
}

const forbidden = { kind: 'status', type: 'FORBIDDEN' };

describe('a 403 that the marketplace keeps under its key', () => {
  it.each(kinds)('does not keep a $kind off once its cause is gone', async ({ at, change }) => {
    const since = await prepare(at, [forbidden]);
    change();
    expect((await room.pass()).isBusy).toBe(false);
    const calls = await callsOf(at, since);
    expect(calls.map(({ status, replayed }) => [Math.floor(status / 100), replayed])).toEqual([
      [4, false],
      [2, false],
    ]);
    const [first, second] = calls;
    expect(second).toMatchObject({ path: first!.path, body: first!.body });
    expect(second!.key).not.toBe(first!.key);
    expect(second!.effects).toHaveLength(1);
  });

  it.each(kinds)(
    'leaves a $kind its key where an attempt before it got no answer',
    async ({ at, change }) => {
      const since = await prepare(at, [{ kind: 'reset' }, forbidden]);
      change();
      const pass = room.pass();
      await until('the kept answer comes', async () => (await callsOf(at, since))[3]?.replayed);
      await room.market.sandbox.control('POST', '/sandbox/clock', { advanceSeconds: 86_401 });
      expect((await pass).isBusy).toBe(false);
      const calls = await callsOf(at, since);
      expect(new Set(calls.map(({ key }) => key)).size).toBe(1);
      expect(calls.flatMap(({ effects }) => effects)).toHaveLength(1);
    },
  );

  it('holds nothing back where the program was stopped meanwhile, and its cause is gone only later', async () => {
    const [upsert] = kinds;
    const { at, change } = upsert!;
    const since = await prepare(at, [forbidden, forbidden]);
    await restart(1);
    change();
    const pass = room.pass(1_000);
    const refused = await until('it is refused', async () => (await callsOf(at, since))[0]);
    const { requests } = room.catalog.store;
    await until('it waits under a new key', () => requests.open()[0]?.key !== refused.key);
    await pass;
    await restart();
    await room.pass();
    const calls = await callsOf(at, since);
    expect(calls.map(({ status }) => status)).toEqual([403, 403, 200]);
    expect(new Set(calls.map(({ key }) => key)).size).toBe(3);
  });
});
