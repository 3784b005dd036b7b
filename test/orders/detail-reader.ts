import { afterEach } from 'vitest';
import { createDetailReader } from '../../src/orders/detail.ts';
import { createFeed } from '../../src/orders/feed.ts';
import { type OrdersStore, openOrdersStore } from '../../src/store/orders-store.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { FakeMarket } from './fake-market.ts';
import { jsonText } from './world.ts';

const stores: OrdersStore[] = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.close();
});

/** A feed and both readers of details over a market in memory. */
export function openReader(pendingMax = 100) {
  const store = openOrdersStore(':memory:');
  stores.push(store);
  const market = new FakeMarket();
  const clock = new FakeClock();
  const deps = { store, clock, reads: market.reads, json: jsonText };
  const feed = createFeed(deps, {
    startFrom: '1970-01-01T00:00:00.000Z',
    goLive: 'all',
    statuses: ['PLACED', 'CANCELLED'],
    origins: ['buyer', 'operator', 'counterSale'],
  });
  const reader = createDetailReader(deps, { pendingMax, background: false });
  const backfill = createDetailReader(deps, { pendingMax, background: true });
  const { signal } = new AbortController();
  return {
    store,
    market,
    clock,
    poll: () => feed.turn(signal),
    read: () => reader.turn(signal),
    readBackfill: () => backfill.turn(signal),
    reader,
    states: (id: string) =>
      store.lookup.versions(id).map(({ version, state }) => `${version} ${state}`),
  };
}
