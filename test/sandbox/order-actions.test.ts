import { describe, expect, test } from 'vitest';
import { portal, post, sandbox, useSandbox } from './one-sandbox.ts';
import { lastEntry, placeOne, send, summaryOf } from './supplier.ts';

useSandbox();

const statusOf = async (id: number) => (await summaryOf(sandbox, id)).status;
const reason = { body: { reason: 'Sold out' } };

async function orderIn(state: string): Promise<number> {
  const { id } = await placeOne(sandbox);
  if (state === 'REJECTED') await post(id, 'reject', reason);
  if (state === 'CANCELLED') await post(id, 'cancel');
  if (!['ACCEPTED', 'PREPARING', 'DISPATCHED', 'DELIVERED'].includes(state)) return id;
  await post(id, 'accept');
  if (state === 'PREPARING') await portal(id, 'prepare');
  if (state === 'DISPATCHED' || state === 'DELIVERED') await post(id, 'dispatch');
  if (state === 'DELIVERED') await portal(id, 'deliver');
  return id;
}

/** Every state, and what each action of the supplier makes of it: a state or an error type. */
const table: [state: string, outcome: Record<string, string>][] = [
  ['PLACED', { accept: 'ACCEPTED', reject: 'REJECTED', dispatch: 'CONFLICT', cancel: 'CANCELLED' }],
  [
    'ACCEPTED',
    { accept: 'CONFLICT', reject: 'CONFLICT', dispatch: 'DISPATCHED', cancel: 'CANCELLED' },
  ],
  [
    'PREPARING',
    { accept: 'CONFLICT', reject: 'CONFLICT', dispatch: 'DISPATCHED', cancel: 'CANCELLED' },
  ],
  [
    'DISPATCHED',
    { accept: 'CONFLICT', reject: 'CONFLICT', dispatch: 'CONFLICT', cancel: 'ORDER_CANNOT_CANCEL' },
  ],
  [
    'DELIVERED',
    { accept: 'CONFLICT', reject: 'CONFLICT', dispatch: 'CONFLICT', cancel: 'ORDER_CANNOT_CANCEL' },
  ],
  [
    'REJECTED',
    { accept: 'CONFLICT', reject: 'CONFLICT', dispatch: 'CONFLICT', cancel: 'ORDER_CANNOT_CANCEL' },
  ],
  [
    'CANCELLED',
    { accept: 'CONFLICT', reject: 'CONFLICT', dispatch: 'CONFLICT', cancel: 'ORDER_CANNOT_CANCEL' },
  ],
];

describe('each action in each state', () => {
  test.each(table)('from %s', async (state, outcome) => {
    for (const [action, expected] of Object.entries(outcome)) {
      const id = await orderIn(state);
      const answer = await post(id, action, action === 'reject' ? reason : {});
      const isRefused = answer.status !== 200;
      expect([action, isRefused ? answer.body.type : answer.body.status]).toEqual([
        action,
        expected,
      ]);
      expect(await statusOf(id)).toBe(isRefused ? state : expected);
    }
  });
});

test('accept takes a PLACED order to ACCEPTED and reserves its stock', async () => {
  const product = { externalId: 'A', name: 'Apple', availableQty: 10 };
  await send(sandbox, 'POST /catalog/products', { body: product });
  const { id } = await placeOne(sandbox, { lines: [{ externalId: 'A', quantity: 2.5 }] });
  const { status, body } = await post(id, 'accept');
  expect([status, body.status]).toEqual([200, 'ACCEPTED']);
  expect(await sandbox.control('GET', '/sandbox/products/A')).toMatchObject({
    availableQty: 7.5,
    reservedQty: 2.5,
  });
});

test.each([
  ['cancel by the supplier', (id: number) => post(id, 'cancel')],
  ['cancel by the buyer', (id: number) => portal(id, 'cancel')],
])('releases reserved stock on %s', async (_, release) => {
  const product = { externalId: 'A', name: 'Apple', availableQty: 10 };
  await send(sandbox, 'POST /catalog/products', { body: product });
  const { id } = await placeOne(sandbox, { lines: [{ externalId: 'A', quantity: 4 }] });
  await post(id, 'accept');
  await release(id);
  expect(await sandbox.control('GET', '/sandbox/products/A')).toMatchObject({
    availableQty: 10,
    reservedQty: 0,
  });
});

test('reserved stock may be kept apart from availableQty, as the switch says', async () => {
  await sandbox.control('PATCH', '/sandbox/settings', { notShown: { reservedStock: 'keptApart' } });
  const product = { externalId: 'A', name: 'Apple', availableQty: 10 };
  await send(sandbox, 'POST /catalog/products', { body: product });
  const lines = [{ externalId: 'A', quantity: 6 }];
  const first = await placeOne(sandbox, { lines });
  const second = await placeOne(sandbox, { lines });
  await post(first.id, 'accept');
  expect(await sandbox.control('GET', '/sandbox/products/A')).toMatchObject({
    availableQty: 10,
    reservedQty: 6,
  });
  expect((await post(second.id, 'accept')).body.type).toBe('STOCK_INSUFFICIENT');
  await post(first.id, 'dispatch');
  expect(await sandbox.control('GET', '/sandbox/products/A')).toMatchObject({
    availableQty: 4,
    reservedQty: 0,
  });
});

test('accept without enough stock is STOCK_INSUFFICIENT and changes nothing', async () => {
  const product = { externalId: 'A', name: 'Apple', availableQty: 3 };
  await send(sandbox, 'POST /catalog/products', { body: product });
  const lines = [
    { externalId: 'A', quantity: 2 },
    { externalId: 'A', quantity: 2 },
  ];
  const { id } = await placeOne(sandbox, { lines });
  const { status, body } = await post(id, 'accept');
  expect([status, body.type]).toEqual([422, 'STOCK_INSUFFICIENT']);
  expect(await statusOf(id)).toBe('PLACED');
  expect(await sandbox.control('GET', '/sandbox/products/A')).toMatchObject({ availableQty: 3 });
});

test('reject needs a reason, which the buyer is shown', async () => {
  const { id } = await placeOne(sandbox);
  expect((await post(id, 'reject', { body: {} })).body.type).toBe('VALIDATION_ERROR');
  expect((await post(id, 'reject', { body: { reason: ' ' } })).body.type).toBe('VALIDATION_ERROR');
  expect((await post(id, 'reject', reason)).status).toBe(200);
  expect(await sandbox.control('GET', `/sandbox/orders/${id}`)).toMatchObject({
    status: 'REJECTED',
    rejectReason: 'Sold out',
  });
});

test('dispatch takes an optional trackingCode of 200 and notes of 1000 characters', async () => {
  const id = await orderIn('ACCEPTED');
  const refuse = async (body: object) => (await post(id, 'dispatch', { body })).body.type;
  expect(await refuse({ trackingCode: 'x'.repeat(201) })).toBe('VALIDATION_ERROR');
  expect(await refuse({ notes: 'x'.repeat(1001) })).toBe('VALIDATION_ERROR');
  const body = { trackingCode: 'x'.repeat(200), notes: 'y'.repeat(1000) };
  expect((await post(id, 'dispatch', { body })).body.status).toBe('DISPATCHED');
  expect(await sandbox.control('GET', `/sandbox/orders/${id}`)).toMatchObject({
    trackingCode: body.trackingCode,
    dispatchNotes: body.notes,
  });
});

test('dispatch also works from PREPARING and without a body', async () => {
  const id = await orderIn('PREPARING');
  expect((await post(id, 'dispatch')).body.status).toBe('DISPATCHED');
});

test('cancel takes an optional reason of 500 characters and has a default', async () => {
  const first = await orderIn('PLACED');
  const long = { body: { reason: 'x'.repeat(501) } };
  expect((await post(first, 'cancel', long)).body.type).toBe('VALIDATION_ERROR');
  await post(first, 'cancel', { body: { reason: 'No van' } });
  expect((await summaryOf(sandbox, first)).cancelReason).toBe('No van');
  const second = await orderIn('ACCEPTED');
  await post(second, 'cancel');
  expect((await summaryOf(sandbox, second)).cancelReason).toBe('Cancelled via API');
});

test('cancel after dispatch is ORDER_CANNOT_CANCEL and leaves the order unchanged', async () => {
  const id = await orderIn('DISPATCHED');
  const { version } = await summaryOf(sandbox, id);
  const { status, body } = await post(id, 'cancel');
  expect([status, body.type]).toEqual([422, 'ORDER_CANNOT_CANCEL']);
  expect(await summaryOf(sandbox, id)).toMatchObject({ status: 'DISPATCHED', version });
});

test.each(['accept', 'reject', 'dispatch', 'cancel'])(
  'If-Match that is not the current version stops %s with 409 and names the current one',
  async (action) => {
    const id = await orderIn(action === 'dispatch' ? 'ACCEPTED' : 'PLACED');
    const { version, status } = await summaryOf(sandbox, id);
    const sent = { ...(action === 'reject' ? reason : {}), ifMatch: 'v-old' };
    const answer = await post(id, action, sent);
    expect([answer.status, answer.body.type]).toEqual([409, 'ORDER_VERSION_CONFLICT']);
    expect(answer.body.detail).toContain(version);
    expect(await summaryOf(sandbox, id)).toMatchObject({ version, status });
    expect((await post(id, action, { ...sent, ifMatch: version })).status).toBe(200);
  },
);

test('If-Match on an order that is not the caller’s is ERROR 404', async () => {
  const { id } = await placeOne(sandbox, { hidden: 'OTHER_TENANT' });
  const answer = await post(id, 'accept', { ifMatch: 'v1' });
  expect([answer.status, answer.body.type]).toEqual([404, 'ERROR']);
  expect((await post(id, 'accept')).body.type).toBe('ORDER_NOT_FOUND');
  expect((await send(sandbox, `GET /orders/${id}`)).status).toBe(404);
});

test('while an amendment is pending, dispatch, cancel and further amending are refused', async () => {
  const id = await orderIn('ACCEPTED');
  await portal(id, 'amend', { lines: [{ externalId: 'A', quantity: 1, unitPrice: 2 }] });
  const pending = await summaryOf(sandbox, id);
  expect(pending.amendmentStatus).toBe('PENDING_BUYER_CONFIRMATION');
  for (const action of ['dispatch', 'cancel']) {
    const { status, body } = await post(id, action);
    expect([action, status, body.type]).toEqual([action, 422, 'AMENDMENT_IN_FLIGHT']);
  }
  await expect(portal(id, 'amend')).rejects.toThrow('AMENDMENT_IN_FLIGHT');
  await portal(id, 'confirm');
  const { order } = (await send(sandbox, `GET /orders/${id}`)).body;
  expect(order).not.toHaveProperty('amendmentStatus');
  expect(order.lines).toMatchObject([{ sellerExternalId: 'A', quantity: 1 }]);
  expect((await post(id, 'dispatch')).status).toBe(200);
});

test('accept is not stopped by a pending amendment', async () => {
  const { id } = await placeOne(sandbox);
  await portal(id, 'amend');
  expect((await post(id, 'accept')).body.status).toBe('ACCEPTED');
});

test('the buyer’s confirmation takes a DISPATCHED order to DELIVERED', async () => {
  const id = await orderIn('DISPATCHED');
  expect(await portal(id, 'deliver')).toMatchObject({ status: 'DELIVERED' });
});

test('a cancellation by the buyer takes any living order to CANCELLED', async () => {
  for (const state of ['PLACED', 'ACCEPTED', 'PREPARING', 'DISPATCHED', 'DELIVERED']) {
    const id = await orderIn(state);
    await portal(id, 'cancel', { reason: 'Changed my mind' });
    expect(await summaryOf(sandbox, id)).toMatchObject({
      status: 'CANCELLED',
      cancelReason: 'Changed my mind',
    });
  }
  await expect(portal(await orderIn('REJECTED'), 'cancel')).rejects.toThrow('REJECTED');
});

test('a payment changes an order without changing its status', async () => {
  const { id, version } = await placeOne(sandbox);
  const pay = async (paymentStatus: string, amountPaid?: number) => {
    await portal(id, 'pay', { paymentStatus, ...(amountPaid === undefined ? {} : { amountPaid }) });
    return await summaryOf(sandbox, id);
  };
  const { grossTotal } = await summaryOf(sandbox, id);
  expect(await pay('PARTIAL', 1.5)).toMatchObject({ paymentStatus: 'PARTIAL', amountPaid: 1.5 });
  const paid = await pay('PAID');
  expect(paid).toMatchObject({ status: 'PLACED', paymentStatus: 'PAID', amountPaid: grossTotal });
  expect(paid.version).not.toBe(version);
  expect((await pay('REFUNDED')).paymentStatus).toBe('REFUNDED');
  expect((await pay('UNPAID')).paymentStatus).toBe('UNPAID');
});

test('a credit hold and a credit limit stop accept', async () => {
  const wanted = {
    buyerId: 77,
    lines: [{ quantity: 1, unitPrice: 100 }],
    deliveryFee: 0,
    discount: 0,
  };
  const first = await placeOne(sandbox, wanted);
  const second = await placeOne(sandbox, wanted);
  await sandbox.control('PUT', '/sandbox/buyers/77', { creditHold: true });
  expect((await post(first.id, 'accept')).body.type).toBe('CREDIT_HOLD');
  await sandbox.control('PUT', '/sandbox/buyers/77', { creditLimit: 200 });
  expect((await post(first.id, 'accept')).status).toBe(200);
  expect((await post(second.id, 'accept')).body.type).toBe('CREDIT_LIMIT_EXCEEDED');
  await post(first.id, 'cancel');
  expect((await post(second.id, 'accept')).status).toBe(200);
});

test.each([
  ['summary', (body: { id?: number }) => body.id !== undefined],
  ['detail', (body: { order?: object }) => body.order !== undefined],
  ['empty', (body: object) => Object.keys(body).length === 0],
  ['noContent', (body: unknown) => body === undefined],
])('an action answers with %s when the switch says so', async (orderActionBody, fits) => {
  await sandbox.control('PATCH', '/sandbox/settings', { notShown: { orderActionBody } });
  const { id } = await placeOne(sandbox);
  const { status, body } = await post(id, 'accept');
  expect(status).toBe(orderActionBody === 'noContent' ? 204 : 200);
  expect(fits(body)).toBe(true);
});

test('an action in the wrong state may be told as the switch says', async () => {
  const id = await orderIn('ACCEPTED');
  for (const wrongState of ['CONFLICT_OPTIMISTIC_LOCK', 'VALIDATION_ERROR']) {
    await sandbox.control('PATCH', '/sandbox/settings', { notShown: { wrongState } });
    expect((await post(id, 'accept')).body.type).toBe(wrongState);
  }
});

test('a body sent with accept is ignored, and the tester is told', async () => {
  const { id } = await placeOne(sandbox);
  expect((await post(id, 'accept', { body: { reason: 'why' } })).status).toBe(200);
  expect((await lastEntry(sandbox)).warnings).toContain('unknown field reason');
});
