import { describe, expect, it } from 'vitest';
import { lanes } from '../../src/domain/exchange.ts';
import { waitingMax } from '../../src/sending/pace.ts';
import { flood, laneOf, read, write } from './flood.ts';
import { answer, forever, openDoor } from './service.ts';

describe('slots', () => {
  it.each([1, 2, 4, 16])('never has more than %d requests under way', async (maxInFlight) => {
    const door = openDoor({ maxInFlight });
    await door.clock.run(Promise.all(lanes.flatMap((lane) => flood(door, lane, 20))));
    expect(door.service.seen).toHaveLength(100);
    expect(Math.max(...door.service.seen.map(({ underWay }) => underWay))).toBe(maxInFlight);
  });

  it('keeps one slot for order actions, however much waits in the others', async () => {
    const door = openDoor({ maxInFlight: 4 });
    const imports = flood(door, 'products', 1_000);
    await door.clock.pass(1);
    expect(door.service.seen).toHaveLength(3);
    const order = door.exchange.once('orders', write('/orders/1'), forever);
    await door.clock.pass(0);
    expect(door.service.seen.at(-1)?.request.path).toBe('/orders/1');
    await door.clock.run(Promise.all([...imports, order]));
  });

  it('with one slot an order action waits for one request and no more', async () => {
    const door = openDoor({ maxInFlight: 1 });
    const imports = flood(door, 'products', 100);
    await door.clock.pass(1);
    const order = door.exchange.once('orders', write('/orders/1'), forever);
    await door.clock.run(order);
    expect(door.service.seen.map(laneOf).slice(0, 2)).toEqual(['products', 'orders']);
    await door.clock.run(Promise.all(imports));
  });
});

describe('an order action during an import of a million rows', () => {
  it.each([1, 2, 4])(
    'waits for one other request at most, with %d slots and thousands waiting in all lower lanes',
    async (maxInFlight) => {
      const door = openDoor({ maxInFlight });
      const stop = new AbortController();
      const imports = lanes
        .slice(1)
        .flatMap((lane) =>
          Array.from({ length: 1_000 }, () =>
            door.exchange.once(lane, write(`/${lane}/x`), stop.signal),
          ),
        );
      const longest = { requests: 0, ms: 0 };
      for (let order = 0; order < 40; order += 1) {
        // At every phase of the turns of the lower lanes.
        await door.clock.pass(20 * (order % 23) + 7);
        const [before, arrivedAt] = [door.service.seen.length, door.clock.monotonic()];
        await door.clock.run(door.exchange.once('orders', write(`/orders/${order}`), forever));
        const since = door.service.seen.slice(before);
        const turn = since.findIndex(({ request }) => request.path === `/orders/${order}`);
        longest.requests = Math.max(longest.requests, turn);
        longest.ms = Math.max(longest.ms, (since[turn]?.at ?? Number.NaN) - arrivedAt);
      }
      // One slot: the request that is under way ends first. More: its own slot is free at once.
      expect(longest.requests).toBe(0);
      expect(longest.ms).toBeLessThanOrEqual(maxInFlight === 1 ? door.service.latencyMs : 0);
      expect(door.exchange.facts().lanes[2]?.waiting).toBeGreaterThan(500);
      stop.abort();
      await Promise.all(imports);
    },
  );
});

describe('lanes', () => {
  it('goes by priority, and first come first served within a lane', async () => {
    const door = openDoor({ maxInFlight: 1 });
    const work = [...lanes].reverse().flatMap((lane) => flood(door, lane, 2));
    await door.clock.run(Promise.all(work));
    expect(door.service.seen.map(({ request }) => request.path)).toEqual([
      '/background/0',
      '/orders/0',
      '/orders/1',
      '/stock/0',
      '/stock/1',
      '/products/0',
      '/products/1',
      '/pictures/0',
      '/pictures/1',
      '/background/1',
    ]);
    const asked = [write('/a'), write('/b'), read('/c'), write('/d')];
    await door.clock.run(
      Promise.all(asked.map((request) => door.exchange.once('stock', request, forever))),
    );
    const paths = door.service.seen.slice(-4).map(({ request }) => request.path);
    expect(paths, 'whether they read or write').toEqual(['/a', '/b', '/c', '/d']);
  });

  it.each([1, 2, 5])(
    'gives each waiting lane one of any 20 requests with %d slots',
    async (maxInFlight) => {
      const door = openDoor({ maxInFlight });
      const work = lanes.flatMap((lane) => flood(door, lane, 100));
      await door.clock.run(Promise.all(work));
      // The first ones leave before anybody of another lane waits.
      const order = door.service.seen.slice(maxInFlight).map(laneOf);
      for (const lane of lanes) {
        const own = order.flatMap((each, at) => (each === lane ? [at] : []));
        const gaps = own.map((at, index) => at - (own[index - 1] ?? -1));
        expect(Math.max(...gaps), lane).toBeLessThanOrEqual(20);
      }
      expect(order.slice(0, 60).filter((lane) => lane === 'orders').length).toBeGreaterThan(40);
    },
  );

  it('does not let a lane save turns up while nothing of it waits', async () => {
    const door = openDoor({ maxInFlight: 1 });
    await door.clock.run(Promise.all(flood(door, 'orders', 100)));
    const work = [...flood(door, 'orders', 10), ...flood(door, 'stock', 10)];
    await door.clock.run(Promise.all(work));
    expect(door.service.seen.slice(100, 110).map(laneOf)).toEqual(Array(10).fill('orders'));
  });

  it('refuses more waiting requests than its limit', async () => {
    const door = openDoor({ maxInFlight: 1 });
    const stop = new AbortController();
    const waiting = Array.from({ length: waitingMax + 2 }, () =>
      door.exchange.once('stock', write('/stock'), stop.signal),
    );
    await expect(waiting.at(-1)).rejects.toThrow(`more than ${waitingMax}`);
    stop.abort();
    await door.clock.run(Promise.allSettled(waiting));
  });
});

describe('stopping', () => {
  it('ends every wait at once and leaves nothing asleep', async () => {
    const door = openDoor({
      maxInFlight: 1,
      behave: () => answer(503, { type: 'MAINTENANCE', headers: { 'retry-after': '3600' } }),
    });
    await door.clock.run(door.exchange.once('stock', write('/stock'), forever));
    const stop = new AbortController();
    const waiting = lanes.map((lane) => door.exchange.once(lane, write(`/${lane}`), stop.signal));
    await door.clock.pass(10);
    expect(door.clock.sleeping).toBe(1);
    stop.abort();
    expect(await Promise.all(waiting)).toEqual(
      lanes.map(() => expect.objectContaining({ kind: 'none', cause: 'aborted' })),
    );
    expect(door.clock.sleeping).toBe(0);
    expect(door.service.seen).toHaveLength(1);
  });

  it('gives the slot of a request back that was given up under way', async () => {
    const door = openDoor({ maxInFlight: 1 });
    const stop = new AbortController();
    const first = door.exchange.once('orders', write('/orders/1'), stop.signal);
    await door.clock.pass(1);
    stop.abort();
    expect(await first).toMatchObject({ cause: 'aborted' });
    expect(
      await door.clock.run(door.exchange.once('orders', write('/orders/2'), forever)),
    ).toMatchObject({ status: 200 });
    expect(door.exchange.facts().lanes[0]).toEqual({ lane: 'orders', waiting: 0, inFlight: 0 });
  });
});
