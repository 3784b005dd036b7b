import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../src/domain/clock.ts';
import { lanes } from '../../src/domain/exchange.ts';
import { createPace } from '../../src/sending/pace.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { flood, read, write } from './flood.ts';
import { answer, forever, none, openDoor } from './service.ts';

describe('a shared pause', () => {
  const limited = (clock: { now(): number }, seconds: number) =>
    answer(429, {
      type: 'RATE_LIMIT_EXCEEDED',
      headers: {
        date: new Date(clock.now()).toUTCString(),
        'x-ratelimit-reset': String(Math.ceil(clock.now() / 1000) + seconds),
      },
    });

  it('fault 49: after a 429 nobody asks before Reset, and the first within a second after it', async () => {
    const door = openDoor({ maxInFlight: 4 });
    door.service.behave = (_request, seen) =>
      seen.length === 1 ? limited(door.clock, 30) : answer(200);
    await door.clock.run(
      door.exchange.once('orders', read('/connect/v1/supplier/orders'), forever),
    );
    const work = lanes.flatMap((lane) => flood(door, lane, 5));
    expect(door.exchange.facts().waitsUntil).toBeGreaterThanOrEqual(door.clock.now() + 29_000);
    await door.clock.run(Promise.all(work));
    const [, first = 0, second = 0] = door.service.seconds();
    expect(first).toBeGreaterThanOrEqual(30);
    expect(first).toBeLessThanOrEqual(31.1);
    expect(second, 'one request tries, the others follow its answer').toBeCloseTo(first + 0.02, 5);
    expect(door.exchange.facts().waitsUntil).toBeUndefined();
  });

  it('ends at Reset for all, though one of them waits longer for the right that it lacks', async () => {
    const door = openDoor();
    door.service.behave = ({ path }, seen) => {
      if (path === '/products/0') return answer(403, { type: 'FORBIDDEN' });
      return seen.length === 2 ? limited(door.clock, 30) : answer(200);
    };
    await door.clock.run(Promise.all(flood(door, 'products', 1)));
    await door.clock.run(Promise.all(flood(door, 'stock', 1)));
    const stock = flood(door, 'stock', 1);
    const products = flood(door, 'products', 1);
    await door.clock.run(Promise.all(stock));
    expect(door.service.seconds()[2]).toBeLessThanOrEqual(32);
    const { sentence } = door.exchange.facts().lanes[2]?.stopped ?? {};
    expect(sentence).toBe('The API key lacks the right catalog:write.');
    await door.clock.run(Promise.all(products));
  });

  it('fault 113: a jump of the wall clock neither shortens nor lengthens a wait', async () => {
    for (const years of [-10, 10]) {
      const door = openDoor();
      door.service.behave = (_request, seen) =>
        seen.length === 1 ? limited(door.clock, 60) : answer(200);
      await door.clock.run(door.exchange.once('stock', write('/stock'), forever));
      door.clock.jump(years * 365 * 86_400_000);
      await door.clock.run(door.exchange.once('stock', write('/stock'), forever));
      expect(door.service.seconds()[1]).toBeGreaterThanOrEqual(60);
      expect(door.service.seconds()[1]).toBeLessThanOrEqual(61.1);
    }
  });

  it('fault 114: a sleep that ends too early is slept again, not taken for the end', async () => {
    const door = openDoor();
    const sleep = door.clock.sleep.bind(door.clock);
    door.clock.sleep = (waitMs, signal) => sleep(Math.min(waitMs, 1_000), signal);
    door.service.behave = (_request, seen) =>
      seen.length === 1 ? limited(door.clock, 60) : answer(200);
    await door.clock.run(door.exchange.once('stock', write('/stock'), forever));
    await door.clock.run(door.exchange.once('stock', write('/stock'), forever));
    expect(door.service.seconds()[1]).toBeGreaterThanOrEqual(60);
  });

  it('of two 429 that were under way together the later Reset counts', async () => {
    const door = openDoor({ maxInFlight: 2 });
    door.service.behave = ({ path }) => {
      if (path === '/orders/0') return limited(door.clock, 60);
      return path === '/orders/1' ? limited(door.clock, 5) : answer(200);
    };
    await door.clock.run(Promise.all(flood(door, 'orders', 2)));
    await door.clock.run(door.exchange.once('orders', write('/orders/2'), forever));
    expect(door.service.seconds()[2]).toBeGreaterThanOrEqual(60);
  });

  it('an answer to a request from before the 429 does not end the pause', async () => {
    const door = openDoor({ maxInFlight: 2 });
    door.service.behave = (request) =>
      request.path === '/orders/0' ? limited(door.clock, 30) : answer(200);
    const limitedOne = door.exchange.once('orders', write('/orders/0'), forever);
    await door.clock.pass(10);
    const other = door.exchange.once('orders', write('/orders/1'), forever);
    await door.clock.run(Promise.all([limitedOne, other]));
    await door.clock.run(door.exchange.once('orders', write('/orders/2'), forever));
    expect(door.service.seconds()[2]).toBeGreaterThanOrEqual(30);
  });

  it.each([
    ['served', answer(200)],
    ['lost', none('reset')],
  ])('a try that is %s does not end the pause that a later 429 asked for', async (_name, came) => {
    const door = openDoor({ maxInFlight: 3 });
    const after: Record<string, number> = { '/orders/slow': 10_000, '/orders/try': 5_000 };
    door.service.behave = ({ path }) => {
      door.service.latencyMs = after[path] ?? 20;
      if (path === '/orders/0') return limited(door.clock, 8);
      return path === '/orders/slow'
        ? limited(door.clock, 60)
        : path === '/orders/try'
          ? came
          : answer(200);
    };
    const ask = (path: string) => door.exchange.once('orders', write(path), forever);
    const underWay = ['/orders/slow', '/orders/0'].map(ask);
    await door.clock.pass(1_000);
    const tries = ask('/orders/try');
    await door.clock.pass(10_000);
    expect(door.service.seen.map(({ request }) => request.path)).toContain('/orders/try');
    await door.clock.run(Promise.all([...underWay, tries, ask('/orders/1')]));
    expect(door.service.seen.at(-1)?.request.path).toBe('/orders/1');
    expect(door.service.seconds().at(-1)).toBeGreaterThanOrEqual(60);
  });

  it('slows down before the wall when the headers tell what is left, and keeps the rest for orders', async () => {
    const door = openDoor({ maxInFlight: 3 });
    let left = 40;
    const resetAt = Math.ceil(door.clock.now() / 1000) + 60;
    door.service.behave = () => {
      left -= 1;
      return answer(200, {
        headers: {
          date: new Date(door.clock.now()).toUTCString(),
          'x-ratelimit-limit': '40',
          'x-ratelimit-remaining': String(Math.max(left, 0)),
          'x-ratelimit-reset': String(resetAt),
        },
      });
    };
    const imports = flood(door, 'products', 60);
    await door.clock.pass(30_000);
    const early = door.service.seen.length;
    expect(early).toBeGreaterThanOrEqual(36);
    expect(early).toBeLessThanOrEqual(38);
    await door.clock.run(door.exchange.once('orders', write('/orders/1'), forever));
    expect(door.service.seconds().at(-1)).toBeLessThan(31);
    left = 40;
    await door.clock.run(Promise.all(imports));
    expect(door.service.seconds()[early + 1]).toBeGreaterThanOrEqual(60);
    expect(door.exchange.facts().rateLimit).toMatchObject({ limit: 40 });
  });
});

describe('a sleep that ends while others look', () => {
  const kind = { lane: 'products', access: 'write' } as const;
  const rate = { limit: 20, remaining: 0 };

  /** A clock that goes on with each look at it, as real ones do. */
  function restless(): Clock {
    let elapsed = 0;
    return {
      now: () => elapsed,
      random: () => 0,
      monotonic: () => (elapsed += 1),
      sleep: async (waitMs) => {
        await turn();
        elapsed += waitMs;
      },
      breathe: turn,
    };
  }

  it.each(Array.from({ length: 24 }, (_, at) => at + 1))(
    'lets the next one go when the window ends at any moment of a look: %i ms',
    async (resetInMs) => {
      const pace = createPace({ maxInFlight: 2, clock: restless() });
      const first = await pace.enter(kind, forever);
      const next = pace.enter(kind, forever);
      first!.end({ kind: 'served', rate: { ...rate, resetInMs } });
      expect(await next).toBeDefined();
    },
    1_000,
  );

  it('lets everybody go whose moment has come, also when another one gives up', async () => {
    const clock = new FakeClock();
    const pace = createPace({ maxInFlight: 2, clock });
    const first = await pace.enter(kind, forever);
    first!.end({ kind: 'pause', waitMs: 1_000 });
    const impatient = new AbortController();
    const gone = pace.enter(kind, impatient.signal);
    const patient = pace.enter(kind, forever);
    clock.late(1_500);
    impatient.abort();
    expect(await gone).toBeUndefined();
    expect(await patient).toBeDefined();
  }, 1_000);
});
