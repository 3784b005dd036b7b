import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/domain/json.ts';
import { answerOf, number } from './fake-market.ts';
import { openFeed } from './open-feed.ts';
import { jsonText } from './world.ts';

/** What a page says beside its place and its items. */
const plain = { hasMore: false, newestUpdatedAt: null, at: 0, seenAt: 0, skip: () => undefined };

describe('the feed', () => {
  it('stores a page and its cursor together and goes on from there, byte for byte (I1, I7)', async () => {
    const { market, turn, store, rows } = openFeed();
    market.pageSize = 2;
    for (const id of ['1', '2', '3']) market.put(id);
    expect((await turn()).kind).toBe('paging');
    expect((await turn()).kind).toBe('caughtUp');
    expect(market.asked).toEqual([
      { updatedAfter: '1970-01-01T00:00:00.000Z' },
      { cursor: 'cursor+/=%2' },
    ]);
    expect(rows()).toEqual(['1 v1 SEEN', '2 v2 SEEN', '3 v3 SEEN']);
    expect(store.journal.position()).toMatchObject({ cursor: 'cursor+/=%3', pages: 2 });
  });

  it('fault 63: of a page that could not be stored nothing stands, neither rows nor cursor', async () => {
    const { turn, store } = openFeed();
    await turn();
    const before = store.journal.position();
    const page = {
      asked: before?.cursor ?? null,
      nextCursor: 'next',
      items: [item('1', 'v1'), item('2', 'v2')],
      ...plain,
    };
    expect(store.journal.storePage({ ...page, asked: 'another cursor' })).toBeUndefined();
    const diskFails = ({ orderId }: { orderId: string }) => {
      if (orderId === '2') throw new Error('disk I/O error');
      return undefined;
    };
    expect(() => store.journal.storePage({ ...page, skip: diskFails })).toThrow('disk I/O');
    expect(store.lookup.list({ limit: 9 })).toEqual([]);
    expect(store.journal.position()).toEqual(before);
    expect(store.journal.storePage(page)).toBe(2);
    expect(store.journal.position()?.cursor).toBe('next');
  });

  it('fault 64: the same version served again, on one page or the next, is one row', async () => {
    const { market, turn, rows, create } = openFeed();
    const order = market.put('1');
    const item = { id: '1', version: order.version, summary: market.summaryOf(order) };
    const page = { items: [item, item, item], undecodable: [], nextCursor: 'a', hasMore: true };
    market.reads.orderPage = async () => ({ ok: page, answer: answerOf(200) });
    await turn();
    market.reads.orderPage = async () => ({
      ok: { ...page, nextCursor: 'b', hasMore: false },
      answer: answerOf(200),
    });
    await turn();
    await create().turn(new AbortController().signal);
    expect(rows()).toEqual(['1 v1 SEEN']);
  });

  it('fault 65: versions are opaque: as long, as alike and as strange as they come', () => {
    const { store } = openFeed();
    store.journal.begin('1970-01-01T00:00:00Z', 0);
    const version = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 50 }),
      fc.constantFrom('1', '1.0', '01', 'a', 'A', 'ä', 'a\u0308', 'x'.repeat(4096), ' ', 'null'),
    );
    const known = new Set<string>();
    let cursor: string | null = null;
    fc.assert(
      fc.property(fc.constantFrom('1', '2'), version, fc.string(), (orderId, token, next) => {
        const nextCursor: string = next || 'cursor';
        const fresh = store.journal.storePage({
          asked: cursor,
          nextCursor,
          items: [item(orderId, token)],
          ...plain,
        });
        const name = JSON.stringify([orderId, token]);
        expect(fresh).toBe(known.has(name) ? 0 : 1);
        known.add(name);
        cursor = nextCursor;
        expect(store.journal.position()?.cursor).toBe(nextCursor);
        expect(store.lookup.version(orderId, token)?.version).toBe(token);
      }),
    );
  });

  it('fault 68: an empty page moves the cursor on', async () => {
    const { market, turn, store } = openFeed();
    market.reads.orderPage = async () => ({
      ok: { items: [], undecodable: [], nextCursor: 'echo', hasMore: false },
      answer: answerOf(200),
    });
    expect((await turn()).kind).toBe('caughtUp');
    expect(store.journal.position()?.cursor).toBe('echo');
  });

  it('fault 68: more of the same page is asked for ever more slowly, and said once', async () => {
    const { market, turn, feed, store, rows } = openFeed();
    const order = market.put('1');
    const items = [{ id: '1', version: order.version, summary: market.summaryOf(order) }];
    market.reads.orderPage = async () => ({
      ok: { items, undecodable: [], nextCursor: 'same', hasMore: true },
      answer: answerOf(200),
    });
    expect((await turn()).kind).toBe('paging');
    expect(await turn()).toMatchObject({ kind: 'waiting', failures: 1 });
    expect(await turn()).toMatchObject({ kind: 'waiting', failures: 2 });
    expect(feed.lastFailure()).toContain('same place');
    const said = store.log.events(10).filter(({ text }) => text.includes('same place'));
    expect(said).toHaveLength(1);
    expect(rows()).toEqual(['1 v1 SEEN']);
  });

  it('fault 69: a refused cursor reads again from a day before the last change, loses nothing and says so', async () => {
    const { market, turn, store, rows } = openFeed();
    market.put('1');
    await turn();
    market.put('2');
    market.pageFaults = [answerOf(400, { type: 'ERROR', detail: 'malformed cursor' })];
    expect((await turn()).kind).toBe('cursorRefused');
    expect((await turn()).kind).toBe('caughtUp');
    expect(market.asked.at(-1)).toEqual({ updatedAfter: '2026-01-09T12:00:01.000Z' });
    expect(rows()).toEqual(['1 v1 SEEN', '2 v2 SEEN']);
    expect(store.log.events(1)[0]?.text).toContain('refused our place');
  });

  it.each([
    [404, 'ERROR'],
    [410, 'ERROR'],
    [410, 'CURSOR_GONE'],
    [422, 'VALIDATION_ERROR'],
  ])(
    'fault 69: with nothing stored yet a cursor refused by %i %s reads again from where the feed began',
    async (status, type) => {
      const { market, turn } = openFeed();
      await turn();
      market.pageFaults = [answerOf(status, { type })];
      await turn();
      await turn();
      expect(market.asked.at(-1)).toEqual({ updatedAfter: '1970-01-01T00:00:00.000Z' });
    },
  );

  it('waits and keeps its place when the marketplace fails or the key lacks a right', async () => {
    const { market, turn, store, feed } = openFeed();
    await turn();
    const before = store.journal.position()?.cursor;
    market.pageFaults = [
      answerOf(500, { type: 'INTERNAL_ERROR' }),
      answerOf(403, { type: 'FORBIDDEN' }),
      answerOf(410, { type: 'INSTANCE_GONE' }),
      { kind: 'none', cause: 'timeout', detail: 'no answer in 30 s' },
    ];
    for (const failures of [1, 2, 3, 4]) {
      expect(await turn()).toMatchObject({ kind: 'waiting', failures });
    }
    expect(feed.lastFailure()).toContain('no answer in 30 s');
    expect(store.journal.position()?.cursor).toBe(before);
    await turn();
    expect(feed.lastFailure()).toBeUndefined();
  });

  it('fault 72: unknown states, unknown fields and missing ones are stored as they came', async () => {
    const { market, turn, store } = openFeed({ statuses: ['PLACED'], goLive: 'open' });
    const order = market.put('1', { status: 'ON_HOLD', summary: { colour: 'blue' } });
    const { customerKind, buyerId, ...less } = market.summaryOf(order);
    market.summaryOf = () => less;
    await turn();
    const [row] = store.lookup.versions('1');
    expect(row).toMatchObject({ status: 'ON_HOLD', state: 'SEEN' });
    expect(row?.summary).toContain('"colour":"blue"');
    expect(row?.summary).toContain('"totalAmount":12.50');
    expect(row?.summary).not.toMatch(/customerKind|buyerId/);
  });

  it('fault 72: whatever else the service says of an order, it is stored digit by digit', async () => {
    const { market, turn, store } = openFeed();
    const value = fc.oneof(
      fc.jsonValue({ noUnicodeString: false }).map((json) => jsonText.parse(JSON.stringify(json))),
      fc.constantFrom('12.50', '9007199254740993', '1e400').map((text): Json => number(text)),
      fc.constant(null),
    );
    const name = fc.string({ minLength: 1 }).map((text) => `new ${text}`);
    const known = fc.constantFrom('status', 'customerKind', 'buyerId', 'annulled', 'voidReason');
    const word = fc.constantFrom('ON_HOLD', 'INTERNAL_PARTNER', 'placed', '');
    let id = 0;
    const served = fc.record({ fields: fc.dictionary(name, value), known, word });
    const check = async (each: { fields: Record<string, Json>; known: string; word: string }) => {
      id += 1;
      const order = market.put(String(id), {
        summary: { ...each.fields, [each.known]: each.word || null },
      });
      await turn();
      const [row, ...more] = store.lookup.versions(String(id));
      expect(more).toEqual([]);
      expect(row?.summary).toBe(jsonText.write(market.summaryOf(order)));
    };
    await fc.assert(fc.asyncProperty(served, check), { numRuns: 60 });
  });

  it('passes over an item without an id, tells it, and goes on', async () => {
    const { market, turn, store } = openFeed();
    market.reads.orderPage = async () => ({
      ok: {
        items: [],
        undecodable: [
          {
            index: 0,
            item: { orderNumber: 'N-7', customerName: 'Erika Muster' },
            fault: 'has no id in plain digits',
          },
        ],
        nextCursor: 'on',
        hasMore: false,
      },
      answer: answerOf(200),
    });
    expect((await turn()).kind).toBe('caughtUp');
    const told = store.log.recall('feed.unreadable') ?? '';
    expect(told).toContain('N-7');
    expect(told).toContain('customerName');
    expect(told).not.toContain('Muster');
    expect(store.journal.position()?.cursor).toBe('on');
  });

  it('fault 70: a cursor of any bytes is asked with as it came, and fault 71: never without a place', async () => {
    const { market, turn } = openFeed();
    let nextCursor = 'first';
    market.reads.orderPage = async (from) => {
      market.asked.push(from);
      return {
        ok: { items: [], undecodable: [], nextCursor, hasMore: false },
        answer: answerOf(200),
      };
    };
    const cursors = fc.sample(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8_000 }), 50);
    for (const cursor of ['+/=%25 ?&#', 'x'.repeat(8_192), ...cursors]) {
      nextCursor = cursor;
      await turn();
      await turn();
      expect(market.asked.at(-1)).toEqual({ cursor });
    }
    expect(market.asked.every((from) => Object.keys(from).length === 1)).toBe(true);
  });

  it("starts from the service's now, minus five minutes, when it is told so", async () => {
    const { market, turn, store } = openFeed({ startFrom: 'now' });
    const date = 'Sat, 10 Jan 2026 12:00:00 GMT';
    const ok = { items: [], undecodable: [], nextCursor: 'a', hasMore: false };
    market.reads.orderPage = async (from) => {
      market.asked.push(from);
      return { ok, answer: { ...answerOf(200), headers: { date } } };
    };
    await turn();
    expect(market.asked.at(-1)).toEqual({ updatedAfter: '2026-01-10T11:55:00.000Z' });
    expect(store.journal.position()?.first_started_at).toBe(Date.parse(date));
  });

  it('writes of what happened before the first start the open orders, and later every change', async () => {
    const { market, turn, store } = openFeed({ goLive: 'open' });
    market.put('1', { status: 'PLACED' });
    market.put('2', { status: 'DELIVERED' });
    await turn();
    expect(store.lookup.versions('1')[0]).toMatchObject({ state: 'SEEN', background: 1 });
    expect(store.lookup.versions('2')[0]).toMatchObject({ state: 'SKIPPED' });
    expect(store.lookup.versions('2')[0]?.reason).toContain('goLive');
    market.put('2', { summary: { paymentStatus: 'PAID' } });
    await turn();
    expect(store.lookup.versions('2')[1]).toMatchObject({ state: 'SEEN', background: 0 });
  });

  it('stops without a failure when the program stops', async () => {
    const { feed, market } = openFeed();
    market.pageFaults = [{ kind: 'none', cause: 'aborted', detail: '' }];
    const stopped = AbortSignal.abort();
    expect((await feed.turn(stopped)).kind).toBe('starting');
    expect(feed.lastFailure()).toBeUndefined();
  });
});

function item(orderId: string, version: string) {
  return {
    orderId,
    version,
    orderNumber: 'N',
    status: 'PLACED',
    origin: 'buyer',
    updatedAt: '2026-01-10T12:00:00Z',
    background: false,
    summary: '{}',
  };
}
