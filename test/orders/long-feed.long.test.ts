import { expect, it } from 'vitest';
import { seeded } from '../support/seeded.ts';
import { LongFeed } from './long-feed.ts';
import { World } from './world.ts';

/** ORDER_COUNT=100000 is the long run: pages of 100 and a restart every 100 of them, and every 10,000 reads. */
const orders = Number(process.env['ORDER_COUNT'] ?? 2_000);
const isLong = orders > 2_000;
const pageSize = isLong ? 100 : 50;
const restartEvery = orders >= 100_000 ? 100 : 20;
const versionsMax = isLong ? 5 : 3;

it('fault 73: every final version is written once, every other written or superseded, without a gap', {
  timeout: 3_600_000,
}, async () => {
  const feed = new LongFeed({ orders, versionsMax, pageSize, random: seeded(orders) });
  const world = new World();
  const { commands, ...options } = world.options;
  world.options = { ...options, outbox: { ...options.outbox, goLive: 'all' } };
  world.deps = () => ({ reads: feed.reads });
  const taken = new Map<number, string>();
  const take = () => {
    for (const file of world.orderFiles())
      taken.set(Number(file['sequence']), `${file['orderId']} ${file['version']}`);
    world.take();
  };
  let restarts = 0;
  try {
    for (let isOver = false; !isOver; restarts += 1) {
      world.restart();
      const ended = new AbortController();
      feed.onPage = (pages) => pages % restartEvery === 0 && ended.abort();
      feed.onRead = (reads) => reads % (restartEvery * pageSize) === 0 && ended.abort();
      await world.flow.pass({ waitMs: 3_600_000, signal: ended.signal });
      if (world.failure !== undefined) throw world.failure;
      take();
      isOver = !ended.signal.aborted;
    }
    const written = [...taken.values()];
    expect([...taken.keys()]).toEqual(written.map((_, index) => index + 1));
    expect(new Set(written).size).toBe(written.length);
    const all = new Set(written);
    for (let id = 1; id <= orders; id += 1) {
      if (!all.has(`${id} ${feed.versionOf(id)}`)) throw new Error(`order ${id} is lost`);
      for (const row of world.store.lookup.versions(String(id))) {
        const isWritten = all.has(`${id} ${row.version}`);
        if (
          isWritten !== (row.state === 'WRITTEN') ||
          !['WRITTEN', 'SUPERSEDED'].includes(row.state)
        )
          throw new Error(`order ${id} ${row.version} is ${row.state}`);
      }
    }
    expect(restarts).toBeGreaterThan(2);
  } finally {
    await world.close();
  }
});
