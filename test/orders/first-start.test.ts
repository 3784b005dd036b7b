import { describe, expect, it } from 'vitest';
import type { FeedOptions } from '../../src/orders/feed.ts';
import { isAtEnd } from '../../src/orders/feed-state.ts';
import type { FakeClock } from '../support/fake-clock.ts';
import { answerOf, FakeMarket } from './fake-market.ts';
import { openFeed } from './open-feed.ts';

const minuteMs = 60_000;
const down = answerOf(503, { type: 'MAINTENANCE' });

/** The marketplace is first asked at this moment and answers half an hour later, by the same clock. */
async function openLate(options: Partial<FeedOptions>) {
  const market = new FakeMarket();
  const opened = openFeed(options, market);
  const { clock, turn } = opened;
  const startedAt = clock.now();
  tellTheTime(market, clock);
  market.pageFaults = [down];
  await turn();
  await clock.pass(30 * minuteMs);
  return { ...opened, startedAt };
}

function tellTheTime(market: FakeMarket, clock: FakeClock): void {
  const { orderPage } = market.reads;
  market.reads.orderPage = async (...asked) => {
    const read = await orderPage(...asked);
    const date = new Date(clock.now()).toUTCString();
    return 'ok' in read ? { ...read, answer: { ...read.answer, headers: { date } } } : read;
  };
}

describe('a first start that the marketplace answers only later', () => {
  it('begins with startFrom: now five minutes before it was first asked', async () => {
    const { market, turn, startedAt } = await openLate({ startFrom: 'now' });
    await turn();
    const updatedAfter = new Date(startedAt - 5 * minuteMs).toISOString();
    expect(market.asked.at(-1)).toEqual({ updatedAfter });
  });

  it('takes no order that was placed meanwhile for one of before it', async () => {
    const { market, turn, startedAt, store } = await openLate({ goLive: 'none' });
    market.put('1', { summary: { updatedAt: new Date(startedAt + minuteMs).toISOString() } });
    market.put('2', { summary: { updatedAt: new Date(startedAt - minuteMs).toISOString() } });
    await turn();
    expect(store.lookup.newest('1')?.state).toBe('SEEN');
    expect(store.lookup.newest('2')?.state).toBe('SKIPPED');
  });
});

describe('a first start before orders.startFrom', () => {
  const begun = '2030-01-01T00:00:00.000Z';

  it('stores no place and says what it waits for, so that a mistyped year can be corrected', async () => {
    const { feed, turn, store } = openFeed({ startFrom: begun });
    expect(await turn()).toMatchObject({ kind: 'notBegun', failures: 0 });
    expect(feed.begins()).toBe(begun);
    expect(feed.lastFailure()).toBeUndefined();
    expect(store.journal.position()).toBeUndefined();
  });

  it('is waited for no longer than a read: a planned start is none that fails', async () => {
    const { feed, market, turn } = openFeed({ startFrom: begun });
    market.pageFaults = [down];
    expect(await turn()).toMatchObject({ kind: 'waiting' });
    expect(feed.lastFailure()).toContain('MAINTENANCE');
    expect(isAtEnd(await turn())).toBe(true);
    expect(feed.lastFailure()).toBeUndefined();
  });

  it('begins once the service has come there', async () => {
    const { clock, feed, market, turn, store } = openFeed({ startFrom: begun });
    tellTheTime(market, clock);
    await turn();
    await clock.pass(Date.parse(begun) - clock.now());
    expect(await turn()).toMatchObject({ kind: 'caughtUp' });
    expect(feed.begins()).toBeUndefined();
    expect(store.journal.position()).toMatchObject({ updated_after: begun });
  });

  it('is that of goLive, whenever the program that reads is started', async () => {
    const { clock, create, market, turn, store } = openFeed({ startFrom: begun, goLive: 'none' });
    tellTheTime(market, clock);
    await turn();
    await clock.pass(Date.parse(begun) + 60 * minuteMs - clock.now());
    market.put('1').updatedAt = '2030-01-01T00:30:00.000Z';
    await create().turn(new AbortController().signal);
    expect(store.lookup.newest('1')?.state).toBe('SEEN');
  });
});

describe('a place in the feed that an older version stored and that is still to come', () => {
  const mistyped = '2062-01-01T00:00:00.000Z';
  const meant = '2026-01-01T00:00:00.000Z';

  function openAhead(startFrom: string) {
    const opened = openFeed({ startFrom });
    const { clock, market, store } = opened;
    tellTheTime(market, clock);
    store.journal.begin(mistyped, clock.now());
    return { ...opened, place: () => store.journal.position()?.updated_after };
  }

  it('is left for orders.startFrom once that is corrected, and the orders since then are read', async () => {
    const { market, turn, store, place, clock } = openAhead(meant);
    await turn();
    market.put('1').updatedAt = new Date(clock.now()).toISOString();
    expect(place()).toBe(meant);
    expect(await turn()).toMatchObject({ kind: 'caughtUp' });
    expect(store.lookup.newest('1')?.state).toBe('SEEN');
  });

  it('is left for the first start with orders.startFrom: now', async () => {
    const { turn, place, clock } = openAhead('now');
    const first = clock.now();
    await turn();
    expect(place()).toBe(new Date(first - 5 * minuteMs).toISOString());
  });

  it('is left for the first start, too, where that had its time from a clock years ahead', async () => {
    const { market, turn, store } = openFeed({ startFrom: 'now' });
    const ok = { items: [], undecodable: [], nextCursor: 'a', hasMore: false };
    let date = 'Fri, 31 Dec 9999 23:59:59 GMT';
    market.reads.orderPage = async () => ({ ok, answer: { ...answerOf(200), headers: { date } } });
    await turn();
    date = 'Sat, 10 Jan 2026 12:00:00 GMT';
    await turn();
    const place = { cursor: null, updated_after: '2026-01-10T11:55:00.000Z' };
    expect(store.journal.position()).toMatchObject(place);
  });

  it('is reported as a start that is still to come where orders.startFrom says the same', async () => {
    const { feed, turn, place } = openAhead(mistyped);
    await turn();
    expect(place()).toBe(mistyped);
    expect(feed.begins()).toBe(mistyped);
  });
});

it('fault 69: a refused cursor reads again from no later than a day before now, whatever date an order has', async () => {
  const { market, turn, rows } = openFeed();
  market.put('1').updatedAt = '9999-12-31T23:59:59.000Z';
  await turn();
  market.put('2');
  market.pageFaults = [answerOf(410, { type: 'CURSOR_GONE' })];
  await turn();
  await turn();
  const updatedAfter = expect.stringMatching(/^2026-01-09T12:00/);
  expect(market.asked.at(-1)).toEqual({ updatedAfter });
  expect(rows()).toContain('2 v2 SEEN');
});
