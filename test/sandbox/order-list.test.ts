import { expect, test } from 'vitest';
import { sandbox, useSandbox } from './one-sandbox.ts';
import { type Item, lastEntry, place, placeOne, send, weather } from './supplier.ts';

useSandbox();

const epoch = 'updatedAfter=1970-01-01T00:00:00Z';
const list = (query: string) => send(sandbox, `GET /orders?${query}`);

async function walk(query: string): Promise<{ items: Item[]; cursor: string }> {
  const items: Item[] = [];
  let { body } = await list(query);
  for (;;) {
    items.push(...body.items);
    if (!body.hasMore) return { items, cursor: body.nextCursor };
    body = (await list(`cursor=${encodeURIComponent(body.nextCursor)}&limit=7`)).body;
  }
}

test('the feed walks forward in (updatedAt, id) order and gives every order once', async () => {
  await place(sandbox, { count: 20 });
  const orders = await place(sandbox, { count: 10 });
  await send(sandbox, `POST /orders/${orders[3]!.id}/accept`);
  const { items } = await walk(`${epoch}&limit=7`);
  expect(items).toHaveLength(30);
  expect(new Set(items.map(({ id }) => id)).size).toBe(30);
  expect(items.at(-1)).toMatchObject({ id: orders[3]!.id, status: 'ACCEPTED' });
  const keys = items.map(({ updatedAt, id }) => `${updatedAt} ${id}`);
  expect(keys.slice(0, 20)).toEqual([...keys.slice(0, 20)].sort());
});

test('orders with the same updatedAt are told apart by id across pages', async () => {
  const orders = await place(sandbox, { count: 9 });
  const { items } = await walk(`${epoch}&limit=4`);
  expect(new Set(items.map(({ updatedAt }) => updatedAt)).size).toBe(1);
  expect(items.map(({ id }) => id)).toEqual(orders.map(({ id }) => id));
});

test('every mutation makes an order re-appear with a new version', async () => {
  const { id, version } = await placeOne(sandbox, { origin: 'operator' });
  let { cursor } = await walk(epoch);
  const versions = new Set([version]);
  for (const [path, body] of [
    ['edit', {}],
    ['pay', { paymentStatus: 'PARTIAL' }],
    ['cancel', {}],
  ] as const) {
    await sandbox.control('POST', `/sandbox/orders/${id}/${path}`, body);
    const page = (await list(`cursor=${cursor}`)).body;
    expect(page.items.map((item) => item.id)).toEqual([id]);
    versions.add(page.items[0]!.version);
    cursor = page.nextCursor;
  }
  expect(versions.size).toBe(4);
});

test('the feed loses no order that changes between two pages', async () => {
  const orders = await place(sandbox, { count: 10 });
  const first = (await list(`${epoch}&limit=5`)).body;
  await send(sandbox, `POST /orders/${orders[1]!.id}/accept`);
  const { items } = await walk(`cursor=${first.nextCursor}`);
  expect(items.map(({ id }) => id)).toContain(orders[1]!.id);
  expect(items).toHaveLength(6);
});

test('nextCursor is there even on an empty page, echoes the position and stays valid', async () => {
  const empty = (await list('updatedAfter=2020-01-01T00:00:00Z')).body;
  expect(empty).toMatchObject({ items: [], hasMore: false });
  const again = (await list(`cursor=${empty.nextCursor}`)).body;
  expect(again.nextCursor).toBe(empty.nextCursor);
  const { id } = await placeOne(sandbox);
  expect((await list(`cursor=${empty.nextCursor}`)).body.items[0]!.id).toBe(id);
});

test('updatedAfter gives what changed after that instant', async () => {
  await place(sandbox, { count: 2 });
  const last = (await list(epoch)).body.items.at(-1)!;
  await sandbox.control('POST', '/sandbox/clock', { advanceSeconds: 60 });
  const { id } = await placeOne(sandbox);
  const later = (await list(`updatedAfter=${last.updatedAt}`)).body.items;
  expect(later.map((item) => item.id)).toEqual([id]);
});

test.each(['yesterday', '2026-01-01', '1700000000', '2026-01-01T00:00:00', '2026-02-30T00:00:00Z'])(
  'updatedAfter %s is no ISO 8601 instant',
  async (text) => {
    expect((await list(`updatedAfter=${text}`)).body.type).toBe('TYPE_MISMATCH');
  },
);

test('status filters in both modes and must be one of the order states', async () => {
  const [first] = await place(sandbox, { count: 3 });
  await send(sandbox, `POST /orders/${first!.id}/accept`);
  expect((await list(`${epoch}&status=ACCEPTED`)).body.items).toHaveLength(1);
  expect((await list('status=PLACED')).body.items).toHaveLength(2);
  expect((await list('status=SHIPPED')).body.type).toBe('INVALID_ARGUMENT');
});

test('browse mode walks newest first with the numeric id of the last order as cursor', async () => {
  const orders = await place(sandbox, { count: 5 });
  const first = (await list('limit=2')).body;
  expect(first.items.map((item) => item.id)).toEqual([orders[4]!.id, orders[3]!.id]);
  expect(first.nextCursor).toBe(String(orders[3]!.id));
  const second = (await list(`limit=3&cursor=${first.nextCursor}`)).body;
  expect(second.items.map((item) => item.id)).toEqual([
    orders[2]!.id,
    orders[1]!.id,
    orders[0]!.id,
  ]);
  expect(second).toMatchObject({ hasMore: false });
});

test('browse mode never shows again what was read, and the tester is warned of it', async () => {
  const orders = await place(sandbox, { count: 4 });
  const first = (await list('limit=2')).body;
  await placeOne(sandbox);
  await send(sandbox, `POST /orders/${orders[3]!.id}/accept`);
  const rest = (await list(`cursor=${first.nextCursor}`)).body;
  expect(rest.items.map((item) => item.id)).toEqual([orders[1]!.id, orders[0]!.id]);
  expect((await lastEntry(sandbox)).warnings.join()).toContain('must not be used to sync');
});

test('a malformed cursor is ERROR 400 in both modes', async () => {
  await place(sandbox, { count: 3 });
  const good = (await list(`${epoch}&limit=1`)).body.nextCursor;
  for (const bad of ['abc', `${good}x`, `x${good}`, good.toLowerCase(), '99999999999999999999']) {
    const answer = await list(`cursor=${encodeURIComponent(bad)}`);
    expect([bad, answer.status, answer.body.type]).toEqual([bad, 400, 'ERROR']);
  }
});

test('an order list page holds 1 to 100 orders, 50 unless told otherwise', async () => {
  await place(sandbox, { count: 101 });
  expect((await list(epoch)).body.items).toHaveLength(50);
  expect((await list(`${epoch}&limit=100`)).body.items).toHaveLength(100);
  expect((await list(`${epoch}&limit=101`)).body.type).toBe('VALIDATION_ERROR');
  expect((await list('limit=0')).body.type).toBe('VALIDATION_ERROR');
  expect((await list('limit=1.5')).body.type).toBe('TYPE_MISMATCH');
});

test.each(['PENDING_BUYER_CONFIRMATION', 'BUYER_APPROVAL'])(
  'an order in %s is not on the feed until it becomes real',
  async (hidden) => {
    const { id } = await placeOne(sandbox, { origin: 'operator', hidden });
    expect((await list(epoch)).body.items).toEqual([]);
    expect((await send(sandbox, `GET /orders/${id}`)).body.type).toBe('ORDER_NOT_FOUND');
    expect((await send(sandbox, `POST /orders/${id}/accept`)).body.type).toBe('ORDER_NOT_FOUND');
    await sandbox.control('POST', `/sandbox/orders/${id}/confirm`);
    expect((await list(epoch)).body.items).toMatchObject([{ id, status: 'PLACED' }]);
  },
);

test('delivery is at least once: the weather may serve a page twice', async () => {
  await place(sandbox, { count: 4 });
  const first = (await list(`${epoch}&limit=2`)).body;
  await weather(sandbox, { kind: 'servedTwice', count: 1, path: '/connect/v1/supplier/orders' });
  const twice = (await list(`cursor=${first.nextCursor}&limit=2`)).body;
  expect(twice.items).toEqual(first.items);
  const third = (await list(`cursor=${twice.nextCursor}&limit=2`)).body;
  expect(third.items).toHaveLength(2);
});

test('a cursor that the weather refuses is ERROR 400, and the feed starts again without it', async () => {
  await place(sandbox, { count: 2 });
  const { nextCursor } = (await list(epoch)).body;
  await weather(sandbox, { kind: 'cursorRefused', count: 1 });
  expect((await list(epoch)).status).toBe(200);
  expect((await list(`cursor=${nextCursor}`)).body).toMatchObject({ type: 'ERROR', status: 400 });
});
