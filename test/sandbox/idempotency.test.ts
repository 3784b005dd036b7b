import { expect, test } from 'vitest';
import { endpoints } from '../../src/sandbox/service/endpoints.ts';
import { sandbox, useSandbox } from './one-sandbox.ts';
import { lastEntry, ledger, placeOne, send, weather } from './supplier.ts';

useSandbox();

const apple = { externalId: 'A', name: 'Apple' };
const upsert = (body: object, key: string) =>
  send(sandbox, 'POST /catalog/products', { body, key });
const policy = (idempotency: object) =>
  sandbox.control('PATCH', '/sandbox/settings', { idempotency });

test('Idempotency-Key is supported on exactly the endpoints that the spec names', () => {
  const supported = endpoints.filter(({ idempotent }) => idempotent);
  expect(
    supported
      .map(({ method, path }) => `${method} ${path.replace('/connect/v1/supplier', '')}`)
      .sort(),
  ).toEqual(
    [
      'POST /catalog/products',
      'DELETE /catalog/products/:externalId',
      'PUT /catalog/products/:externalId/stock',
      'POST /catalog/products/batch',
      'PUT /catalog/products/batch/stock',
      'POST /catalog/products/:externalId/images/commit',
      'DELETE /catalog/products/:externalId/images',
      'POST /orders/:id/accept',
      'POST /orders/:id/reject',
      'POST /orders/:id/dispatch',
      'POST /orders/:id/cancel',
      'POST /orders/batch/accept',
      'POST /orders/batch/dispatch',
    ].sort(),
  );
});

test('the identical request with the same key replays the stored response and does nothing', async () => {
  const first = await upsert({ ...apple, availableQty: 1 }, 'k');
  await sandbox.control('PATCH', '/sandbox/products/A', { availableQty: 9 });
  const again = await upsert({ ...apple, availableQty: 1 }, 'k');
  expect([again.status, again.body]).toEqual([first.status, first.body]);
  expect(await lastEntry(sandbox)).toMatchObject({ replayed: true, effects: [] });
  expect(await sandbox.control('GET', '/sandbox/products/A')).toMatchObject({ availableQty: 9 });
});

test('the same key with another body, path or method is 409 IDEMPOTENCY_KEY_REUSED', async () => {
  await upsert(apple, 'k');
  const stock = { body: { availableQty: 1 }, key: 'k' };
  for (const answer of [
    await upsert({ ...apple, name: 'Other' }, 'k'),
    await send(sandbox, 'PUT /catalog/products/A/stock', stock),
    await send(sandbox, 'DELETE /catalog/products/A', { key: 'k' }),
  ]) {
    expect([answer.status, answer.body.type]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
  }
});

test('an order action is done once whatever its key is sent again with', async () => {
  const { id, version } = await placeOne(sandbox);
  const once = { key: 'k', ifMatch: version };
  const first = await send(sandbox, `POST /orders/${id}/accept`, once);
  const again = await send(sandbox, `POST /orders/${id}/accept`, once);
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(again.body).toEqual(first.body);
  const effects = (await ledger(sandbox)).flatMap((entry) => entry.effects);
  expect(effects).toEqual([{ kind: 'orderAccepted', orderId: id }]);
});

test('two requests at the same time with one key have one effect', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => upsert(apple, 'k')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const effects = (await ledger(sandbox)).flatMap((entry) => entry.effects);
  expect(effects).toHaveLength(1);
});

test('store notTransient keeps a refusal but neither 429 nor 5xx', async () => {
  await weather(sandbox, { kind: 'status', status: 503, count: 1 });
  expect((await upsert(apple, 'a')).status).toBe(503);
  expect((await upsert(apple, 'a')).status).toBe(200);
  await weather(sandbox, { kind: 'status', type: 'DATA_INTEGRITY_VIOLATION', count: 1 });
  expect((await upsert(apple, 'b')).status).toBe(409);
  expect((await upsert(apple, 'b')).status).toBe(409);
  expect((await lastEntry(sandbox)).replayed).toBe(true);
});

test('store all keeps 503 and 429 too, so that only a new key helps', async () => {
  await policy({ store: 'all' });
  for (const status of [503, 429]) {
    await weather(sandbox, { kind: 'status', status, count: 1 });
    expect((await upsert(apple, `k${status}`)).status).toBe(status);
    expect((await upsert(apple, `k${status}`)).status).toBe(status);
    expect((await upsert(apple, `new${status}`)).status).toBe(200);
  }
});

test('forbidden kept repeats a 403 under its key after its cause is gone, and a new key helps', async () => {
  const forbidden = () => weather(sandbox, { kind: 'status', type: 'FORBIDDEN', count: 1 });
  await forbidden();
  expect((await upsert(apple, 'a')).status).toBe(403);
  expect((await upsert(apple, 'a')).status).toBe(200);
  await policy({ forbidden: 'kept' });
  await forbidden();
  expect((await upsert(apple, 'b')).status).toBe(403);
  expect((await upsert(apple, 'b')).status).toBe(403);
  expect(await lastEntry(sandbox)).toMatchObject({ replayed: true, effects: [] });
  expect((await upsert(apple, 'c')).status).toBe(200);
});

test('store success keeps 2xx answers only', async () => {
  await policy({ store: 'success' });
  expect((await send(sandbox, 'DELETE /catalog/products/A', { key: 'k' })).status).toBe(404);
  await upsert(apple, 'make');
  expect((await send(sandbox, 'DELETE /catalog/products/A', { key: 'k' })).status).toBe(204);
  expect((await send(sandbox, 'DELETE /catalog/products/A', { key: 'k' })).status).toBe(204);
});

test('a key is forgotten after the chosen retention', async () => {
  await policy({ retentionSeconds: 60 });
  await upsert(apple, 'k');
  await sandbox.control('POST', '/sandbox/clock', { advanceSeconds: 61 });
  expect((await upsert({ ...apple, name: 'Other' }, 'k')).status).toBe(200);
});

test('a request whose answer was lost after its effect is replayed, not repeated', async () => {
  await weather(sandbox, { kind: 'reset', when: 'after', method: 'POST', count: 1 });
  await expect(upsert(apple, 'k')).rejects.toThrow();
  expect((await upsert(apple, 'k')).status).toBe(200);
  const entries = await ledger(sandbox);
  expect(
    entries.map(({ status, replayed, effects }) => [status, replayed, effects.length]),
  ).toEqual([
    [0, false, 1],
    [200, true, 0],
  ]);
});

test('a change without a key is done, and the tester is warned', async () => {
  await send(sandbox, 'POST /catalog/products', { body: apple });
  expect((await lastEntry(sandbox)).warnings.join()).toContain('without Idempotency-Key');
});
