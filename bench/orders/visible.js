import fs from 'node:fs';
import path from 'node:path';
import { writerOf } from '../../dist/adapters/writers.js';
import { systemClock } from '../../dist/src/clock.js';
import { createOrderFlow } from '../../dist/src/orders/flow.js';
import { openOrdersStore } from '../../dist/src/store/orders-store.js';
import { claim, folder } from './disk.js';
import { answer, detailOf, json, pageSize, range, summaryOf } from './market.js';

/** New orders come while those from before the first start are read; each is timed from its page to its file. */
export async function becomingVisible(count) {
  const place = path.join(folder, 'visible');
  const store = openOrdersStore(path.join(folder, 'visible.db'));
  const old = range(1, count);
  const fresh = [];
  const storedAt = new Map();
  const waits = [];
  const perPage = 10;
  const wanted = Math.min(1_000, count);
  const reads = {
    async orderPage({ cursor }, _limit, { signal: ended }) {
      await systemClock.sleep(10, ended);
      const place = Number(cursor ?? 0);
      const before = place < count;
      const ids = before
        ? old.slice(place, place + pageSize)
        : range(count + 1 + fresh.length, perPage);
      if (!before && fresh.length < wanted) fresh.push(...ids);
      const isOver = !before && ids[0] > count + wanted;
      const items = (isOver ? [] : ids).map((id) => ({
        id: String(id),
        version: 'v1',
        summary: summaryOf(id, before ? '2025-06-01T00:00:00Z' : '2026-06-01T00:00:00Z'),
      }));
      for (const { id } of before ? [] : items) storedAt.set(id, performance.now());
      return {
        ok: { items, undecodable: [], nextCursor: String(place + items.length), hasMore: before },
        answer: { ...answer, headers: { date: '2026-01-01T00:00:00Z' } },
      };
    },
    async order(id, { signal: ended }) {
      await systemClock.sleep(20, ended);
      return { ok: { version: 'v1', status: 'PLACED', detail: detailOf(id) }, answer };
    },
  };
  const flow = createOrderFlow(
    {
      store,
      clock: systemClock,
      reads,
      json,
      writer: writerOf('json'),
      newOutboxId: 'bench',
      claimOutbox: () => claim(place),
      failed: (cause) => {
        throw cause;
      },
    },
    {
      startFrom: '1970-01-01T00:00:00Z',
      pollEvery: 200,
      pollGapMs: 200,
      outbox: {
        folder: place,
        goLive: 'all',
        statuses: 'all',
        origins: ['buyer'],
        acknowledge: 'none',
        watchdog: 1e9,
      },
      accept: 'manual',
      keepDetails: 1e12,
    },
  );
  flow.start();
  while (waits.length < wanted) {
    await systemClock.sleep(5);
    // Taken at once: listing thousands of files every few ms would be a load of the yardstick's own.
    for (const name of fs.existsSync(place) ? fs.readdirSync(place) : []) {
      const id = name.split('-')[1];
      if (id === undefined || name.startsWith('.')) continue;
      fs.unlinkSync(path.join(place, name));
      if (storedAt.has(id)) waits.push(performance.now() - storedAt.get(id));
    }
  }
  await flow.stop();
  store.close();
  return waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)];
}
