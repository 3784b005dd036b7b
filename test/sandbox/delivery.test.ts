import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { soon } from './soon.ts';
import { placeOne, send } from './supplier.ts';

let sandbox: Sandbox;
let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
  sandbox = await createSandbox({ allowLoopbackWebhooks: true });
  await sandbox.control('POST', '/sandbox/webhooks', { url: receiver.url, secret: 'whsec_test' });
});
afterEach(async () => {
  await sandbox.close();
  receiver.close();
});

type Delivery = {
  event: string;
  status: string;
  attempts: number;
  lastAttemptAt: number;
  createdAt: number;
  responseStatus?: number;
};
type Log = { items: Delivery[]; endpoints: { status: string; failures: number }[] };
const log = async () => (await sandbox.control('GET', '/sandbox/deliveries')) as Log;
const endpoint = async () => (await log()).endpoints[0]!;
const newest = async () => (await log()).items[0]!;
const advance = (seconds: number) =>
  sandbox.control('POST', '/sandbox/clock', { advanceSeconds: seconds });
const portal = (id: number, verb: string, body: object = {}) =>
  sandbox.control('POST', `/sandbox/orders/${id}/${verb}`, body);
/** Sorted: deliveries are sent side by side. */
const events = () => receiver.received.map(({ json }) => String(json['event'])).sort();
const post = (id: number, action: string, body?: object) =>
  send(sandbox, `POST /orders/${id}/${action}`, body ? { body } : {});

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
    async () => post((await placeOne(sandbox)).id, 'reject', { reason: 'No' }),
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

test('a failed delivery is retried after 5, 25, 125 and 625 minutes and is then FAILED', async () => {
  receiver.answer = 500;
  await placeOne(sandbox);
  for (const [failed, minutes] of [
    [1, 5],
    [2, 25],
    [3, 125],
    [4, 625],
  ] as const) {
    await expect.poll(newest, soon).toMatchObject({ attempts: failed, status: 'RETRYING' });
    await advance(minutes * 60 - 30);
    expect((await newest()).attempts).toBe(failed);
    await advance(31);
  }
  await expect
    .poll(newest, soon)
    .toMatchObject({ attempts: 5, status: 'FAILED', responseStatus: 500 });
  await advance(7 * 86_400);
  expect(receiver.received).toHaveLength(5);
});

test('on a fast clock the ten-hour schedule passes in seconds', async () => {
  receiver.answer = 503;
  await sandbox.control('POST', '/sandbox/clock', { speed: 50_000 });
  const started = performance.now();
  await placeOne(sandbox);
  await expect.poll(newest, soon).toMatchObject({ attempts: 5, status: 'FAILED' });
  expect(performance.now() - started).toBeLessThan(10_000);
  const { createdAt, lastAttemptAt } = await newest();
  expect((lastAttemptAt - createdAt) / 60_000).toBeGreaterThanOrEqual(780);
});

test('each attempt is signed anew over the same bytes', async () => {
  let wall = Date.now();
  const slow = await createSandbox({ allowLoopbackWebhooks: true, wallMs: () => wall });
  try {
    await slow.control('POST', '/sandbox/webhooks', { url: receiver.url, secret: 's' });
    receiver.answer = 500;
    await slow.control('POST', '/sandbox/orders', {});
    await expect.poll(() => receiver.received.length, soon).toBe(1);
    wall += 400_000;
    await slow.control('POST', '/sandbox/clock', {});
    await expect.poll(() => receiver.received.length, soon).toBe(2);
    const [first, second] = receiver.received;
    expect(second!.raw).toBe(first!.raw);
    expect(second!.headers['x-service-signature']).not.toBe(first!.headers['x-service-signature']);
  } finally {
    await slow.close();
  }
});

test('the first failed delivery makes the endpoint FAILING, a success makes it active again', async () => {
  receiver.answer = 500;
  await placeOne(sandbox);
  for (let failed = 1; failed < 5; failed += 1) {
    await expect.poll(async () => (await newest()).attempts, soon).toBe(failed);
    expect((await endpoint()).status).toBe('ACTIVE');
    await advance(5 ** failed * 60);
  }
  await expect.poll(endpoint, soon).toMatchObject({ status: 'FAILING', failures: 1 });
  receiver.answer = 204;
  await placeOne(sandbox);
  await expect.poll(endpoint, soon).toMatchObject({ status: 'ACTIVE', failures: 0 });
});

test('five failed deliveries in a row disable the endpoint, which then receives nothing', async () => {
  receiver.answer = 500;
  for (let order = 0; order < 5; order += 1) await placeOne(sandbox);
  for (let failed = 1; failed < 5; failed += 1) {
    const attempts = async () => (await log()).items.map((item) => item.attempts);
    await expect.poll(attempts, soon).toEqual([failed, failed, failed, failed, failed]);
    await advance(5 ** failed * 60 + 1);
  }
  await expect.poll(endpoint, soon).toMatchObject({ status: 'DISABLED', failures: 5 });
  const before = receiver.received.length;
  receiver.answer = 204;
  await placeOne(sandbox);
  expect((await log()).items).toHaveLength(5);
  expect(receiver.received).toHaveLength(before);
});

test('a disabled endpoint is replaced by creating it again', async () => {
  await sandbox.control('PATCH', '/sandbox/settings', { notShown: { failureCounts: 'attempts' } });
  receiver.answer = 500;
  for (let order = 0; order < 5; order += 1) await placeOne(sandbox);
  await expect.poll(endpoint, soon).toMatchObject({ status: 'DISABLED' });
  receiver.answer = 204;
  await sandbox.control('POST', '/sandbox/webhooks', { url: receiver.url, secret: 'new' });
  await placeOne(sandbox);
  await expect.poll(newest, soon).toMatchObject({ status: 'DELIVERED' });
});

test('failed attempts may count as failed deliveries, as the switch says', async () => {
  await sandbox.control('PATCH', '/sandbox/settings', { notShown: { failureCounts: 'attempts' } });
  receiver.answer = 500;
  await placeOne(sandbox);
  await expect.poll(endpoint, soon).toMatchObject({ status: 'FAILING', failures: 1 });
});

test.each([302, 404, 500])('an answer of %i is a failed delivery', async (status) => {
  receiver.answer = status;
  await placeOne(sandbox);
  await expect.poll(newest, soon).toMatchObject({ status: 'RETRYING', responseStatus: status });
});

test('a receiver that does not answer in time has failed', async () => {
  const hasty = await createSandbox({
    allowLoopbackWebhooks: true,
    webhookTimeoutsMs: { connect: 1000, read: 50 },
  });
  try {
    receiver.answer = () => undefined;
    await hasty.control('POST', '/sandbox/webhooks', { url: receiver.url });
    await hasty.control('POST', '/sandbox/orders', {});
    const items = async () => ((await hasty.control('GET', '/sandbox/deliveries')) as Log).items;
    await expect
      .poll(items)
      .toMatchObject([{ status: 'RETRYING', responseExcerpt: 'read time-out' }]);
  } finally {
    await hasty.close();
  }
});

test('the time-outs are 10 s to connect and 30 s to read', async () => {
  const { webhookTimeoutsMs } = (await sandbox.control('GET', '/sandbox/settings')) as {
    webhookTimeoutsMs: object;
  };
  expect(webhookTimeoutsMs).toEqual({ connect: 10_000, read: 30_000 });
});

test('the address is checked again at delivery: one that is no longer allowed is FAILED at once', async () => {
  await sandbox.control('PATCH', '/sandbox/settings', { allowLoopbackWebhooks: false });
  await placeOne(sandbox);
  await expect.poll(newest, soon).toMatchObject({ status: 'FAILED', attempts: 1 });
  expect(receiver.received).toHaveLength(0);
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

test('deliveries that wait are sent after a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  const stateFile = `${folder}/state.db`;
  const first = await createSandbox({ stateFile, allowLoopbackWebhooks: true });
  await first.control('POST', '/sandbox/webhooks', { url: receiver.url, secret: 's' });
  receiver.answer = 500;
  await first.control('POST', '/sandbox/orders', {});
  await expect.poll(() => receiver.received.length, soon).toBe(1);
  await first.close();
  receiver.answer = 204;
  const second = await createSandbox({ stateFile, allowLoopbackWebhooks: true });
  await second.control('POST', '/sandbox/clock', { advanceSeconds: 301 });
  await expect.poll(() => receiver.received.length, soon).toBe(2);
  await second.close();
  rmSync(folder, { recursive: true });
});
