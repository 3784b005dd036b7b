import { describe, expect, it } from 'vitest';
import { openReader } from './detail-reader.ts';
import { answerOf } from './fake-market.ts';

describe('details', () => {
  it('stores what belongs to the version that the feed served', async () => {
    const { market, poll, read, states, store } = openReader();
    await poll();
    market.put('1');
    await poll();
    expect(await read()).toEqual({ read: 1, failed: 0, ahead: 0 });
    expect(states('1')).toEqual(['v1 FETCHED']);
    expect(store.lookup.versions('1')[0]?.detail).toContain('"totalAmount":12.50');
    expect(await read()).toEqual({ read: 0, failed: 0, ahead: 0 });
  });

  it('fault 66: a version that moved on before it was read is superseded by the one that is written', async () => {
    const { market, poll, read, states, store } = openReader();
    await poll();
    market.put('1');
    await poll();
    market.put('1');
    await poll();
    await read();
    expect(states('1')).toEqual(['v1 SUPERSEDED', 'v2 FETCHED']);
    const [old, now] = store.lookup.versions('1');
    expect(old?.superseded_by).toBe(now?.id);
    expect(market.read).toHaveLength(1);
  });

  it('fault 66: an order that changes at every read is written as soon as the feed has served what was read', async () => {
    const { market, poll, read, states } = openReader();
    await poll();
    market.put('1');
    let bumps = 3;
    market.beforeRead = () => {
      bumps -= 1;
      if (bumps >= 0) market.put('1');
    };
    await poll();
    expect(await read()).toMatchObject({ ahead: 1 });
    expect(states('1')).toEqual(['v1 SEEN']);
    expect(await read()).toEqual({ read: 0, failed: 0, ahead: 0 });
    await poll();
    expect(states('1')).toEqual(['v1 SUPERSEDED', 'v2 FETCHED']);
    expect(market.read).toHaveLength(1);
  });

  it('fault 66: reads again at most three times, once for each page of the feed, then waits for a person or the hour', async () => {
    const { market, poll, read, states, store } = openReader();
    await poll();
    market.put('1');
    await poll();
    const order = market.orders.get('1')!;
    market.detailOf = () => ({ order: { version: 'never on the feed', status: 'PLACED' } });
    order.version = 'never on the feed';
    for (let page = 0; page < 5; page += 1) {
      await read();
      await read();
      market.pageSize = 0;
      await poll();
    }
    expect(market.read).toHaveLength(3);
    expect(states('1')).toEqual(['v1 PARKED']);
    store.versions.wake(null);
    await read();
    expect(market.read).toHaveLength(4);
  });

  it('fault 66: says of an order that only shows an older version that it does', async () => {
    const { market, poll, read, states, store } = openReader();
    await poll();
    market.put('1');
    await poll();
    await read();
    market.put('1');
    await poll();
    market.orders.get('1')!.version = 'v1';
    market.pageSize = 0;
    for (let page = 0; page < 3; page += 1) {
      await read();
      await poll();
    }
    expect(states('1')).toEqual(['v1 FETCHED', 'v2 PARKED']);
    expect(store.lookup.parked()[0]?.reason).toBe(
      'The marketplace shows version v1, which is an older one.',
    );
  });

  it('writes a version that a filter skipped where it replaces a wanted one that can no longer be read', async () => {
    const { market, poll, read, states } = openReader();
    await poll();
    market.put('1');
    await poll();
    market.put('1', { status: 'ACCEPTED' });
    await poll();
    expect(states('1')).toEqual(['v1 SEEN', 'v2 SKIPPED']);
    await read();
    expect(states('1')).toEqual(['v1 SUPERSEDED', 'v2 FETCHED']);
  });

  it('fault 67: an order that cannot be read is parked with the reason and holds up nobody', async () => {
    const { market, poll, read, states, store } = openReader();
    await poll();
    market.put('1');
    market.put('2');
    await poll();
    market.readFaults = [answerOf(404, { type: 'ORDER_NOT_FOUND', detail: 'no such order' })];
    await read();
    expect([states('1'), states('2')]).toEqual([['v1 PARKED'], ['v2 FETCHED']]);
    expect(store.lookup.parked()[0]?.reason).toContain('no such order');
  });

  it('fault 67: a parked order is read again at its next version', async () => {
    const { market, poll, read, states } = openReader();
    await poll();
    market.put('1');
    await poll();
    market.readFaults = [answerOf(403, { type: 'FORBIDDEN' })];
    await read();
    market.put('1');
    await poll();
    await read();
    expect(states('1')).toEqual(['v1 SUPERSEDED', 'v2 FETCHED']);
  });

  it('begins the waits of a parked order anew at its next version', async () => {
    const { market, poll, read, clock } = openReader();
    await poll();
    market.put('1');
    await poll();
    for (const status of [500, 500, 500, 500, 500, 404]) {
      market.readFaults = [answerOf(status, {})];
      await read();
      await clock.pass(60_000);
    }
    market.put('1');
    await poll();
    market.readFaults = [answerOf(500, {})];
    await read();
    await clock.pass(1_000);
    expect(await read()).toMatchObject({ read: 1 });
  });

  it('parks no order while the whole installation has ended: it waits with the rest', async () => {
    const { market, poll, read, states, clock } = openReader();
    await poll();
    market.put('1');
    await poll();
    market.readFaults = [answerOf(410, { type: 'INSTANCE_GONE' })];
    expect(await read()).toMatchObject({ read: 0, failed: 1 });
    expect(states('1')).toEqual(['v1 SEEN']);
    await clock.pass(10_000);
    await read();
    expect(states('1')).toEqual(['v1 FETCHED']);
  });

  it('leaves an order alone for a while that gives no answer, and reads the others', async () => {
    const { market, poll, read, states, clock } = openReader();
    await poll();
    market.put('1');
    market.put('2');
    await poll();
    market.readFaults = [answerOf(500, { type: 'INTERNAL_ERROR' })];
    expect(await read()).toMatchObject({ read: 1, failed: 1 });
    expect(await read()).toMatchObject({ read: 0, failed: 0 });
    await clock.pass(10_000);
    expect(await read()).toMatchObject({ read: 1 });
    expect(states('1')).toEqual(['v1 FETCHED']);
  });

  it('reads the others also where the order that gives no answer has several unread versions', async () => {
    const { market, poll, read, states } = openReader();
    await poll();
    for (let version = 1; version <= 3; version += 1) {
      market.put('1');
      await poll();
    }
    market.readFaults = [answerOf(500, { type: 'INTERNAL_ERROR' })];
    expect(await read()).toMatchObject({ failed: 1 });
    market.put('2');
    await poll();
    expect(await read()).toMatchObject({ read: 1 });
    expect(states('2')).toEqual(['v4 FETCHED']);
  });

  it('fault 51: asks for one order a turn while nothing is answered', async () => {
    const { market, poll, read, reader } = openReader();
    await poll();
    for (let id = 1; id <= 20; id += 1) market.put(String(id));
    await poll();
    market.readFaults = Array.from({ length: 20 }, () => answerOf(500, {}));
    expect(await read()).toMatchObject({ failed: 8 });
    expect(reader.fruitless()).toBe(1);
    expect(await read()).toMatchObject({ failed: 1 });
    expect(reader.fruitless()).toBe(2);
  });

  it('parks an order whose answer cannot be read three times', async () => {
    const { market, poll, read, states, clock } = openReader();
    await poll();
    market.put('1');
    await poll();
    for (let turn = 0; turn < 3; turn += 1) {
      market.readFaults = [{ kind: 'none', cause: 'unreadable', detail: 'is not valid JSON' }];
      await read();
      await clock.pass(600_000);
    }
    expect(states('1')).toEqual(['v1 PARKED']);
  });

  it('fault 78: reads no more while too many wait for their file', async () => {
    const { market, poll, read } = openReader(2);
    await poll();
    for (const id of ['1', '2', '3']) market.put(id);
    await poll();
    await read();
    const before = market.read.length;
    expect(await read()).toEqual({ read: 0, failed: 0, ahead: 0 });
    expect(market.read).toHaveLength(before);
  });

  it('reads what is new apart from what was there at the first start, which has the slow lane', async () => {
    const { market, poll, read, readBackfill, states } = openReader();
    for (let id = 1; id <= 9; id += 1) market.put(String(id));
    await poll();
    market.put('99');
    await poll();
    await read();
    expect(market.read).toEqual([{ id: '99', lane: 'orders' }]);
    await readBackfill();
    expect(market.read.slice(1).every(({ lane }) => lane === 'background')).toBe(true);
    expect(market.read).toHaveLength(9);
    expect(states('99')).toEqual(['v10 FETCHED']);
  });
});
