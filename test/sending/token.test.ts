import { describe, expect, it } from 'vitest';
import type { HttpOutcome, HttpRequest } from '../../src/domain/exchange.ts';
import { Secret } from '../../src/domain/secret.ts';
import { createTokenAuth } from '../../src/marketplace/auth.ts';
import { mayHaveWorked } from '../../src/sending/sender.ts';
import { answer, forever, none, openDoor, sendOn } from './service.ts';

const get: HttpRequest = {
  method: 'GET',
  path: '/connect/v1/supplier/orders/1',
  credential: 'bearer',
};
const unauthenticated = answer(401, { type: 'UNAUTHENTICATED' });

/** A service that hands out tokens `t1`, `t2`, … and takes those that `isValid` says. */
function tokenDoor(options: {
  isValid?: (token: string) => boolean;
  exchange?: (count: number) => HttpOutcome;
}) {
  const {
    isValid = () => true,
    exchange = (count) => answer(200, { body: `{"jwt":"t${count}"}` }),
  } = options;
  const auth = createTokenAuth({
    key: new Secret('the-key'),
    requestField: 'apiKey',
    responseField: 'jwt',
  });
  let exchanges = 0;
  const sentWith: string[] = [];
  const door = openDoor({
    auth,
    behave(request) {
      if (request.path === '/connect/v1/auth/token') {
        exchanges += 1;
        return exchange(exchanges);
      }
      const token = auth.bearer()?.reveal() ?? 'none';
      sentWith.push(token);
      return isValid(token) ? answer(200) : unauthenticated;
    },
  });
  const tokenRequests = () =>
    door.service.seen.filter(({ request }) => request.path.endsWith('/token'));
  return { ...door, auth, sentWith, tokenRequests };
}

describe('fault 133: a token in exchange for the API key', () => {
  it('is asked for before the first request, with the configured fields and no credential', async () => {
    const door = tokenDoor({});
    expect(await door.clock.run(door.exchange.once('orders', get, forever))).toMatchObject({
      status: 200,
    });
    expect(door.sentWith).toEqual(['t1']);
    const [request] = door.tokenRequests();
    expect(request?.request).toMatchObject({ method: 'POST', credential: 'none' });
    expect(Buffer.from(request?.request.body ?? []).toString()).toBe('{"apiKey":"the-key"}');
  });

  it('is used until a 401, never by a guessed expiry', async () => {
    let valid = 't1';
    const door = tokenDoor({
      isValid: (token) => token === valid,
      exchange: (count) => answer(200, { body: `{"jwt":"t${count}","expiresIn":1}` }),
    });
    await door.clock.run(door.exchange.once('orders', get, forever));
    await door.clock.pass(30 * 86_400_000);
    await door.clock.run(door.exchange.once('orders', get, forever));
    expect(door.tokenRequests()).toHaveLength(1);
    valid = 't2';
    expect(await door.clock.run(door.exchange.once('orders', get, forever))).toMatchObject({
      status: 200,
    });
    expect(door.sentWith).toEqual(['t1', 't1', 't1', 't2']);
  });

  it('is renewed once for all requests that meet the 401 together', async () => {
    let valid = 't1';
    const door = tokenDoor({ isValid: (token) => token === valid });
    await door.clock.run(door.exchange.once('orders', get, forever));
    valid = 't2';
    const outcomes = await door.clock.run(
      Promise.all(Array.from({ length: 4 }, () => door.exchange.once('orders', get, forever))),
    );
    expect(outcomes.every((outcome) => outcome.kind === 'answer' && outcome.status === 200)).toBe(
      true,
    );
    expect(door.tokenRequests()).toHaveLength(2);
  });

  it('is not renewed again by a 401 that comes late, to a request with the old token', async () => {
    let valid = 't1';
    const door = tokenDoor({ isValid: (token) => token === valid });
    await door.clock.run(door.exchange.once('orders', get, forever));
    valid = 't2';
    const early = door.exchange.once('orders', get, forever);
    await door.clock.pass(5);
    door.service.latencyMs = 500;
    const late = door.exchange.once('orders', get, forever);
    await door.clock.pass(1);
    door.service.latencyMs = 20;
    expect(await door.clock.run(Promise.all([early, late]))).toMatchObject([
      { status: 200 },
      { status: 200 },
    ]);
    expect(door.tokenRequests()).toHaveLength(2);
  });

  it('fault 52: one refresh, then everything stops, and a dead key is asked about once a minute', async () => {
    let isDead = false;
    const door = tokenDoor({
      isValid: () => !isDead,
      exchange: (count) =>
        isDead
          ? answer(400, { type: 'ERROR', detail: 'the-key revoked' })
          : answer(200, { body: `{"jwt":"t${count}"}` }),
    });
    await door.clock.run(door.exchange.once('orders', get, forever));
    isDead = true;
    expect(await door.clock.run(door.exchange.once('orders', get, forever))).toMatchObject({
      status: 401,
      problem: { type: 'UNAUTHENTICATED', detail: 'the token address answered 400: *** revoked' },
    });
    const before = door.service.seen.length;
    const waiting = door.exchange.once('stock', get, forever);
    await door.clock.pass(59_000);
    expect(door.service.seen.length).toBe(before);
    expect(door.exchange.facts().lanes[1]?.stopped).toMatchObject({
      code: 'UNAUTHENTICATED',
      sentence:
        'The marketplace refused the API key (the token address answered 400: *** revoked).',
    });
    await door.clock.run(waiting);
    expect(door.service.seen.length).toBe(before + 1);
    isDead = false;
    const asked = door.tokenRequests().length;
    for (const status of [200, 200, 200])
      expect(await door.clock.run(door.exchange.once('stock', get, forever))).toMatchObject({
        status,
      });
    expect(door.tokenRequests()).toHaveLength(asked + 1);
  });

  it('a fresh token that is refused too is not renewed again by the same request', async () => {
    const door = tokenDoor({ isValid: () => false });
    expect(await door.clock.run(door.exchange.once('orders', get, forever))).toMatchObject({
      status: 401,
    });
    expect(door.tokenRequests()).toHaveLength(1);
    expect(door.sentWith).toHaveLength(1);
  });

  it.each([
    [
      'an answer without the field',
      answer(200, { body: '{"access_token":"x","expires_in":3600,"secret one":1}' }),
      'no token was given: the answer of the token address has no field "jwt" with a token, but access_token, expires_in',
    ],
    ['an answer that is no JSON', answer(200, { body: '<html>' }), 'no field "jwt"'],
    [
      'a token with a line end',
      answer(200, { body: '{"jwt":"a\\r\\nb"}' }),
      'no token was given: the answer of the token address has no field "jwt" with a token, but jwt',
    ],
    [
      'a 500',
      answer(500, { type: 'INTERNAL_ERROR', detail: 'oops' }),
      'the token address answered 500: oops',
    ],
  ])('%s means that the request never left', async (_name, outcome, words) => {
    const door = tokenDoor({ exchange: () => outcome });
    const got = await door.clock.run(door.exchange.once('orders', get, forever));
    expect(got).toMatchObject({ kind: 'none' });
    expect(got.kind === 'none' && got.detail).toContain(words);
    expect(got.kind === 'none' && got.detail).not.toContain('no connection could be made');
    expect(door.sentWith).toEqual([]);
    expect(got.kind === 'none' && mayHaveWorked(got)).toBe(false);
  });

  it('where it never comes the lane says which field is to be configured', async () => {
    const door = tokenDoor({ exchange: () => answer(200, { body: '{"access_token":"x"}' }) });
    const stopping = new AbortController();
    const work = door.sender.send(
      { lane: 'stock', method: 'PUT', path: '/s', key: 'k' },
      stopping.signal,
    );
    await door.clock.pass(60_000);
    expect(door.exchange.facts().lanes[1]?.stopped).toMatchObject({
      code: 'NO_ANSWER',
      sentence: expect.stringContaining('gives no token in the field that marketplace.token names'),
      remedy: expect.stringContaining('Set marketplace.token.responseField'),
    });
    stopping.abort();
    await door.clock.run(work);
  });

  it('a token address that is limited, in maintenance or silent is told as it is', async () => {
    for (const outcome of [
      answer(429, { type: 'RATE_LIMIT_EXCEEDED', headers: { 'retry-after': '9' } }),
      answer(503, { type: 'MAINTENANCE' }),
      none('timeout'),
    ]) {
      const door = tokenDoor({ exchange: () => outcome });
      expect(await door.clock.run(door.exchange.once('orders', get, forever))).toBe(outcome);
    }
  });

  it('a refused exchange is never taken for the answer of the mutation that needed it', async () => {
    let isReady = false;
    const door = tokenDoor({
      exchange: () =>
        isReady ? answer(200, { body: '{"jwt":"t"}' }) : answer(400, { type: 'ERROR' }),
    });
    const put = { lane: 'stock', method: 'PUT', path: '/s', key: 'k' } as const;
    const work = sendOn(door.sender, put, forever);
    await door.clock.pass(10_000);
    isReady = true;
    expect(await door.clock.run(work)).toMatchObject({ kind: 'answered', answer: { status: 200 } });
  });
});
