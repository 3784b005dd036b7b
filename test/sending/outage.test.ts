import { describe, expect, it } from 'vitest';
import { type HttpOutcome, lanes } from '../../src/domain/exchange.ts';
import { laneOf } from './flood.ts';
import { answer, forever, none, openDoor } from './service.ts';

describe('an outage', () => {
  it.each([
    ['nobody answers', none('refused')],
    ['everything is answered 500', answer(500, { type: 'INTERNAL_ERROR' })],
    ['everything is answered 503 without Retry-After', answer(503, { type: 'MAINTENANCE' })],
    ['something on the way answers', answer(502, { body: '<html>' })],
  ])(
    'fault 51: where %s each lane sends one try for each backoff step and nothing else',
    async (_name, outcome) => {
      const door = openDoor({ maxInFlight: 4, behave: () => outcome });
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
    },
  );

  it.each([
    ['tls', true],
    ['proxy', true],
    ['token', true],
    ['reset', false],
  ] as const)(
    'is told after its first failure, %s, only if a person has to act: %s',
    async (cause, isTold) => {
      const door = openDoor({ maxInFlight: 4, behave: () => none(cause) });
      const stop = new AbortController();
      const send = { lane: 'orders', method: 'POST', path: '/orders', key: 'o' } as const;
      const work = door.sender.send(send, stop.signal);
      await door.clock.pass(500);
      expect(door.service.seen).toHaveLength(1);
      expect(door.sender.facts().lanes[0]?.stopped !== undefined).toBe(isTold);
      stop.abort();
      await work;
    },
  );

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

  it.each<[string, (nth: number) => HttpOutcome]>([
    [
      'failures with something served in between',
      (nth) => (nth % 2 === 1 ? none('reset') : answer(200)),
    ],
    [
      'pauses that are asked for',
      (nth) => (nth % 8 > 0 ? answer(429, { headers: { 'retry-after': '1' } }) : answer(200)),
    ],
  ])('is not made of %s, however many', async (_, outcomeOf) => {
    const told: unknown[] = [];
    const door = openDoor({ maxInFlight: 4 });
    door.service.behave = (_request, { length }) => {
      told.push(door.sender.facts().lanes[1]?.stopped);
      return outcomeOf(length);
    };
    for (const key of 'abcdefgh') {
      const send = { lane: 'stock', method: 'PUT', path: '/stock', key } as const;
      await door.clock.run(door.sender.send(send, forever));
    }
    expect(told.length).toBeGreaterThanOrEqual(16);
    expect(told.filter((stopped) => stopped !== undefined)).toEqual([]);
  });

  it('is over, too, with an answer to what was under way when it began', async () => {
    const door = openDoor({
      maxInFlight: 5,
      behave: (_request, { length }) => (length < 4 ? none('reset') : answer(200)),
    });
    const work = Array.from({ length: 4 }, (_, at) =>
      door.sender.send({ lane: 'stock', method: 'PUT', path: '/stock', key: String(at) }, forever),
    );
    await door.clock.pass(100);
    expect(door.service.seen).toHaveLength(4);
    expect(door.sender.facts().lanes[1]?.stopped).toBeUndefined();
    await door.clock.run(Promise.all(work));
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
