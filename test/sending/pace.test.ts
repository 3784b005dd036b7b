import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../src/domain/clock.ts';
import type { HttpRequest, Lane } from '../../src/domain/exchange.ts';
import { lanes } from '../../src/domain/exchange.ts';
import { createPace, waitingMax } from '../../src/sending/pace.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { answer, forever, none, openDoor } from './service.ts';

const write = (path: string): HttpRequest => ({ method: 'POST', path, credential: 'bearer' });
const read = (path: string): HttpRequest => ({ method: 'GET', path, credential: 'bearer' });

/** Sends `count` writes in a lane, each path naming the lane. */
function flood(door: ReturnType<typeof openDoor>, lane: Lane, count: number): Promise<unknown>[] {
  return Array.from({ length: count }, (_, at) =>
    door.exchange.once(lane, write(`/${lane}/${at}`), forever),
  );
}

const laneOf = ({ request }: { request: HttpRequest }) => request.path.split('/')[1] as Lane;

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
  });

  it.each([1, 2, 5])(
    'gives each waiting lane one of any 20 requests with %d slots',
    async (maxInFlight) => {
      const door = openDoor({ maxInFlight });
      const work = lanes.flatMap((lane) => flood(door, lane, 100));
      await door.clock.run(Promise.all(work));
      const order = door.service.seen.map(laneOf);
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

describe('an outage', () => {
  it('fault 51: each lane sends one try for each backoff step and nothing else', async () => {
    const door = openDoor({ maxInFlight: 4, behave: () => none('refused') });
    const stop = new AbortController();
    const keys = lanes.flatMap((lane) =>
      Array.from({ length: 6 }, (_, at) => ({ lane, key: `${lane}-${at}` })),
    );
    const work = keys.map(({ lane, key }) =>
      door.sender.send({ lane, method: 'POST', path: `/${lane}`, key }, stop.signal),
    );
    await door.clock.pass(3_600_000);
    for (const lane of lanes) {
      const times = door.service.seen.filter((seen) => laneOf(seen) === lane).map(({ at }) => at);
      // Before anybody knows of the outage some are under way; from then on 1, 2, 4 … 128, then at least every 150 s.
      expect(times.length, lane).toBeLessThanOrEqual(6 + 8 + 3_600 / 150);
      expect(times.length, lane).toBeGreaterThan(12);
      const late = times.filter((time) => time > 600_000);
      const gaps = late.slice(1).map((time, at) => time - (late[at] ?? 0));
      expect(Math.min(...gaps), lane).toBeGreaterThanOrEqual(150_000);
    }
    expect(door.sender.facts().lanes[0]).toMatchObject({
      waiting: 6,
      stopped: { code: 'NO_ANSWER' },
    });
    stop.abort();
    await Promise.all(work);
  });

  it('is over for a lane with the first answer', async () => {
    let isDown = true;
    const door = openDoor({ maxInFlight: 4, behave: () => (isDown ? none('reset') : answer(200)) });
    const work = Array.from({ length: 50 }, (_, at) =>
      door.sender.send({ lane: 'stock', method: 'PUT', path: '/stock', key: String(at) }, forever),
    );
    await door.clock.pass(60_000);
    isDown = false;
    const before = door.service.seen.length;
    await door.clock.run(Promise.all(work));
    expect(door.service.seen.length - before).toBe(50);
    expect(door.sender.facts().lanes[1]).toEqual({ lane: 'stock', waiting: 0, inFlight: 0 });
  });

  it('invariant I14: in a storm of 30 % it makes at most 1.6 requests for each', async () => {
    const door = openDoor({ maxInFlight: 4 });
    let seed = 7;
    const chance = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    door.clock.chance = chance;
    door.service.behave = () =>
      chance() < 0.3
        ? chance() < 0.5
          ? none('reset')
          : answer(500, { type: 'INTERNAL_ERROR' })
        : answer(200);
    const work = Array.from({ length: 2_000 }, (_, at) =>
      door.sender.send({ lane: 'products', method: 'POST', path: '/p', key: String(at) }, forever),
    );
    const verdicts = await door.clock.run(Promise.all(work));
    expect(verdicts.every(({ kind }) => kind === 'answered')).toBe(true);
    expect(door.service.seen.length).toBeLessThanOrEqual(1.6 * 2_000);
  });
});

describe('a stop', () => {
  it('fault 52: after a refused key everything stops, with one try a minute, until it is taken again', async () => {
    let isRevoked = true;
    const door = openDoor({
      maxInFlight: 4,
      behave: () => (isRevoked ? answer(401, { type: 'UNAUTHENTICATED' }) : answer(200)),
    });
    const work = lanes.map((lane) =>
      door.sender.send({ lane, method: 'POST', path: `/${lane}`, key: lane }, forever),
    );
    await door.clock.pass(1_000);
    const first = door.service.seen.length;
    expect(first).toBeLessThanOrEqual(4);
    await door.clock.pass(600_000);
    expect(door.service.seen.length - first).toBe(10);
    expect(door.sender.facts().lanes.map(({ stopped }) => stopped?.code)).toEqual(
      lanes.map(() => 'UNAUTHENTICATED'),
    );
    isRevoked = false;
    await door.clock.run(Promise.all(work));
    expect(door.sender.facts().lanes.some(({ stopped }) => stopped)).toBe(false);
  });

  it('fault 52: a missing right stops that kind of request in its lane only', async () => {
    const door = openDoor({
      behave: ({ path, method }) =>
        path.includes('/supplier/orders') && method === 'POST'
          ? answer(403, { type: 'FORBIDDEN' })
          : answer(200),
    });
    const stop = new AbortController();
    const accept = door.sender.send(
      { lane: 'orders', method: 'POST', path: '/connect/v1/supplier/orders/1/accept', key: 'a' },
      stop.signal,
    );
    await door.clock.pass(1_000);
    expect(door.sender.facts().lanes[0]?.stopped).toMatchObject({
      code: 'FORBIDDEN',
      sentence: 'The API key lacks the right orders:write.',
    });
    await door.clock.run(
      door.exchange.once('orders', read('/connect/v1/supplier/orders'), forever),
    );
    await door.clock.run(door.exchange.once('stock', write('/stock'), forever));
    await door.clock.pass(30 * 60_000);
    const refused = door.service.seen.filter(({ request }) => request.path.endsWith('/accept'));
    expect(refused.map(({ at }) => Math.round(at / 60_000))).toEqual([0, 10, 20, 30]);
    stop.abort();
    expect(await accept).toEqual({ kind: 'stopped', attempts: 4 });
  });

  it('fault 53: an ended installation is never asked again', async () => {
    const door = openDoor({ behave: () => answer(410, { type: 'INSTANCE_GONE' }) });
    const stop = new AbortController();
    const work = lanes.map((lane) =>
      door.sender.send({ lane, method: 'POST', path: `/${lane}`, key: lane }, stop.signal),
    );
    await door.clock.pass(30 * 86_400_000);
    expect(door.service.seen.length).toBeLessThanOrEqual(4);
    stop.abort();
    await Promise.all(work);
  });

  it('a try that finds no answer leaves the stop as it is', async () => {
    const door = openDoor({
      behave: (_request, seen) =>
        seen.length === 1 ? answer(401, { type: 'UNAUTHENTICATED' }) : none('timeout'),
    });
    const stop = new AbortController();
    const work = door.sender.send(
      { lane: 'stock', method: 'PUT', path: '/s', key: 'k' },
      stop.signal,
    );
    await door.clock.pass(200_000);
    expect(door.service.seconds().map(Math.round)).toEqual([0, 60, 120, 180]);
    stop.abort();
    await work;
  });

  it('uploads and the portal session stop nothing, whatever they are answered', async () => {
    const door = openDoor({
      behave: ({ credential }) =>
        credential === 'bearer' ? answer(200) : answer(403, { type: 'FORBIDDEN' }),
    });
    const upload: HttpRequest = {
      method: 'PUT',
      path: 'https://storage.example/x',
      credential: 'none',
    };
    const portal: HttpRequest = {
      method: 'GET',
      path: '/api/v1/connect/webhooks',
      credential: 'portal',
    };
    for (const request of [upload, portal]) {
      expect(await door.clock.run(door.exchange.once('pictures', request, forever))).toMatchObject({
        status: 403,
      });
    }
    await door.clock.run(
      door.exchange.once('pictures', write('/connect/v1/supplier/catalog/x'), forever),
    );
    expect(door.exchange.facts().lanes.some(({ stopped }) => stopped)).toBe(false);
  });
});
