import { describe, expect, it } from 'vitest';
import { type HttpRequest, lanes } from '../../src/domain/exchange.ts';
import { read, write } from './flood.ts';
import { answer, forever, none, openDoor, sendOn } from './service.ts';

const unread = { title: '', detail: 'is not valid JSON', instance: '' };

/** What is told a minute after a stock was sent of which only this comes back. */
async function toldOf(came: ReturnType<typeof answer | typeof none>) {
  const door = openDoor({ behave: () => came });
  const stop = new AbortController();
  const stock = { lane: 'stock', method: 'POST', path: '/stock', key: 'a' } as const;
  const work = sendOn(door.sender, stock, stop.signal);
  await door.clock.pass(60_000);
  const told = door.sender.facts();
  stop.abort();
  await work;
  return told;
}

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
    const { lanes: told, lastFailure, lastAnswerAt } = await toldOf(came);
    expect(lastAnswerAt).toBeUndefined();
    expect(told[1]?.stopped).toMatchObject({
      code: 'NO_ANSWER',
      sentence: `Something answers ${status}, but not as the marketplace does; one request is tried from time to time.`,
      remedy: expect.stringContaining('Check marketplace.baseUrl'),
    });
    expect(lastFailure?.sentence).toBe(
      `Something answered ${status}, but not as the marketplace does.`,
    );
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
    expect((await toldOf(came)).lanes[1]?.stopped).toMatchObject({
      code: 'NO_ANSWER',
      sentence: `${told}; one request is tried from time to time.`,
      remedy: expect.stringContaining(todo),
      cause: expect.stringContaining(said),
    });
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
      behave: ({ method }) => (method === 'GET' ? answer(403, { type: 'FORBIDDEN' }) : answer(200)),
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
