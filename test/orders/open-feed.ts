import { onTestFinished } from 'vitest';
import { createFeed, type FeedOptions } from '../../src/orders/feed.ts';
import { openOrdersStore } from '../../src/store/orders-store.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { FakeMarket } from './fake-market.ts';
import { jsonText } from './world.ts';

const everything: FeedOptions = {
  startFrom: '1970-01-01T00:00:00.000Z',
  goLive: 'all',
  statuses: 'all',
  origins: ['buyer', 'operator', 'counterSale'],
};

/** A feed over a journal in memory, which ends with its test. */
export function openFeed(options: Partial<FeedOptions> = {}, market = new FakeMarket()) {
  const store = openOrdersStore(':memory:');
  onTestFinished(() => store.close());
  const clock = new FakeClock();
  const deps = { store, clock, reads: market.reads, json: jsonText };
  const create = () => createFeed(deps, { ...everything, ...options });
  const feed = create();
  const { signal } = new AbortController();
  return {
    store,
    market,
    clock,
    feed,
    create,
    turn: () => feed.turn(signal),
    /** `order version state` of every row, in feed order. */
    rows: () =>
      [...market.orders.keys()]
        .flatMap((id) => store.lookup.versions(id))
        .toSorted((a, b) => a.id - b.id)
        .map(({ order_id, version, state }) => `${order_id} ${version} ${state}`),
  };
}
