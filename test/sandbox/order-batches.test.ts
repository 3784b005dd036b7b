import { expect, test } from 'vitest';
import { sandbox, useSandbox } from './one-sandbox.ts';
import { lastEntry, place, placeOne, send, weather } from './supplier.ts';

useSandbox();

const accept = (orderIds: unknown) =>
  send(sandbox, 'POST /orders/batch/accept', { body: { orderIds } });
const dispatch = (orders: unknown) =>
  send(sandbox, 'POST /orders/batch/dispatch', { body: { orders } });

test('batch accept tells for each order whether it was accepted, and answers 200', async () => {
  const [first, second] = await place(sandbox, { count: 2 });
  const { status, body } = await accept([first!.id, 999_999, second!.id, first!.id]);
  expect([status, body.succeeded, body.failed]).toEqual([200, 2, 2]);
  expect(body.results).toEqual([
    { orderId: first!.id, status: 'accepted' },
    { orderId: 999_999, status: 'failed', errorCode: 'ORDER_NOT_FOUND', error: expect.any(String) },
    { orderId: second!.id, status: 'accepted' },
    { orderId: first!.id, status: 'failed', errorCode: 'CONFLICT', error: expect.any(String) },
  ]);
});

test('batch dispatch takes trackingCode and notes for each order', async () => {
  const orders = await place(sandbox, { count: 2 });
  const ids = orders.map(({ id }) => id);
  await accept(ids);
  const { status, body } = await dispatch([
    { orderId: ids[0], trackingCode: 'T-1', notes: 'Ring twice' },
    { orderId: ids[1] },
    { orderId: ids[1] },
  ]);
  expect([status, body.succeeded, body.failed]).toEqual([200, 2, 1]);
  expect(body.results[0]).toEqual({ orderId: ids[0], status: 'dispatched' });
  expect(await sandbox.control('GET', `/sandbox/orders/${ids[0]}`)).toMatchObject({
    status: 'DISPATCHED',
    trackingCode: 'T-1',
    dispatchNotes: 'Ring twice',
  });
});

test('batch dispatch answers counts only when the switch says so', async () => {
  await sandbox.control('PATCH', '/sandbox/settings', {
    notShown: { batchDispatchBody: 'counts' },
  });
  const { id } = await placeOne(sandbox);
  await accept([id]);
  expect((await dispatch([{ orderId: id }])).body).toEqual({ succeeded: 1, failed: 0 });
});

test('a pending amendment fails one order of a batch dispatch and not the others', async () => {
  const [first, second] = await place(sandbox, { count: 2 });
  await accept([first!.id, second!.id]);
  await sandbox.control('POST', `/sandbox/orders/${first!.id}/amend`);
  const { body } = await dispatch([{ orderId: first!.id }, { orderId: second!.id }]);
  expect(body.results).toMatchObject([
    { errorCode: 'AMENDMENT_IN_FLIGHT' },
    { status: 'dispatched' },
  ]);
});

test('an order batch holds at most 50 orders with integer ids', async () => {
  const many = Array.from({ length: 51 }, (_, at) => at);
  expect((await accept(many)).body.type).toBe('VALIDATION_ERROR');
  expect((await accept(['7'])).body.type).toBe('VALIDATION_ERROR');
  expect((await accept(undefined)).body.type).toBe('VALIDATION_ERROR');
  expect((await accept(many.slice(1))).body.failed).toBe(50);
  const orders = many.map((orderId) => ({ orderId }));
  expect((await dispatch(orders)).body.type).toBe('VALIDATION_ERROR');
  expect((await dispatch(orders.slice(1))).status).toBe(200);
});

test('half a batch may fail in bad weather, and the effects say which half', async () => {
  const orders = await place(sandbox, { count: 4 });
  await weather(sandbox, { kind: 'halfBatch', count: 1 });
  const { body } = await accept(orders.map(({ id }) => id));
  expect([body.succeeded, body.failed]).toEqual([2, 2]);
  const { effects } = await lastEntry(sandbox);
  expect(effects.map(({ orderId }) => orderId)).toEqual([orders[0]!.id, orders[2]!.id]);
});
