import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/domain/json.ts';
import {
  type FeedEvent,
  type FeedKind,
  type FeedState,
  firstFeedState,
  nextFeedState,
  waitBeforePage,
} from '../../src/orders/feed-state.ts';
import { answerOf } from './fake-market.ts';
import { openFeed } from './open-feed.ts';

/** A full table, so that the compiler asks for every state and every event. */
const expected: Record<FeedKind, Record<FeedEvent, FeedKind>> = {
  starting: {
    pageWithMore: 'paging',
    knownPage: 'paging',
    lastPage: 'caughtUp',
    samePage: 'waiting',
    failed: 'waiting',
    refused: 'waiting',
    tooEarly: 'notBegun',
  },
  notBegun: {
    pageWithMore: 'paging',
    knownPage: 'paging',
    lastPage: 'caughtUp',
    samePage: 'waiting',
    failed: 'waiting',
    refused: 'waiting',
    tooEarly: 'notBegun',
  },
  paging: {
    pageWithMore: 'paging',
    knownPage: 'paging',
    lastPage: 'caughtUp',
    samePage: 'waiting',
    failed: 'waiting',
    refused: 'cursorRefused',
    tooEarly: 'notBegun',
  },
  caughtUp: {
    pageWithMore: 'paging',
    knownPage: 'paging',
    lastPage: 'caughtUp',
    samePage: 'waiting',
    failed: 'waiting',
    refused: 'cursorRefused',
    tooEarly: 'notBegun',
  },
  waiting: {
    pageWithMore: 'paging',
    knownPage: 'paging',
    lastPage: 'caughtUp',
    samePage: 'waiting',
    failed: 'waiting',
    refused: 'cursorRefused',
    tooEarly: 'notBegun',
  },
  cursorRefused: {
    pageWithMore: 'paging',
    knownPage: 'paging',
    lastPage: 'caughtUp',
    samePage: 'waiting',
    failed: 'waiting',
    refused: 'waiting',
    tooEarly: 'notBegun',
  },
};

const cases = Object.entries(expected).flatMap(([kind, events]) =>
  Object.entries(events).map(([event, next]) => ({ kind, event, next })),
);

const stateAfter = (events: readonly FeedEvent[], from: FeedState = firstFeedState): FeedState =>
  events.reduce(nextFeedState, from);

const pace = { pollEveryMs: 60_000, backoffMs: (failures: number) => failures * 1_000 };

describe('the feed machine', () => {
  it.each(cases)('goes from $kind by $event to $next', ({ kind, event, next }) => {
    const state = { ...firstFeedState, kind: kind as FeedKind };
    expect(nextFeedState(state, event as FeedEvent).kind).toBe(next);
  });

  it('asks at once while there is more, and at its pace when it is caught up', () => {
    expect(waitBeforePage(stateAfter([]), pace)).toBe(0);
    expect(waitBeforePage(stateAfter(['pageWithMore']), pace)).toBe(0);
    expect(waitBeforePage(stateAfter(['pageWithMore', 'lastPage']), pace)).toBe(60_000);
  });

  it('waits longer with every failure in a row, and forgets them with a page', () => {
    expect(waitBeforePage(stateAfter(['failed']), pace)).toBe(1_000);
    expect(waitBeforePage(stateAfter(['failed', 'samePage', 'failed']), pace)).toBe(3_000);
    expect(waitBeforePage(stateAfter(['failed', 'failed', 'lastPage', 'failed']), pace)).toBe(
      1_000,
    );
  });

  it('asks by instant at once after a refused cursor, but never in a hot loop of refusals', () => {
    const once = stateAfter(['lastPage', 'refused']);
    expect(waitBeforePage(once, pace)).toBe(0);
    const twice = stateAfter(['pageWithMore', 'refused'], once);
    expect(waitBeforePage(twice, pace)).toBe(1_000);
    const thrice = stateAfter(['pageWithMore', 'refused'], twice);
    expect(waitBeforePage(thrice, pace)).toBe(2_000);
    expect(waitBeforePage(stateAfter(['lastPage', 'refused'], thrice), pace)).toBe(0);
  });

  it('asks once a second while the feed always says that there is more, and nothing is new', () => {
    const known = (count: number) => Array<FeedEvent>(count).fill('knownPage');
    expect(waitBeforePage(stateAfter(known(20)), pace)).toBe(0);
    const endless = stateAfter(known(21));
    expect(waitBeforePage(endless, pace)).toBe(1_000);
    expect(waitBeforePage(stateAfter(['failed', 'knownPage'], endless), pace)).toBe(1_000);
    expect(waitBeforePage(stateAfter(['pageWithMore', 'knownPage'], endless), pace)).toBe(0);
  });

  it('fault 69: known orders are read again at once where each page leads further in time', async () => {
    const { market, turn, store, rows } = openFeed();
    const order = market.put('1');
    let pages = 0;
    market.reads.orderPage = async () => {
      pages += 1;
      const updatedAt = new Date(Date.UTC(2026, 0, 1, 0, pages)).toISOString();
      const summary = { ...market.summaryOf(order), updatedAt };
      const items = [{ id: '1', version: order.version, summary }];
      const ok = { items, undecodable: [], nextCursor: `c${pages}`, hasMore: true };
      return { ok, answer: answerOf(200) };
    };
    for (let read = 0; read < 50; read += 1) expect(waitBeforePage(await turn(), pace)).toBe(0);
    expect(
      store.log
        .events(10)
        .map(({ text }) => text)
        .join(),
    ).not.toContain('more slowly');
    expect(rows()).toEqual(['1 v1 SEEN']);
  });

  it('fault 68: more without end and without anything new is read on slowly, said once, and loses no order', async () => {
    const { market, turn, store, rows } = openFeed();
    const order = market.put('1');
    let items: { id: string; version: string; summary: JsonObject }[] = [];
    let page = 0;
    market.reads.orderPage = async () => ({
      ok: { items, undecodable: [], nextCursor: `c${++page % 2}`, hasMore: true },
      answer: answerOf(200),
    });
    for (let read = 0; read < 50; read += 1) expect((await turn()).kind).toBe('paging');
    const said = store.log.events(10).filter(({ text }) => text.includes('more slowly'));
    expect(said).toHaveLength(1);
    items = [{ id: '1', version: order.version, summary: market.summaryOf(order) }];
    expect(await turn()).toMatchObject({ knownPages: 0 });
    expect(rows()).toEqual(['1 v1 SEEN']);
  });
});
