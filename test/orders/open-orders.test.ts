import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import type { Asking } from '../../src/marketplace/reads.ts';
import { until } from '../support/until.ts';
import { answerOf, FakeMarket, line } from './fake-market.ts';
import { backUp, putBack } from './older-state.ts';
import { openWorld } from './open-world.ts';
import type { World } from './world.ts';

const quantities = (world: World) =>
  [...world.flow.open.all()].map(([id, orders]) => [
    id,
    ...orders.map(({ quantity, taken, state }) => `${state} ${quantity} ${taken}`),
  ]);

describe('open orders', () => {
  it('count from the feed on, by article and with all lines of an order', async () => {
    const world = openWorld();
    world.market.put('1', {
      lines: [line('1', 'A', '2.5'), line('2', 'A', '1'), line('3', 'B', '4')],
    });
    world.market.put('2', { status: 'ACCEPTED', lines: [line('1', 'A', '10')] });
    await world.pass();
    expect(quantities(world)).toEqual([
      ['A', 'reserved 10000 0', 'placed 3500 0'],
      ['B', 'placed 4000 0'],
    ]);
  });

  it('know what the ERP took of them and when, and end with the order', async () => {
    const world = openWorld();
    world.market.put('1', { lines: [line('1', 'A', '3')] });
    await world.pass();
    const before = world.flow.open.changes();
    world.take();
    world.market.put('1', { lines: [line('1', 'A', '5')] });
    await world.pass();
    expect(quantities(world)).toEqual([['A', 'placed 5000 3000']]);
    expect(world.flow.open.all().get('A')?.[0]?.takenAt).toEqual(expect.any(Number));
    expect(world.flow.open.changes()).not.toBe(before);
    world.market.put('1', { status: 'DELIVERED' });
    await world.pass();
    expect(quantities(world)).toEqual([['A', 'delivered 5000 3000']]);
    world.market.put('1', { status: 'CANCELLED' });
    await world.pass();
    expect(quantities(world)).toEqual([]);
  });

  it('know what the ERP took of each version, not only of the newest one', async () => {
    const world = openWorld();
    world.market.put('1', { lines: [line('1', 'A', '5')] });
    for (const change of [{ status: 'ACCEPTED' }, { lines: [line('1', 'A', '3')] }, {}]) {
      await world.pass();
      world.take();
      world.market.put('1', change);
    }
    const [order] = world.flow.open.all().get('A') ?? [];
    expect(order).toMatchObject({ quantity: 3_000, taken: 5_000 });
    expect(order?.takenBefore).toMatchObject([{ taken: 5_000, takenAt: expect.any(Number) }]);
    expect(order!.takenBefore![0]!.takenAt).toBeLessThan(order!.takenAt!);
  });

  it('are only those that a file is written for', async () => {
    const world = openWorld();
    world.options = {
      ...world.options,
      outbox: { ...world.options.outbox, origins: ['operator'] },
    };
    world.market.put('1', { lines: [line('1', 'A', '3')] });
    await world.pass();
    expect(quantities(world)).toEqual([]);
  });

  it('count as taken once written where the ERP acknowledges nothing', async () => {
    const world = openWorld();
    world.options = { ...world.options, outbox: { ...world.options.outbox, acknowledge: 'none' } };
    world.market.put('1', { lines: [line('1', 'A', '3')] });
    await world.pass();
    expect(quantities(world)).toEqual([['A', 'placed 3000 3000']]);
  });

  it.each(['removed', 'none'] as const)(
    'count (acknowledge: %s) whatever a clock that was put back once says of a later one (fault 113)',
    async (acknowledge) => {
      let offsetMs = 0;
      const clock = { ...systemClock, now: () => Date.now() + offsetMs };
      const world = openWorld({ deps: () => ({ clock }) });
      world.options = { ...world.options, outbox: { ...world.options.outbox, acknowledge } };
      for (const [id, article] of [
        ['1', 'A'],
        ['2', 'B'],
      ] as const) {
        world.market.put(id, { lines: [line('1', article, '3')] });
        await world.pass();
        world.take();
        await world.pass();
        offsetMs -= 10 * 86_400_000;
      }
      offsetMs = 0;
      expect(quantities(world)).toContainEqual(['A', 'placed 3000 3000']);
    },
  );

  it.each([
    ['back while the ERP took the file', 0, -10],
    ['ahead while the file was written', 10, 0],
  ])(
    'count as taken lately where the clock was %s (fault 113)',
    async (_, writtenDays, takenDays) => {
      let days: number = writtenDays;
      const clock = { ...systemClock, now: () => Date.now() + days * 86_400_000 };
      const world = openWorld({ deps: () => ({ clock }) });
      world.market.put('1', { lines: [line('1', 'A', '3')] });
      const startedMs = Date.now();
      await world.pass();
      days = takenDays;
      world.take();
      await world.pass();
      days = 0;
      const [order] = world.flow.open.all().get('A') ?? [];
      expect(order).toMatchObject({ quantity: 3_000, taken: 3_000 });
      expect((order?.takenAt ?? 0) - startedMs).toBeGreaterThanOrEqual(0);
      expect((order?.takenAt ?? 0) - startedMs).toBeLessThan(86_400_000);
    },
  );

  it.each(['removed', 'none'] as const)(
    'count as taken by now (acknowledge: %s) once a clock that ran years ahead is right again (fault 113)',
    async (acknowledge) => {
      const right = new FakeMarket().serviceMs;
      let days = 2_000;
      const clock = { ...systemClock, now: () => right + days * 86_400_000 };
      const world = openWorld({ deps: () => ({ clock }) });
      world.options = { ...world.options, outbox: { ...world.options.outbox, acknowledge } };
      world.market.put('1', { lines: [line('1', 'A', '3')] });
      await world.pass();
      world.take();
      await world.pass();
      days = 0;
      await world.pass();
      await world.pass();
      expect(world.flow.open.all().get('A')).toMatchObject([{ taken: 3_000, takenAt: right }]);
    },
  );

  it.each([
    ['removed', 'as the ERP took them', { written: 0, asked: -20_000 }],
    ['removed', 'as they were written and taken', { written: -20_000, asked: -20_000 }],
    ['none', 'as they were written', { written: -20_000, asked: -20_000 }],
    [
      'removed',
      'as they were written and taken, and is right again',
      { written: -20_000, asked: 0 },
    ],
    ['none', 'as they were written, and is right again', { written: -20_000, asked: 0 }],
  ] as const)(
    'were not taken before they came (acknowledge: %s) where our clock was years back %s (fault 113)',
    async (acknowledge, _, daysOf) => {
      const right = new FakeMarket().serviceMs;
      let days: number = daysOf.written;
      const clock = { ...systemClock, now: () => right + days * 86_400_000 };
      const world = openWorld({ deps: () => ({ clock }) });
      world.options = { ...world.options, outbox: { ...world.options.outbox, acknowledge } };
      world.market.put('1', { lines: [line('1', 'A', '3')] });
      await world.pass();
      days = -20_000;
      world.take();
      await world.pass();
      days = daysOf.asked;
      const [order] = world.flow.open.all().get('A') ?? [];
      expect(order).toMatchObject({ taken: 3_000 });
      expect(order?.takenAt).toBeGreaterThanOrEqual(right);
    },
  );

  it('count although our clock has jumped days ahead since the ERP took them (fault 113)', async () => {
    let days = 0;
    const clock = { ...systemClock, now: () => Date.now() + days * 86_400_000 };
    const world = openWorld({ deps: () => ({ clock }) });
    world.market.put('1', { lines: [line('1', 'A', '3')] });
    await world.pass();
    world.take();
    await world.pass();
    days = 27_000;
    expect(quantities(world)).toEqual([['A', 'placed 3000 3000']]);
  });

  it('are caught up with the feed without a file or a command, and neither before the first start nor in a pause', async () => {
    const world = openWorld();
    const limits = { waitMs: 20_000, signal: new AbortController().signal };
    world.market.put('1', { lines: [line('1', 'A', '3')] });
    await world.flow.catchUp(limits);
    expect([quantities(world), world.market.asked]).toEqual([[], []]);
    await world.pass();
    const names = world.outboxNames();
    world.restart();
    world.market.pageSize = 1;
    world.market.put('2', { status: 'ACCEPTED', lines: [line('1', 'A', '4')] });
    world.market.put('3', { status: 'ACCEPTED', lines: [line('1', 'B', '5')] });
    world.flow.pause('clerk');
    await world.flow.catchUp(limits);
    expect(quantities(world)).toEqual([['A', 'placed 3000 0']]);
    world.flow.resume('clerk');
    await world.flow.catchUp(limits);
    const open = ['A', 'reserved 4000 0', 'placed 3000 0'];
    expect(quantities(world).sort()).toEqual([open, ['B', 'reserved 5000 0']]);
    expect(world.outboxNames()).toEqual(names);
  });

  it('are caught up with the feed while it is read anyway, for no longer than that takes', async () => {
    const world = openWorld();
    world.market.put('1', { lines: [line('1', 'A', '3')] });
    await world.pass();
    const asked = world.market.asked.length;
    world.restart();
    world.flow.start();
    await until('the feed is at its end', () => world.market.asked.length > asked);
    world.market.pageSize = 1;
    world.market.put('1', { status: 'CANCELLED' });
    world.market.put('2', { status: 'ACCEPTED', lines: [line('1', 'A', '4')] });
    const begunMs = performance.now();
    await world.flow.catchUp({ waitMs: 20_000, signal: new AbortController().signal });
    expect(performance.now() - begunMs).toBeLessThan(20_000);
    expect(quantities(world)).toEqual([['A', 'reserved 4000 0']]);
  });

  it.each([
    ['their time', 50, 60_000],
    ['whoever asks', 60_000, 50],
  ])('are not waited for longer than %s where the feed gets no turn', async (_, waitMs, endMs) => {
    const world = openWorld();
    world.market.put('1', { lines: [line('1', 'A', '3')] });
    await world.pass();
    const orderPage = async (_from: unknown, _limit: number, { signal }: Asking) => {
      if (!signal.aborted) await once(signal, 'abort');
      return { failed: { kind: 'none', cause: 'aborted', detail: '' } } as const;
    };
    world.deps = ({ reads }) => ({ reads: { ...reads, orderPage } });
    world.restart();
    const begunMs = performance.now();
    await world.flow.catchUp({ waitMs, signal: AbortSignal.timeout(endMs) });
    expect(performance.now() - begunMs).toBeLessThan(60_000);
    expect(quantities(world)).toEqual([['A', 'placed 3000 0']]);
  });

  it('fault 34: count again once the lines that a restored state had lost are read', async () => {
    const world = openWorld();
    world.market.put('1', { lines: [line('1', 'A', '5')] });
    await world.pass();
    backUp(world);
    world.market.put('1', { lines: [line('1', 'A', '8')] });
    await world.pass();
    world.take();
    putBack(world);
    world.restart();
    world.market.readFaults = [answerOf(503)];
    world.flow.start();
    const taken = () => world.flow.open.all().get('A')?.[0]?.takenBefore;
    await until('what the ERP took is known', () => taken() !== undefined);
    expect(quantities(world)).toEqual([['A', 'placed 5000 0']]);
    await until('it is read', () => world.store.lookup.newest('1')?.detail !== null);
    expect(quantities(world)).toEqual([['A', 'placed 8000 8000']]);
  });
});
