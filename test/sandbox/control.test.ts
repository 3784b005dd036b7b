import { expect, test } from 'vitest';
import { bounds } from '../../src/sandbox/base/limits.ts';
import { openPoints } from '../../src/sandbox/base/options.ts';
import { openStore } from '../../src/sandbox/base/store.ts';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import { createLedger } from '../../src/sandbox/service/ledger.ts';
import { sandbox, useSandbox } from './one-sandbox.ts';
import { soon } from './soon.ts';
import {
  apple,
  lastEntry,
  ledger,
  place,
  placeOne,
  send,
  upsertApple,
  weather,
} from './supplier.ts';

useSandbox();

test('the ledger tells every request, what came of it and what to warn of', async () => {
  await send(sandbox, 'POST /catalog/products?dry=1', {
    body: { ...apple, colour: 'red' },
    key: 'k',
    ifMatch: 'v',
  });
  expect(await lastEntry(sandbox)).toMatchObject({
    seq: 1,
    at: expect.stringMatching(/^\d{4}-/),
    method: 'POST',
    path: '/connect/v1/supplier/catalog/products',
    query: { dry: '1' },
    key: 'k',
    ifMatch: 'v',
    contentType: 'application/json',
    authorization: 'bearer',
    body: { ...apple, colour: 'red' },
    bytes: 48,
    status: 200,
    answer: { externalId: 'A' },
    effects: [{ kind: 'productCreated', externalId: 'A' }],
    replayed: false,
    warnings: ['unknown query parameter dry', 'unknown field colour'],
  });
});

test('the ledger shows refusals and requests without a credential', async () => {
  await send(sandbox, 'GET /orders', { bearer: null });
  expect(await lastEntry(sandbox)).toMatchObject({
    authorization: 'none',
    status: 401,
    answer: { type: 'UNAUTHENTICATED' },
    body: null,
    key: null,
  });
});

test('the ledger is read from a sequence number, from its end, and emptied', async () => {
  for (let at = 0; at < 5; at += 1) await send(sandbox, 'GET /orders');
  expect((await ledger(sandbox, 3)).map(({ seq }) => seq)).toEqual([4, 5]);
  const last = (await sandbox.control('GET', '/sandbox/ledger?last=2')) as {
    entries: { seq: number }[];
  };
  expect(last.entries.map(({ seq }) => seq)).toEqual([4, 5]);
  const page = await sandbox.control('GET', '/sandbox/ledger?limit=2');
  expect(page).toMatchObject({ entries: [{ seq: 1 }, { seq: 2 }], more: true });
  await sandbox.control('DELETE', '/sandbox/ledger');
  await send(sandbox, 'GET /orders');
  expect((await ledger(sandbox)).map(({ seq }) => seq)).toEqual([6]);
});

test('control calls are not in the ledger and meet no weather', async () => {
  await weather(sandbox, { kind: 'status', status: 500 });
  await placeOne(sandbox);
  const facts = await fetch(`${sandbox.url}/sandbox/facts`);
  expect([facts.status, await facts.json()]).toMatchObject([200, { orders: 1 }]);
  expect(await ledger(sandbox)).toEqual([]);
});

test('the control API answers over HTTP as it does in process', async () => {
  const answer = await fetch(`${sandbox.url}/sandbox/orders`, {
    method: 'POST',
    body: JSON.stringify({ count: 2 }),
  });
  expect(answer.status).toBe(201);
  const { orders } = (await answer.json()) as { orders: object[] };
  expect(orders).toMatchObject([
    {
      id: expect.any(Number),
      orderNumber: expect.any(String),
      version: expect.any(String),
      status: 'PLACED',
    },
    {},
  ]);
  const bad = await fetch(`${sandbox.url}/sandbox/orders`, { method: 'POST', body: '{"count":' });
  expect(bad.status).toBe(400);
});

test('a control call that cannot be done says why', async () => {
  await expect(sandbox.control('POST', '/sandbox/orders', { cuont: 2 })).rejects.toThrow('cuont');
  await expect(sandbox.control('POST', '/sandbox/orders/5/deliver')).rejects.toThrow(
    'ORDER_NOT_FOUND',
  );
  await expect(sandbox.control('GET', '/sandbox/nowhere')).rejects.toThrow('404');
  const { id } = await placeOne(sandbox);
  await expect(sandbox.control('POST', `/sandbox/orders/${id}/deliver`)).rejects.toThrow('PLACED');
  await expect(sandbox.control('POST', `/sandbox/orders/${id}/confirm`)).rejects.toThrow(
    'nothing to confirm',
  );
  await expect(
    sandbox.control('POST', `/sandbox/orders/${id}/annul`, { voidReason: 'x' }),
  ).rejects.toThrow('counter sale');
});

test('a page of another site cannot use the control API', async () => {
  const headers = { origin: 'http://evil.test' };
  const answer = await fetch(`${sandbox.url}/sandbox/state`, { method: 'DELETE', headers });
  expect(answer.status).toBe(403);
});

test('products and orders are shown with every stored field', async () => {
  await upsertApple(sandbox, {
    body: { ...apple, stepQty: 0.5, leadTimeDays: 2, attributes: { a: 1 } },
  });
  const products = await sandbox.control('GET', '/sandbox/products?limit=5&after=0');
  expect(products).toMatchObject({
    count: 1,
    items: [
      {
        externalId: 'A',
        stepQty: 0.5,
        leadTimeDays: 2,
        attributes: { a: 1 },
        isActive: true,
        deleted: false,
      },
    ],
  });
  await place(sandbox, { count: 3, notes: 'Leave at the door' });
  const orders = (await sandbox.control('GET', '/sandbox/orders?limit=2')) as {
    items: object[];
    count: number;
  };
  expect(orders.items).toHaveLength(2);
  expect(orders.count).toBe(3);
  expect(orders.items[0]).toMatchObject({ origin: 'buyer', notes: 'Leave at the door' });
});

test('the clock runs fast and forward, never back', async () => {
  const now = async () =>
    Date.parse(((await sandbox.control('GET', '/sandbox/clock')) as { now: string }).now);
  const before = await now();
  await sandbox.control('POST', '/sandbox/clock', { advanceSeconds: 3600 });
  expect((await now()) - before).toBeGreaterThanOrEqual(3_600_000);
  await sandbox.control('POST', '/sandbox/clock', { speed: 100_000 });
  const fast = await now();
  await expect.poll(async () => (await now()) - fast, soon).toBeGreaterThan(1_000_000);
  await expect(sandbox.control('POST', '/sandbox/clock', { advanceSeconds: -1 })).rejects.toThrow();
});

test('changes carry the sandbox’s time and never the same updatedAt twice', async () => {
  const still = await createSandbox({ wallMs: () => Date.parse('2026-05-01T10:00:00Z') });
  try {
    const { id } = await placeOne(still);
    const stamps = new Set<string>();
    for (let at = 0; at < 5; at += 1) {
      await still.control('POST', `/sandbox/orders/${id}/edit`, { force: true });
      const { body } = await send(still, 'GET /orders');
      stamps.add(body.items[0]!.updatedAt);
    }
    expect([...stamps]).toEqual([...stamps].sort());
    expect(stamps.size).toBe(5);
    expect([...stamps][0]).toBe('2026-05-01T10:00:00.000001Z');
  } finally {
    await still.close();
  }
});

test('every point that the spec leaves open is a switch that can be turned', async () => {
  for (const [point, choices] of Object.entries(openPoints)) {
    for (const choice of choices) {
      const settings = await sandbox.control('PATCH', '/sandbox/settings', {
        notShown: { [point]: choice },
      });
      expect(settings).toMatchObject({ notShown: { [point]: choice } });
    }
  }
  await expect(
    sandbox.control('PATCH', '/sandbox/settings', { omitted: 'maybe' }),
  ).rejects.toThrow();
});

test('the report of a rehearsal groups effects, refusals, failed items and warnings', async () => {
  await upsertApple(sandbox);
  await send(sandbox, 'POST /catalog/products/batch', { body: [apple, { externalId: 'B' }, {}] });
  await send(sandbox, 'DELETE /catalog/products/none');
  await send(sandbox, 'GET /orders');
  expect(await sandbox.control('GET', '/sandbox/report')).toMatchObject({
    entries: 4,
    requests: { 'DELETE /connect/v1/supplier/catalog/products/:externalId': 1 },
    effects: { productCreated: 1, productUpdated: 1 },
    refusals: { '404 PRODUCT_NOT_FOUND': { count: 1 } },
    failedItems: { VALIDATION_ERROR: { count: 2, example: expect.stringContaining('B') } },
    warnings: { 'browse mode is not resumable and must not be used to sync': { count: 1 } },
  });
});

test('two sandboxes run side by side and share nothing', async () => {
  const other = await createSandbox();
  try {
    await upsertApple(sandbox);
    expect(await other.control('GET', '/sandbox/facts')).toMatchObject({ products: 0 });
  } finally {
    await other.close();
  }
});

test('a port that is taken is an error at the start', async () => {
  await expect(createSandbox({ port: sandbox.port })).rejects.toThrow('EADDRINUSE');
});

test('closing twice is closing once', async () => {
  const other = await createSandbox();
  await Promise.all([other.close(), other.close()]);
  await expect(fetch(other.url)).rejects.toThrow();
});

test('the ledger forgets its oldest entries beyond its bound', () => {
  const store = openStore(undefined);
  const book = createLedger(store);
  const entry = { effects: [], warnings: [], replayed: false, status: 200 };
  store.transaction(() => {
    for (let at = 0; at < bounds.ledgerEntries + 5; at += 1) book.append(entry as never);
  });
  expect(book.since(0, 1).entries).toMatchObject([{ seq: 6 }]);
  store.close();
});

test('latency is added to every answer of the service', async () => {
  await sandbox.control('PATCH', '/sandbox/settings', { latencyMs: 80 });
  const started = performance.now();
  await send(sandbox, 'GET /orders');
  expect(performance.now() - started).toBeGreaterThan(75);
});
