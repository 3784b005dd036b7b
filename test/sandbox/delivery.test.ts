import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { advance, events, receiver, useDeliveries } from './deliveries.ts';
import { portal, post, sandbox } from './one-sandbox.ts';
import { startReceiver } from './receiver.ts';
import { soon } from './soon.ts';
import { placeOne } from './supplier.ts';

useDeliveries();

async function dispatched(): Promise<number> {
  const { id } = await placeOne(sandbox);
  await post(id, 'accept');
  await post(id, 'dispatch');
  return id;
}

/** Each event of the spec, what makes it happen, and how many events that makes in all. */
const triggers: [event: string, events: string[], make: () => Promise<unknown>][] = [
  ['order.placed', ['order.placed'], () => placeOne(sandbox)],
  [
    'order.accepted',
    ['order.placed', 'order.accepted'],
    async () => post((await placeOne(sandbox)).id, 'accept'),
  ],
  [
    'order.rejected',
    ['order.placed', 'order.rejected'],
    async () => post((await placeOne(sandbox)).id, 'reject', { body: { reason: 'No' } }),
  ],
  ['order.dispatched', ['order.placed', 'order.accepted', 'order.dispatched'], () => dispatched()],
  [
    'order.delivered',
    ['order.placed', 'order.accepted', 'order.dispatched', 'order.delivered'],
    async () => portal(await dispatched(), 'deliver'),
  ],
  [
    'order.cancelled',
    ['order.placed', 'order.cancelled'],
    async () => portal((await placeOne(sandbox)).id, 'cancel'),
  ],
  [
    'order.amended',
    ['order.placed', 'order.amended'],
    async () => {
      const { id } = await placeOne(sandbox);
      await portal(id, 'amend');
      await portal(id, 'confirm');
    },
  ],
  [
    'payment.confirmed',
    ['order.placed', 'payment.confirmed', 'order.payment_status_changed'],
    async () => portal((await placeOne(sandbox)).id, 'pay', { paymentStatus: 'PAID' }),
  ],
  [
    'order.payment_status_changed',
    ['order.placed', 'payment.confirmed', 'order.payment_status_changed'],
    async () => portal((await placeOne(sandbox)).id, 'pay', { paymentStatus: 'PARTIAL' }),
  ],
];

describe('each event', () => {
  test.each(triggers)('event %s is sent when it should be', async (event, expected, make) => {
    await make();
    await expect.poll(() => events(), soon).toEqual([...expected].sort());
    const sent = receiver.received.find(({ json }) => json['event'] === event)!;
    expect(sent.headers['x-service-event']).toBe(event);
  });
});

test('a counter sale sends order.delivered, and order.cancelled when it is annulled', async () => {
  const { id } = await placeOne(sandbox, { origin: 'counterSale' });
  await expect.poll(events, soon).toEqual(['order.delivered']);
  await portal(id, 'annul', { voidReason: 'Wrong till' });
  await expect.poll(events, soon).toEqual(['order.cancelled', 'order.delivered']);
});

test('an in-place edit sends no webhook, and neither does an operator-keyed order', async () => {
  const { id } = await placeOne(sandbox, { origin: 'operator' });
  await portal(id, 'edit');
  const sale = await placeOne(sandbox, { origin: 'counterSale' });
  await portal(sale.id, 'edit');
  await placeOne(sandbox);
  await expect.poll(events, soon).toEqual(['order.delivered', 'order.placed']);
});

test('an order keyed for a connected buyer is placed once the buyer confirms it', async () => {
  const { id } = await placeOne(sandbox, {
    origin: 'operator',
    hidden: 'PENDING_BUYER_CONFIRMATION',
  });
  await portal(id, 'confirm');
  await expect.poll(events, soon).toEqual(['order.placed']);
});

test('a cancellation by the supplier sends no event unless the switch says so', async () => {
  await post((await placeOne(sandbox)).id, 'cancel');
  await sandbox.control('PATCH', '/sandbox/settings', {
    notShown: { supplierCancelEvent: 'sent' },
  });
  await post((await placeOne(sandbox)).id, 'cancel');
  await expect.poll(events, soon).toEqual(['order.cancelled', 'order.placed', 'order.placed']);
});

test('the envelope is a pointer to the order with event, timestamp and data', async () => {
  const { id, orderNumber } = await placeOne(sandbox);
  await expect.poll(() => receiver.received.length, soon).toBe(1);
  const { json } = receiver.received[0]!;
  expect(Object.keys(json)).toEqual(['event', 'timestamp', 'data']);
  expect(json['timestamp']).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(json['data']).toEqual({
    orderId: id,
    orderNumber,
    status: 'PLACED',
    updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  });
});

test('a payment event carries the paymentStatus that it was emitted for', async () => {
  const { id } = await placeOne(sandbox);
  await portal(id, 'pay', { paymentStatus: 'PARTIAL' });
  await portal(id, 'pay', { paymentStatus: 'PAID' });
  const statuses = () =>
    receiver.received
      .filter(({ json }) => json['event'] === 'order.payment_status_changed')
      .map(({ json }) => (json['data'] as { paymentStatus: string }).paymentStatus)
      .sort();
  await expect.poll(statuses, soon).toEqual(['PAID', 'PARTIAL']);
});

test('the signature is the HMAC-SHA256 of time, dot and the exact bytes sent', async () => {
  await placeOne(sandbox, { buyerName: 'Žabka „Lipa“' });
  await expect.poll(() => receiver.received.length, soon).toBe(1);
  const { headers, raw } = receiver.received[0]!;
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-service-signature']))!;
  expect(v1).toBe(createHmac('sha256', 'whsec_test').update(`${t}.${raw}`).digest('hex'));
  expect(headers['content-type']).toBe('application/json');
});

test('the signature time is the receiver’s time even when the sandbox’s clock runs ahead', async () => {
  await advance(86_400);
  await placeOne(sandbox);
  await expect.poll(() => receiver.received.length, soon).toBe(1);
  const t = Number(
    /t=(\d+)/.exec(String(receiver.received[0]!.headers['x-service-signature']))![1],
  );
  expect(Math.abs(t - Date.now() / 1000)).toBeLessThan(300);
});

test('an endpoint receives only the events that it subscribed to', async () => {
  const other = await startReceiver();
  await sandbox.control('POST', '/sandbox/webhooks', {
    url: other.url,
    events: ['order.accepted'],
  });
  await post((await placeOne(sandbox)).id, 'accept');
  await expect
    .poll(() => other.received.map(({ json }) => json['event']))
    .toEqual(['order.accepted']);
  await expect.poll(events, soon).toHaveLength(2);
  other.close();
});
