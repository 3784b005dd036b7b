import { describe, expect, it } from 'vitest';
import { type HttpRequest, lanes } from '../../src/domain/exchange.ts';
import { laneOf, read, write } from './flood.ts';
import { answer, forever, none, openDoor, sendOn } from './service.ts';

const unread = { title: '', detail: 'is not valid JSON', instance: '' };

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
      sendOn(door.sender, { lane, method: 'POST', path: `/${lane}`, key: lane }, forever),
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

  it.each([
    [404, answer(404, { body: 'not found' })],
    [200, { ...answer(200), problem: { ...unread, type: 'UNREADABLE', status: 200 } }],
  ])('is told as an answer %i of something else where that is what came', async (status, came) => {
    const door = openDoor({ behave: () => came });
    const stop = new AbortController();
    const work = sendOn(
      door.sender,
      { lane: 'stock', method: 'POST', path: '/stock', key: 'a' },
      stop.signal,
    );
    await door.clock.pass(60_000);
    const { lanes: told, lastFailure, lastAnswerAt } = door.sender.facts();
    expect(lastAnswerAt).toBeUndefined();
    expect(told[1]?.stopped).toMatchObject({
      code: 'NO_ANSWER',
      sentence: `Something answers ${status}, but not as the marketplace does; one request is tried from time to time.`,
      remedy: expect.stringContaining('Check marketplace.baseUrl'),
    });
    expect(lastFailure?.sentence).toBe(
      `Something answered ${status}, but not as the marketplace does.`,
    );
    stop.abort();
    await work;
  });

  it.each([
    {
      came: none('redirect'),
      said: 'gave no answer',
      told: 'Something answers with a redirect, but not as the marketplace does',
      todo: 'Check marketplace.baseUrl',
    },
    {
      came: none('tls'),
      said: 'gave no answer',
      told: 'No secure connection (TLS) to the marketplace can be made',
      todo: 'an expired certificate must be renewed',
    },
    {
      came: none('proxy'),
      said: 'gave no answer',
      told: 'The proxy lets nothing through to the marketplace',
      todo: 'Check the address, user and password in marketplace.proxy',
    },
    {
      came: answer(500, { type: 'INTERNAL_ERROR' }),
      said: 'answered 500 INTERNAL_ERROR',
      told: 'The marketplace answers with errors (500)',
      todo: 'ask the marketplace',
    },
  ])('is told by what came where that came alone: $told', async ({ came, said, told, todo }) => {
    const door = openDoor({ behave: () => came });
    const stop = new AbortController();
    const mutation = { lane: 'stock', method: 'POST', path: '/stock', key: 'a' } as const;
    const work = door.sender.send(mutation, stop.signal);
    await door.clock.pass(60_000);
    expect(door.sender.facts().lanes[1]?.stopped).toMatchObject({
      code: 'NO_ANSWER',
      sentence: `${told}; one request is tried from time to time.`,
      remedy: expect.stringContaining(todo),
      cause: expect.stringContaining(said),
    });
    stop.abort();
    await work;
  });

  it('fault 52: a missing right stops that kind of request in its lane only', async () => {
    const door = openDoor({
      behave: ({ path, method }) =>
        path.includes('/supplier/orders') && method === 'POST'
          ? answer(403, { type: 'FORBIDDEN' })
          : answer(200),
    });
    const stop = new AbortController();
    const accept = sendOn(
      door.sender,
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
    expect(await accept).toEqual({ kind: 'stopped', attempts: 0, isUnsent: true });
  });

  it('fault 52: a right to read that is missing is told, and writing goes on', async () => {
    const door = openDoor({
      behave: ({ method }) =>
        method === 'GET' ? answer(403, { type: 'FORBIDDEN' }) : answer(200),
    });
    for (const request of [read('/connect/v1/supplier/orders'), write('/connect/v1/supplier/x')])
      await door.clock.run(door.exchange.once('orders', request, forever));
    expect(door.service.seen).toHaveLength(2);
    expect(door.exchange.facts().lanes[0]?.stopped).toMatchObject({
      code: 'FORBIDDEN',
      sentence: 'The API key lacks the right orders:read.',
    });
  });

  it.each([
    [410, 'INSTANCE_GONE'],
    [409, 'INSTANCE_ALREADY_LINKED'],
  ])('fault 53: after %i %s nothing is ever asked again', async (status, type) => {
    const door = openDoor({ behave: () => answer(status, { type }) });
    const stop = new AbortController();
    const work = lanes.map((lane) =>
      sendOn(door.sender, { lane, method: 'POST', path: `/${lane}`, key: lane }, stop.signal),
    );
    await door.clock.pass(30 * 86_400_000);
    expect(door.service.seen.length).toBeLessThanOrEqual(4);
    stop.abort();
    await Promise.all(work);
  });

  it('fault 53: a place in the feed that is gone (410) stops nothing else', async () => {
    const door = openDoor({
      behave: (_request, seen) =>
        seen.length === 1 ? answer(410, { type: 'CURSOR_GONE' }) : answer(200),
    });
    const asked = ['/orders?cursor=old', '/orders?updatedAfter=1970-01-01T00:00:00Z'];
    for (const path of asked)
      await door.clock.run(door.exchange.once('orders', read(path), forever));
    expect(door.service.seen.map(({ request }) => request.path)).toEqual(asked);
  });

  it('a try that finds no answer leaves the stop as it is', async () => {
    const door = openDoor({
      behave: (_request, seen) =>
        seen.length === 1 ? answer(401, { type: 'UNAUTHENTICATED' }) : none('timeout'),
    });
    const stop = new AbortController();
    const work = sendOn(
      door.sender,
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
      const { lanes: told, lastAnswerAt } = door.exchange.facts();
      expect(told.some(({ stopped }) => stopped)).toBe(false);
      expect(lastAnswerAt, 'of the service itself').toBeUndefined();
    }
    const at = door.clock.monotonic();
    await door.clock.run(
      door.exchange.once('pictures', write('/connect/v1/supplier/catalog/x'), forever),
    );
    expect(door.service.seen.at(-1)?.at).toBe(at);
  });
});
