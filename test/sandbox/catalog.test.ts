import { expect, test } from 'vitest';
import { sandbox, useSandbox } from './one-sandbox.ts';
import { lastEntry, placeOne, send } from './supplier.ts';

useSandbox();

const product = (externalId: string, more: object = {}) => ({
  externalId,
  name: externalId,
  ...more,
});
const upsert = (body: unknown) => send(sandbox, 'POST /catalog/products', { body });
const stored = (externalId: string) =>
  sandbox.control('GET', `/sandbox/products/${encodeURIComponent(externalId)}`);

test('creates a product and updates the same one by its externalId', async () => {
  await upsert(product('A', { availableQty: 5 }));
  const { status, body } = await upsert(product('A', { name: 'Apple' }));
  expect([status, body.name, body.availableQty]).toEqual([200, 'Apple', 5]);
  const list = await send(sandbox, 'GET /catalog/products');
  expect(list.body.items).toHaveLength(1);
});

test('leaves availableQty alone when an update omits it', async () => {
  await upsert(product('A', { availableQty: 5.5 }));
  const { body } = await upsert(product('A'));
  expect(body.availableQty).toBe(5.5);
});

test('cannot set unlimited stock; only the portal can', async () => {
  const { body } = await upsert(product('A'));
  expect(body.availableQty).toBe(0);
  await sandbox.control('PATCH', '/sandbox/products/A', { availableQty: null });
  const again = await upsert(product('A', { availableQty: null }));
  expect(again.body).not.toHaveProperty('availableQty');
});

test('clears an omitted optional field, or keeps it, as the switch says', async () => {
  const full = product('A', { description: 'd', brand: 'b', minOrderQty: 3, isActive: false });
  await upsert(full);
  await sandbox.control('PATCH', '/sandbox/settings', { omitted: 'keeps' });
  await upsert(product('A'));
  expect(await stored('A')).toMatchObject({ description: 'd', minOrderQty: 3, isActive: false });
  await sandbox.control('PATCH', '/sandbox/settings', { omitted: 'clears' });
  const { body } = await upsert(product('A'));
  expect(body).not.toHaveProperty('description');
  expect(await stored('A')).toMatchObject({ minOrderQty: 1, isActive: true });
});

test('an upsert with isActive true, the default, has status ACTIVE', async () => {
  expect((await upsert(product('A'))).body.status).toBe('ACTIVE');
});

test('an upsert with isActive false hides the product without deleting it', async () => {
  const { body } = await upsert(product('A', { isActive: false }));
  expect(body.status).toBe('INACTIVE');
  const list = await send(sandbox, 'GET /catalog/products');
  expect(list.body.items).toHaveLength(1);
  await sandbox.control('PATCH', '/sandbox/settings', { notShown: { inactiveInList: 'hidden' } });
  expect((await send(sandbox, 'GET /catalog/products')).body.items).toEqual([]);
});

test('drops an unknown or snake_case field silently but tells the tester', async () => {
  const { status } = await upsert(product('A', { available_qty: 5, colour: 'red' }));
  expect(status).toBe(200);
  expect(await stored('A')).toMatchObject({ availableQty: 0 });
  const { warnings } = await lastEntry(sandbox);
  expect(warnings).toContain('unknown field available_qty');
  expect(warnings).toContain('unknown field colour');
});

test.each(['unitPrice', 'currency'])('refuses a catalog payload that carries %s', async (field) => {
  const priced = { ...product('A', { availableQty: 1 }), [field]: 'EUR' };
  for (const [line, body] of [
    ['POST /catalog/products', priced],
    ['POST /catalog/products/batch', [product('B'), priced]],
    ['PUT /catalog/products/batch/stock', { items: [priced] }],
    ['PUT /catalog/products/A/stock', priced],
  ] as const) {
    const answer = await send(sandbox, line, { body });
    expect([line, answer.status, answer.body.type]).toEqual([
      line,
      422,
      'PRICE_NOT_SUPPORTED_VIA_CONNECT',
    ]);
  }
  expect((await send(sandbox, 'GET /catalog/products')).body.items).toEqual([]);
});

test('an attribute named currency is no price', async () => {
  expect((await upsert(product('A', { attributes: { currency: 'EUR' } }))).status).toBe(200);
});

test('deletes with 204 and no body, and the product is gone from the list', async () => {
  await upsert(product('A/ü 1'));
  const answer = await send(sandbox, `DELETE /catalog/products/${encodeURIComponent('A/ü 1')}`);
  expect([answer.status, answer.body]).toEqual([204, undefined]);
  expect((await send(sandbox, 'GET /catalog/products')).body.items).toEqual([]);
  expect(await stored('A/ü 1')).toMatchObject({ deleted: true });
});

test('a repeated DELETE is 404, the same Idempotency-Key gets its 204 again', async () => {
  await upsert(product('A'));
  expect((await send(sandbox, 'DELETE /catalog/products/A', { key: 'k' })).status).toBe(204);
  expect((await send(sandbox, 'DELETE /catalog/products/A', { key: 'k' })).status).toBe(204);
  const again = await send(sandbox, 'DELETE /catalog/products/A', { key: 'l' });
  expect([again.status, again.body.type]).toEqual([404, 'PRODUCT_NOT_FOUND']);
});

test('an upsert after a delete revives the product, or is refused, as the switch says', async () => {
  await upsert(product('A', { availableQty: 4 }));
  await send(sandbox, 'DELETE /catalog/products/A');
  expect((await upsert(product('A'))).body).toMatchObject({ externalId: 'A', availableQty: 4 });
  await sandbox.control('PATCH', '/sandbox/settings', { afterDelete: 'refuses' });
  await send(sandbox, 'DELETE /catalog/products/A');
  expect((await upsert(product('A'))).body.type).toBe('DUPLICATE_EXTERNAL_ID');
});

test('sets stock and answers the product with its updated availableQty', async () => {
  await upsert(product('A'));
  const { status, body } = await send(sandbox, 'PUT /catalog/products/A/stock', {
    body: { availableQty: 9999999.999 },
  });
  expect([status, body.externalId, body.availableQty]).toEqual([200, 'A', 9999999.999]);
});

test('a stock update without availableQty is 400, one out of range 422, an unknown product 404', async () => {
  await upsert(product('A'));
  const put = (path: string, body: unknown) =>
    send(sandbox, `PUT /catalog/products/${path}`, { body });
  expect((await put('A/stock', {})).status).toBe(400);
  expect((await put('A/stock', { availableQty: null })).status).toBe(400);
  expect((await put('A/stock', { availableQty: -1 })).body.type).toBe('VALIDATION_ERROR');
  expect((await put('A/stock', { availableQty: 1e7 })).body.type).toBe('VALIDATION_ERROR');
  expect((await put('B/stock', { availableQty: 1 })).body.type).toBe('PRODUCT_NOT_FOUND');
});

test('a batch upsert reports each failed item and still answers 200', async () => {
  const { status, body } = await send(sandbox, 'POST /catalog/products/batch', {
    body: [product('A'), { externalId: 'B' }, 'nonsense', product('C', { availableQty: -1 })],
  });
  expect([status, body.succeeded, body.failed]).toEqual([200, 1, 3]);
  expect(body.results).toEqual([{ externalId: 'A', status: 'succeeded' }]);
  expect(body.errors).toMatchObject([
    { externalId: 'B', status: 'failed', errorCode: 'VALIDATION_ERROR' },
    { status: 'failed', errorCode: 'VALIDATION_ERROR' },
    { externalId: 'C', errorCode: 'VALIDATION_ERROR' },
  ]);
  await sandbox.control('PATCH', '/sandbox/settings', {
    notShown: { failedUpsertItem: 'indexed' },
  });
  const other = await send(sandbox, 'POST /catalog/products/batch', {
    body: [product('A'), { externalId: 'B' }],
  });
  expect(other.body.errors).toMatchObject([{ index: 1, externalId: 'B' }]);
  await sandbox.control('PATCH', '/sandbox/settings', { notShown: { upsertResults: 'all' } });
  const all = await send(sandbox, 'POST /catalog/products/batch', {
    body: [{ externalId: 'B' }, product('A')],
  });
  expect(all.body).toMatchObject({ succeeded: 1, failed: 1 });
  expect(all.body.results).toEqual([
    { externalId: 'A', status: 'succeeded' },
    { externalId: 'B', status: 'failed' },
  ]);
});

test('a batch upsert takes a bare array of at most 100 items', async () => {
  const many = Array.from({ length: 101 }, (_, at) => product(`P${at}`));
  const post = (body: unknown) => send(sandbox, 'POST /catalog/products/batch', { body });
  expect((await post(many)).body.type).toBe('VALIDATION_ERROR');
  expect((await post({ items: many.slice(0, 5) })).body.type).toBe('VALIDATION_ERROR');
  expect((await post(many.slice(0, 100))).body.succeeded).toBe(100);
});

test('a batch stock update counts what it applied and names each failure', async () => {
  await upsert(product('A'));
  const { status, body } = await send(sandbox, 'PUT /catalog/products/batch/stock', {
    body: {
      items: [
        { externalId: 'A', availableQty: 7 },
        { externalId: 'nowhere', availableQty: 1 },
        { externalId: 'A', availableQty: -1 },
      ],
    },
  });
  expect([status, body.succeeded]).toEqual([200, 1]);
  expect(body.errors).toMatchObject([
    { externalId: 'nowhere', status: 'failed', errorCode: 'NOT_FOUND' },
    { externalId: 'A', status: 'failed', errorCode: 'VALIDATION_ERROR' },
  ]);
  expect(await stored('A')).toMatchObject({ availableQty: 7 });
});

test('a batch stock update takes at most 50 items', async () => {
  const items = Array.from({ length: 51 }, () => ({ externalId: 'A', availableQty: 1 }));
  const put = (body: unknown) => send(sandbox, 'PUT /catalog/products/batch/stock', { body });
  expect((await put({ items })).body.type).toBe('VALIDATION_ERROR');
  expect((await put({})).body.type).toBe('VALIDATION_ERROR');
  expect((await put({ items: items.slice(0, 50) })).body.errors).toHaveLength(50);
});

test('lists 50 products a page unless told otherwise, each exactly once', async () => {
  await sandbox.control('POST', '/sandbox/products', { count: 120 });
  const seen: string[] = [];
  let cursor = '';
  let pages = 0;
  for (;;) {
    const { body } = await send(sandbox, `GET /catalog/products${cursor}`);
    seen.push(...body.items.map((item) => item.externalId));
    pages += 1;
    if (!body.hasMore) {
      expect(body).not.toHaveProperty('nextCursor');
      break;
    }
    cursor = `?cursor=${encodeURIComponent(body.nextCursor)}`;
  }
  expect([pages, seen.length, new Set(seen).size]).toEqual([3, 120, 120]);
});

test('a list page holds 1 to 100 items', async () => {
  await sandbox.control('POST', '/sandbox/products', { count: 101 });
  const list = async (limit: string) => send(sandbox, `GET /catalog/products?limit=${limit}`);
  expect((await list('1')).body.items).toHaveLength(1);
  expect((await list('100')).body.items).toHaveLength(100);
  expect((await list('0')).body.type).toBe('VALIDATION_ERROR');
  expect((await list('101')).body.type).toBe('VALIDATION_ERROR');
  expect((await list('ten')).body.type).toBe('TYPE_MISMATCH');
});

test('refuses a cursor that was tampered with or made up, and goes on without it', async () => {
  await sandbox.control('POST', '/sandbox/products', { count: 60 });
  const { body } = await send(sandbox, 'GET /catalog/products');
  const cursor: string = body.nextCursor;
  const turned = `${cursor.slice(0, -3)}${cursor.at(-3) === 'A' ? 'B' : 'A'}${cursor.slice(-2)}`;
  for (const bad of [turned, '17', 'x', `${cursor}=`, `${cursor}A`, cursor.replace('c_', 'o_')]) {
    const answer = await send(sandbox, `GET /catalog/products?cursor=${encodeURIComponent(bad)}`);
    expect([bad, answer.status, answer.body.type]).toEqual([bad, 400, 'ERROR']);
  }
  expect((await send(sandbox, 'GET /catalog/products')).status).toBe(200);
});

test('a product named batch is reached by no stock path, which belongs to the batch', async () => {
  await upsert(product('batch'));
  const { body } = await send(sandbox, 'PUT /catalog/products/batch/stock', {
    body: { items: [] },
  });
  expect(body).toEqual({ succeeded: 0, errors: [] });
});

test('more than three decimals are refused, or rounded, as the switch says', async () => {
  expect((await upsert(product('A', { availableQty: 1.0005 }))).body.type).toBe('VALIDATION_ERROR');
  await sandbox.control('PATCH', '/sandbox/settings', {
    notShown: { moreThanThreeDecimals: 'rounded' },
  });
  expect((await upsert(product('A', { availableQty: 1.0005 }))).body.availableQty).toBe(1.001);
});

test('tells the tester of an upsert that changed nothing and of an id twice in one batch', async () => {
  await upsert(product('A'));
  await upsert(product('A'));
  const entry = await lastEntry(sandbox);
  expect(entry.effects).toEqual([{ kind: 'productUpdated', externalId: 'A', changed: 'nothing' }]);
  expect(entry.warnings.join()).toContain('repeated effect');
  await send(sandbox, 'POST /catalog/products/batch', { body: [product('B'), product('B')] });
  expect((await lastEntry(sandbox)).warnings).toContain('externalId B twice in one batch');
});

test('a product may be unpublished or changed in the portal, behind the client’s back', async () => {
  await upsert(product('A'));
  await sandbox.control('PATCH', '/sandbox/products/A', { name: 'Renamed', availableQty: 3 });
  expect((await send(sandbox, 'GET /catalog/products')).body.items).toMatchObject([
    { name: 'Renamed', availableQty: 3 },
  ]);
  await sandbox.control('POST', '/sandbox/products/A/unpublish');
  expect((await send(sandbox, 'DELETE /catalog/products/A')).status).toBe(404);
});

test('success is 200 with JSON unless the specification says otherwise', async () => {
  const { id } = await placeOne(sandbox);
  const product = { externalId: 'A', name: 'Apple' };
  const asked: readonly [string, object?][] = [
    ['POST /catalog/products', product],
    ['GET /catalog/products'],
    ['PUT /catalog/products/A/stock', { availableQty: 1 }],
    ['POST /catalog/products/batch', [product]],
    ['PUT /catalog/products/batch/stock', { items: [] }],
    ['DELETE /catalog/products/A/images'],
    ['GET /catalog/sync/history'],
    ['GET /orders'],
    [`GET /orders/${id}`],
    [`POST /orders/${id}/accept`],
    ['POST /orders/batch/dispatch', { orders: [{ orderId: id }] }],
  ];
  for (const [line, body] of asked) {
    const { status, headers } = await send(sandbox, line, body === undefined ? {} : { body });
    expect([line, status, headers.get('content-type')]).toEqual([line, 200, 'application/json']);
  }
});
