import { describe, expect, it } from 'vitest';
import type { HttpOutcome, Mutation } from '../../src/domain/exchange.ts';
import { accept, batch, feed, inTurn, internal, maintenance } from './mutations.ts';
import { answer, forever, none, openDoor } from './service.ts';

describe('a mutation that goes on', () => {
  it('tells how often it was tried and what came last, until it has its outcome', async () => {
    const { clock, sender } = openDoor({ behave: inTurn(none('reset'), internal, answer(200)) });
    const told: unknown[] = [];
    const sleep = clock.sleep.bind(clock);
    clock.sleep = (...args) => {
      told.push(sender.tries('key-1'));
      return sleep(...args);
    };
    expect(sender.tries('key-1')).toBeUndefined();
    await clock.run(sender.send(batch, forever));
    expect(told).toContainEqual({ attempts: 1, last: expect.stringContaining('no answer') });
    expect(told).toContainEqual({
      attempts: 2,
      last: expect.stringContaining('answered 500 INTERNAL_ERROR'),
    });
    expect(sender.tries('key-1')).toBeUndefined();
  });
});

describe('repeating a mutation', () => {
  it('fault 40: sends the same method, path, bytes, key and If-Match every time', async () => {
    for (const mutation of [batch, accept]) {
      const { clock, service, sender } = openDoor({
        behave: inTurn(
          none('reset'),
          none('timeout'),
          internal,
          maintenance,
          none('unreadable'),
          answer(200),
        ),
      });
      const verdict = await clock.run(sender.send(mutation, forever));
      expect(verdict).toMatchObject({ kind: 'answered', attempts: 6 });
      expect(new Set(service.seen.map(({ request }) => JSON.stringify(request))).size).toBe(1);
      expect(service.seen[0]?.request.body).toBe(mutation.body);
      expect(service.seen[0]?.request.headers).toEqual({
        'idempotency-key': mutation.key,
        ...(mutation.ifMatch === undefined ? {} : { 'if-match': mutation.ifMatch }),
      });
    }
  });

  it('fault 41: an answer that was lost after the effect is fetched again and counted once', async () => {
    const effects = new Set<string>();
    const { clock, service, sender } = openDoor({
      behave(request, seen) {
        effects.add(request.headers?.['idempotency-key'] ?? '');
        return seen.length < 4 ? none('reset') : answer(200, { body: '{"stored":true}' });
      },
    });
    const verdict = await clock.run(sender.send(batch, forever));
    expect(verdict).toMatchObject({
      kind: 'answered',
      answer: { body: Buffer.from('{"stored":true}') },
    });
    expect(service.seen).toHaveLength(4);
    expect([...effects]).toEqual(['key-1']);
  });

  it('fault 51: waits one second, then doubling, at most five minutes', async () => {
    const { clock, service, sender } = openDoor({ behave: () => none('timeout') });
    const stop = new AbortController();
    const work = sender.send(batch, stop.signal);
    await clock.pass(3_600_000);
    const seconds = service.seconds();
    const gaps = seconds.slice(1).map((second, at) => second - (seconds[at] ?? 0));
    for (const [at, gap] of gaps.entries()) {
      expect(gap, `gap ${at}`).toBeGreaterThanOrEqual(Math.min(2 ** at, 150));
      expect(gap, `gap ${at}`).toBeLessThanOrEqual(300 + 300);
    }
    expect(gaps.length).toBeGreaterThan(12);
    stop.abort();
    expect(await work).toEqual({ kind: 'stopped', attempts: gaps.length + 1 });
  });

  it('fault 50: goes on after maintenance with the same key', async () => {
    const { clock, service, sender } = openDoor({
      behave: inTurn(
        answer(503, { type: 'MAINTENANCE', headers: { 'retry-after': '120' } }),
        answer(200),
      ),
    });
    await clock.run(sender.send(batch, forever));
    const [, second = 0] = service.seconds();
    expect(second).toBeGreaterThanOrEqual(120);
    expect(second).toBeLessThanOrEqual(121.1);
  });

  it.each([400, 404, 409, 413, 422])(
    'never repeats a %d that the service has typed',
    async (status) => {
      const { clock, service, sender } = openDoor({
        behave: () => answer(status, { type: 'VALIDATION_ERROR' }),
      });
      expect(await clock.run(sender.send(batch, forever))).toMatchObject({
        kind: 'answered',
        attempts: 1,
        answer: { status },
      });
      expect(service.seen).toHaveLength(1);
    },
  );

  it('fault 53: a 404 of the service is answered at once, a 404 page of a proxy is not taken for it', async () => {
    const remove: Mutation = { lane: 'products', method: 'DELETE', path: '/p/A', key: 'key-4' };
    const gone = answer(404, { type: 'PRODUCT_NOT_FOUND' });
    const { clock, sender } = openDoor({ behave: inTurn(answer(404, { body: '<html>' }), gone) });
    expect(await clock.run(sender.send(remove, forever))).toEqual({
      kind: 'answered',
      answer: gone,
      attempts: 2,
    });
  });

  it('fault 43: a reused key is answered to its owner and stops nothing else', async () => {
    const { clock, sender } = openDoor({
      behave: () => answer(409, { type: 'IDEMPOTENCY_KEY_REUSED' }),
    });
    expect(await clock.run(sender.send(batch, forever))).toMatchObject({ kind: 'answered' });
    expect(sender.facts().lanes.some(({ stopped }) => stopped)).toBe(false);
  });
});

describe('a failure that is stored under the key', () => {
  /** The feed is polled every five minutes, as in a running daemon. */
  async function sendWithFeed(outcome: HttpOutcome) {
    const door = openDoor({ behave: inTurn(outcome) });
    // The daemon has run for a week: the time since the first failure counts.
    await door.clock.pass(7 * 86_400_000);
    const began = door.clock.monotonic();
    const stop = new AbortController();
    const poll = async (): Promise<void> => {
      while (!stop.signal.aborted) {
        await door.exchange.once('orders', feed, stop.signal);
        await door.clock.sleep(60_000, stop.signal);
      }
    };
    const polling = poll();
    const verdict = await door.clock.run(door.sender.send(batch, forever));
    const took = door.clock.monotonic() - began;
    stop.abort();
    await polling;
    return { ...door, verdict, took };
  }

  it.each([
    ['500', internal],
    ['503', maintenance],
    ['429', answer(429, { type: 'RATE_LIMIT_EXCEEDED', headers: { 'retry-after': '1' } })],
    ['503 without Retry-After', answer(503, { type: 'MAINTENANCE' })],
    ['429 without Reset', answer(429, { type: 'RATE_LIMIT_EXCEEDED' })],
    ['HTML 403', answer(403, { body: '<html>blocked by policy</html>' })],
  ])(
    'fault 44: %s under one key for half an hour is given up, while others are served',
    async (_name, outcome) => {
      const { verdict, took, service } = await sendWithFeed(outcome);
      expect(verdict).toMatchObject({ kind: 'exhausted' });
      expect(took).toBeGreaterThanOrEqual(30 * 60_000);
      expect(took).toBeLessThanOrEqual(60 * 60_000);
      const writes = service.seen.filter(({ request }) => request.method === 'POST');
      expect(writes.length).toBeGreaterThanOrEqual(8);
      expect(writes.length).toBeLessThanOrEqual(20);
      const reads = service.seen.filter(({ request }) => request.method === 'GET');
      expect(reads.length, 'the feed goes on').toBeGreaterThanOrEqual(25);
    },
  );

  it('fault 49: a 429 with which a key is given up still holds everybody back until Reset', async () => {
    const limited = answer(429, {
      type: 'RATE_LIMIT_EXCEEDED',
      headers: { 'retry-after': '30' },
    });
    const { clock, service, exchange } = await sendWithFeed(limited);
    const givenUpAt = service.seen.findLast(({ request }) => request.method === 'POST')?.at ?? 0;
    await clock.run(exchange.once('orders', feed, forever));
    const next = service.seen.find(({ at }) => at > givenUpAt)?.at ?? 0;
    expect(next - givenUpAt).toBeGreaterThanOrEqual(30_000);
  });

  it('an outage of the whole service gives nothing up, however long it lasts', async () => {
    const { clock, service, sender } = openDoor({ behave: () => internal });
    const work = sender.send(batch, forever);
    await clock.pass(24 * 3_600_000);
    service.behave = () => answer(200);
    expect(await clock.run(work)).toMatchObject({ kind: 'answered' });
  });
});

describe('a request without a key', () => {
  const { key: _key, ...start } = { ...batch, path: '/connect/v1/supplier/catalog/sync/start' };
  const presign: Mutation = { ...start, path: '/p/images/presign', repeatable: true };

  it.each([
    ['a cut connection', none('reset')],
    ['no answer in time', none('timeout')],
    ['an answer that cannot be read', none('unreadable')],
    ['a 500', internal],
    ['a 502 in HTML', answer(502, { body: '<html>' })],
  ])('is not sent again after %s', async (_name, outcome) => {
    const { clock, service, sender } = openDoor({ behave: () => outcome });
    expect(await clock.run(sender.send(start, forever))).toEqual({
      kind: 'unknown',
      outcome,
      attempts: 1,
    });
    expect(service.seen).toHaveLength(1);
    expect(service.seen[0]?.request.headers).toEqual({});
    // So nothing of its lane is left that was not served.
    expect(sender.facts().unserved).toBeUndefined();
  });

  it.each([
    ['a refused connection', none('refused')],
    ['a name that is not found', none('dns')],
    ['maintenance', maintenance],
    ['a rate limit', answer(429, { type: 'RATE_LIMIT_EXCEEDED', headers: { 'retry-after': '1' } })],
  ])('is sent again after %s, because nothing was done', async (_name, outcome) => {
    const { clock, sender } = openDoor({ behave: inTurn(outcome, answer(201)) });
    expect(await clock.run(sender.send(start, forever))).toMatchObject({
      kind: 'answered',
      attempts: 2,
    });
  });

  it('is sent again when a second one does no harm (presign)', async () => {
    const { clock, sender } = openDoor({ behave: inTurn(none('reset'), internal, answer(200)) });
    expect(await clock.run(sender.send(presign, forever))).toMatchObject({
      kind: 'answered',
      attempts: 3,
    });
  });
});
