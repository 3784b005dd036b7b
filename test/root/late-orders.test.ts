import { expect, it } from 'vitest';
import { watchFeed } from '../../src/late-orders.ts';
import { stopped } from '../status/status-facts.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { sampleFacts } from '../web/sample-facts.ts';

const minute = 60_000;

it('orders that are not read for long need a person although the marketplace answers, with a page of a proxy as well', async () => {
  const clock = new FakeClock();
  const lastFailure = 'The feed was not read: 200, which is not valid JSON.';
  const feed = { state: 'waiting', pollEveryMs: minute, lastPollAt: clock.now(), lastFailure };
  let sending: object = { lanes: [] };
  const watch = watchFeed({
    clock,
    door: { exchange: { facts: () => sending } },
    orders: { flow: { facts: () => ({ ...sampleFacts.orders, feed }) } },
  } as never);
  await clock.pass(4 * minute);
  expect(watch.needsYou()).toEqual([]);
  await clock.pass(2 * minute);
  expect(watch.needsYou()).toMatchObject([
    { what: 'Orders are not read.', cause: `Orders were last read 6 minutes ago. ${lastFailure}` },
  ]);
  // Asked to wait for a day, nobody asks, and no read fails.
  sending = { lanes: [], waitsUntil: Date.UTC(2026, 10, 29) };
  expect(watch.needsYou()[0]?.cause).toMatch(
    /The marketplace asked to wait until 2026-11-29T00:00:00.000Z\.$/,
  );
  // What stops other requests alone is another thing.
  sending = stopped;
  expect(watch.needsYou()).toHaveLength(1);
  // What stops orders is told as one thing.
  sending = { lanes: stopped.lanes.map((of) => ({ ...of, lane: 'orders' })) };
  expect(watch.needsYou()).toEqual([]);
});
