import { describe, expect, test } from 'vitest';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import { kinds } from '../../src/sandbox/weather/rule.ts';
import { storms } from '../../src/sandbox/weather/storms.ts';
import { sandbox, useSandbox } from './one-sandbox.ts';
import { soon } from './soon.ts';
import { type Answered, lastEntry, ledger, place, send, upsertApple, weather } from './supplier.ts';

useSandbox();

const upsert = (sent: object = {}) => upsertApple(sandbox, sent);
const held = async () =>
  ((await sandbox.control('GET', '/sandbox/facts')) as { products: number }).products;

/** Each kind: the rule, and what an upsert of one product then meets. */
type Meeting = (met: { answer: Answered | undefined; tookMs: number; products: number }) => void;
const met: Record<string, [rule: object, expectation: Meeting]> = {
  status: [
    { status: 500, headers: { 'x-cause': 'test' }, detail: 'Boom' },
    ({ answer, products }) => {
      expect(answer).toMatchObject({
        status: 500,
        body: { type: 'INTERNAL_ERROR', detail: 'Boom' },
      });
      expect(answer!.headers.get('x-cause')).toBe('test');
      expect(products).toBe(0);
    },
  ],
  reset: [
    { when: 'after' },
    ({ answer, products }) => expect([answer, products]).toEqual([undefined, 1]),
  ],
  hang: [
    { delayMs: 100 },
    ({ answer, tookMs, products }) => {
      expect([answer, products]).toEqual([undefined, 0]);
      expect(tookMs).toBeGreaterThan(90);
    },
  ],
  latency: [
    { delayMs: 120 },
    ({ answer, tookMs }) => {
      expect(answer!.status).toBe(200);
      expect(tookMs).toBeGreaterThan(110);
    },
  ],
  cut: [{}, ({ answer, products }) => expect([answer, products]).toEqual([undefined, 1])],
  garble: [
    {},
    ({ answer }) => expect([answer!.status, typeof answer!.body]).toEqual([200, 'string']),
  ],
  html: [
    { status: 502 },
    ({ answer }) => {
      expect(answer!.status).toBe(502);
      expect(answer!.headers.get('content-type')).toContain('text/html');
      expect(answer!.body).toContain('<h1>');
    },
  ],
  drip: [
    { delayMs: 10 },
    ({ answer, tookMs }) => {
      expect(answer).toMatchObject({ status: 200, body: { externalId: 'A' } });
      expect(tookMs).toBeGreaterThan(100);
    },
  ],
  contentType: [{}, ({ answer }) => expect(answer!.headers.get('content-type')).toBe('text/plain')],
  body: [
    { body: [1, 2] },
    ({ answer }) => expect(answer).toMatchObject({ status: 200, body: [1, 2] }),
  ],
  missingField: [
    { field: 'name' },
    ({ answer }) => expect(answer!.body).not.toHaveProperty('name'),
  ],
  unknownField: [{}, ({ answer }) => expect(answer!.body).toHaveProperty('somethingNew')],
  nullField: [{ field: 'name' }, ({ answer }) => expect(answer!.body.name).toBeNull()],
  servedTwice: [{}, ({ answer }) => expect(answer!.status).toBe(200)],
  halfBatch: [{}, ({ answer }) => expect(answer!.status).toBe(200)],
  maintenance: [
    {},
    ({ answer, products }) => {
      expect([answer!.status, answer!.body.type, products]).toEqual([503, 'MAINTENANCE', 0]);
      expect(answer!.headers.get('retry-after')).toBe('1');
    },
  ],
  rateStorm: [
    { delayMs: 2000 },
    ({ answer }) => {
      expect([answer!.status, answer!.body.type]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
      expect(['2', '3']).toContain(answer!.headers.get('retry-after'));
      expect(Number(answer!.headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1000);
    },
  ],
  tokenExpired: [{}, ({ answer }) => expect(answer!.body.type).toBe('UNAUTHENTICATED')],
  cursorRefused: [{}, ({ answer }) => expect(answer!.status).toBe(200)],
  mediaHandleInvalid: [{}, ({ answer }) => expect(answer!.status).toBe(200)],
  uploadRefused: [{}, ({ answer }) => expect(answer!.status).toBe(200)],
};

describe('each kind of bad weather', () => {
  test.each(Object.entries(met))('weather %s', async (kind, [rule, expectation]) => {
    await weather(sandbox, { ...rule, kind, count: 1 });
    const started = performance.now();
    const answer = await upsert().catch(() => undefined);
    expectation({ answer, tookMs: performance.now() - started, products: await held() });
    expect((await upsert()).status).toBe(200);
  });

  test('every kind is tried', () => {
    expect(Object.keys(met).sort()).toEqual([...kinds].sort());
  });
});

test('a status may also come after the effect', async () => {
  await weather(sandbox, { kind: 'status', status: 500, when: 'after', count: 1 });
  expect((await upsert()).status).toBe(500);
  expect(await held()).toBe(1);
});

test('a reset before the effect leaves nothing done', async () => {
  await weather(sandbox, { kind: 'reset', when: 'before', count: 1 });
  await expect(upsert()).rejects.toThrow();
  expect(await held()).toBe(0);
  expect(await lastEntry(sandbox)).toMatchObject({
    status: 0,
    effects: [],
    weather: 'reset before',
  });
});

test('a hang after the effect has done the work that nobody hears of', async () => {
  await weather(sandbox, { kind: 'hang', when: 'after', count: 1, delayMs: 50 });
  await expect(upsert()).rejects.toThrow();
  expect(await held()).toBe(1);
});

test('a client that gives up ends a hang', async () => {
  await weather(sandbox, { kind: 'hang', count: 1 });
  const patience = new AbortController();
  const hanging = fetch(`${sandbox.url}/connect/v1/supplier/orders`, { signal: patience.signal });
  const rules = () => sandbox.control('GET', '/sandbox/weather');
  await expect.poll(rules, soon).toMatchObject({ rules: [{ hits: 1 }] });
  patience.abort();
  await expect(hanging).rejects.toThrow();
  expect((await upsert()).status).toBe(200);
});

test('half of a batch upsert fails item by item', async () => {
  await weather(sandbox, { kind: 'halfBatch', type: 'CONFLICT_OPTIMISTIC_LOCK', count: 1 });
  const body = ['A', 'B', 'C'].map((externalId) => ({ externalId, name: externalId }));
  const answer = await send(sandbox, 'POST /catalog/products/batch', { body });
  expect(answer.body).toMatchObject({ succeeded: 2, failed: 1 });
  expect(answer.body.errors).toMatchObject([
    { externalId: 'B', errorCode: 'CONFLICT_OPTIMISTIC_LOCK' },
  ]);
  const stock = { items: ['A', 'C'].map((externalId) => ({ externalId, availableQty: 1 })) };
  await weather(sandbox, { kind: 'halfBatch', count: 1 });
  const second = await send(sandbox, 'PUT /catalog/products/batch/stock', { body: stock });
  expect(second.body).toMatchObject({ succeeded: 1, errors: [{ externalId: 'C' }] });
});

test('a field is altered in every item of a list', async () => {
  await place(sandbox, { count: 3 });
  await weather(sandbox, { kind: 'nullField', field: 'version', count: 1 });
  const { body } = await send(sandbox, 'GET /orders');
  expect(body.items.map((item) => item.version)).toEqual([null, null, null]);
});

test('a rule hits by method, path, count and skip', async () => {
  await weather(sandbox, {
    kind: 'status',
    status: 500,
    method: 'GET',
    path: '/connect/v1/supplier/orders',
    count: 2,
    skip: 1,
  });
  expect((await upsert()).status).toBe(200);
  const statuses = [];
  for (let at = 0; at < 5; at += 1) statuses.push((await send(sandbox, 'GET /orders')).status);
  expect(statuses).toEqual([200, 500, 500, 200, 200]);
  const { rules } = (await sandbox.control('GET', '/sandbox/weather')) as { rules: object[] };
  expect(rules).toMatchObject([{ seen: 5, hits: 2 }]);
});

test('a rule hits by probability, the same way for the same seed', async () => {
  const outcomes: string[] = [];
  for (let run = 0; run < 2; run += 1) {
    const seeded = await createSandbox({ seed: 42 });
    await seeded.control('POST', '/sandbox/weather', {
      kind: 'status',
      status: 500,
      probability: 0.5,
    });
    const statuses = [];
    for (let at = 0; at < 30; at += 1) statuses.push((await send(seeded, 'GET /orders')).status);
    outcomes.push(statuses.join());
    await seeded.close();
  }
  expect(outcomes[0]).toBe(outcomes[1]);
  expect(outcomes[0]).toContain('500');
  expect(outcomes[0]).toContain('200');
});

test('delays add up and the first other rule wins', async () => {
  await weather(sandbox, [
    { kind: 'latency', delayMs: 30 },
    { kind: 'latency', delayMs: 30, when: 'after' },
    { kind: 'status', status: 503 },
    { kind: 'status', status: 500 },
  ]);
  const started = performance.now();
  expect((await upsert()).status).toBe(503);
  expect(performance.now() - started).toBeGreaterThan(55);
});

test('a rule is ended by its id, and all of them at once', async () => {
  await weather(sandbox, { kind: 'status', status: 500 });
  await weather(sandbox, { kind: 'status', status: 503 });
  await sandbox.control('DELETE', '/sandbox/weather/1');
  expect((await upsert()).status).toBe(503);
  await sandbox.control('DELETE', '/sandbox/weather');
  expect((await upsert()).status).toBe(200);
});

test('a rule that makes no sense is refused', async () => {
  await expect(weather(sandbox, { kind: 'hail' })).rejects.toThrow('kind');
  await expect(weather(sandbox, { kind: 'status', path: '^(' })).rejects.toThrow('path');
  await expect(weather(sandbox, { kind: 'status', paths: '/x' })).rejects.toThrow('paths');
  await expect(weather(sandbox, { storm: 'hurricane' })).rejects.toThrow('monday');
});

test.each(Object.keys(storms))(
  'a client that repeats with its key gets through the storm %s',
  async (storm) => {
    await weather(sandbox, { storm });
    for (let at = 0; at < 25; at += 1) {
      const body = { externalId: `P${at}`, name: 'Product' };
      for (let attempt = 0; attempt < 40; attempt += 1) {
        const answer = await send(sandbox, 'POST /catalog/products', { body, key: `k${at}` }).catch(
          () => undefined,
        );
        if (answer?.status === 200) break;
      }
    }
    expect(await held()).toBe(25);
    const effects = (await ledger(sandbox)).flatMap((entry) => entry.effects);
    expect(effects).toHaveLength(25);
  },
);
