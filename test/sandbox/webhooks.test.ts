import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { checkAddress } from '../../src/sandbox/webhooks/address.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { soon } from './soon.ts';
import { manage, place, placeOne, send } from './supplier.ts';

let sandbox: Sandbox;
let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
  sandbox = await createSandbox({ allowLoopbackWebhooks: true });
});
afterEach(async () => {
  await sandbox.close();
  receiver.close();
});

const create = (body: object = {}) =>
  manage(sandbox, 'POST ', { body: { url: receiver.url, events: ['order.placed'], ...body } });

test('a new endpoint shows its secret once, chosen by the service', async () => {
  const { status, body } = await create({ secret: 'mine' });
  expect(status).toBe(201);
  expect(body.secret).toMatch(/^whsec_.{20,}/);
  expect(body).toMatchObject({ url: receiver.url, events: ['order.placed'], side: 'SUPPLIER' });
  const list = await manage(sandbox, 'GET ');
  expect(list.body.items).toHaveLength(1);
  expect(list.body.items[0]).not.toHaveProperty('secret');
});

test('the registered secret signs the deliveries', async () => {
  const { secret } = (await create()).body;
  await placeOne(sandbox);
  await expect.poll(() => receiver.received.length, soon).toBe(1);
  const { headers, raw } = receiver.received[0]!;
  const [, t, v1] = /t=(\d+),v1=(\w+)/.exec(String(headers['x-service-signature']))!;
  expect(v1).toBe(createHmac('sha256', secret).update(`${t}.${raw}`).digest('hex'));
});

test('url and events are required, events must be event types, side SUPPLIER or BUYER', async () => {
  const type = async (body: object) => (await manage(sandbox, 'POST ', { body })).body.type;
  expect(await type({ events: ['order.placed'] })).toBe('VALIDATION_ERROR');
  expect(await type({ url: receiver.url })).toBe('VALIDATION_ERROR');
  expect(await type({ url: receiver.url, events: [] })).toBe('VALIDATION_ERROR');
  expect(await type({ url: receiver.url, events: ['order.shipped'] })).toBe('VALIDATION_ERROR');
  expect((await create({ side: 'SELLER' })).body.type).toBe('VALIDATION_ERROR');
  expect((await create({ url: 'not a url' })).body.type).toBe('VALIDATION_ERROR');
});

test('order events go to SUPPLIER endpoints only', async () => {
  await create({ side: 'BUYER' });
  await placeOne(sandbox);
  expect(await sandbox.control('GET', '/sandbox/deliveries')).toMatchObject({ items: [] });
});

test('deleting an endpoint is 204, and it receives nothing further', async () => {
  const { id } = (await create()).body;
  expect((await manage(sandbox, `DELETE /${id}`)).status).toBe(204);
  expect((await manage(sandbox, `DELETE /${id}`)).body.type).toBe('NOT_FOUND');
  expect((await manage(sandbox, 'GET ')).body.items).toEqual([]);
  await placeOne(sandbox);
  expect(await sandbox.control('GET', '/sandbox/deliveries')).toMatchObject({ items: [] });
});

test('a deleted endpoint gets no more retries', async () => {
  receiver.answer = 500;
  const { id } = (await create()).body;
  await placeOne(sandbox);
  await expect.poll(() => receiver.received.length, soon).toBe(1);
  await manage(sandbox, `DELETE /${id}`);
  await sandbox.control('POST', '/sandbox/clock', { advanceSeconds: 400 });
  const items = async () =>
    ((await sandbox.control('GET', '/sandbox/deliveries')) as { items: object[] }).items;
  await expect.poll(items, soon).toMatchObject([{ status: 'FAILED' }]);
  expect(receiver.received).toHaveLength(1);
});

test('the test endpoint sends a signed test.ping and reports, and the log does not show it', async () => {
  const { id, secret } = (await create()).body;
  const { status, body } = await manage(sandbox, `POST /${id}/test`);
  expect(status).toBe(200);
  expect(body).toEqual({ success: true, statusCode: 204, responseTime: expect.any(Number) });
  const { headers, raw, json } = receiver.received[0]!;
  expect(headers['x-service-event']).toBe('test.ping');
  expect(json).toEqual({
    event: 'test.ping',
    timestamp: expect.any(String),
    data: { message: expect.any(String), test: true },
  });
  const [, t, v1] = /t=(\d+),v1=(\w+)/.exec(String(headers['x-service-signature']))!;
  expect(v1).toBe(createHmac('sha256', secret).update(`${t}.${raw}`).digest('hex'));
  expect((await manage(sandbox, `GET /${id}/deliveries`)).body.items).toEqual([]);
});

test('a test.ping that fails says so', async () => {
  const { id } = (await create()).body;
  receiver.answer = 500;
  expect((await manage(sandbox, `POST /${id}/test`)).body).toMatchObject({
    success: false,
    statusCode: 500,
  });
  receiver.close();
  const { body } = await manage(sandbox, `POST /${id}/test`);
  expect(body.success).toBe(false);
  expect(body).not.toHaveProperty('statusCode');
});

test('the delivery log holds the last 50 with status, response code and excerpt', async () => {
  const { id } = (await create()).body;
  await place(sandbox, { count: 60 });
  await expect.poll(() => receiver.received.length, soon).toBe(60);
  const { body } = await manage(sandbox, `GET /${id}/deliveries`);
  expect(body.items).toHaveLength(50);
  expect(body.items[0]).toMatchObject({
    event: 'order.placed',
    status: 'DELIVERED',
    responseCode: 204,
  });
});

test('an endpoint id that is unknown is 404 and one that is no number 400', async () => {
  expect((await manage(sandbox, 'GET /77/deliveries')).body.type).toBe('NOT_FOUND');
  expect((await manage(sandbox, 'POST /abc/test')).body.type).toBe('TYPE_MISMATCH');
});

test('lists may be bare arrays, as the switch says', async () => {
  const { id } = (await create()).body;
  await sandbox.control('PATCH', '/sandbox/settings', { notShown: { webhookListBody: 'list' } });
  expect((await manage(sandbox, 'GET ')).body).toHaveLength(1);
  expect((await manage(sandbox, `GET /${id}/deliveries`)).body).toEqual([]);
});

/** Every range of the spec's URL requirements. */
const forbidden = [
  'https://127.0.0.1/',
  'https://127.8.9.1/',
  'https://[::1]/',
  'https://10.1.2.3/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.1.1/',
  'https://169.254.1.1/',
  'https://[fe80::1]/',
  'https://100.64.0.1/',
  'https://100.127.255.255/',
  'https://240.0.0.1/',
  'https://255.255.255.255/',
  'https://[fc00::1]/',
  'https://[fdff::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://169.254.169.254/latest/meta-data/',
  'https://metadata.google.internal/',
  'https://localhost/',
  'https://0x7f000001/',
  'https://2130706433/',
  'https://0.0.0.0/',
  'http://192.0.2.1/',
  'ftp://192.0.2.1/',
];

test.each(forbidden)('refuses to register %s', async (url) => {
  const strict = await createSandbox();
  try {
    const body = { url, events: ['order.placed'] };
    const answer = await manage(strict, 'POST ', { body });
    expect([answer.status, answer.body.type]).toEqual([422, 'VALIDATION_ERROR']);
  } finally {
    await strict.close();
  }
});

test.each([
  'https://192.0.2.1/hook',
  'https://172.32.0.1/',
  'https://100.128.0.1/',
  'https://[2001:db8::1]/',
])('takes the public address %s', async (url) => {
  expect((await checkAddress(url, false)).url.href).toBe(new URL(url).href);
});

test('the switch for loopback lets in loopback and plain HTTP, and no other range', async () => {
  expect((await create({ url: 'http://localhost:9/' })).status).toBe(201);
  expect((await create({ url: 'http://10.0.0.1/' })).status).toBe(422);
});

test('webhook management lives under /api/v1/connect and asks for JSON like the rest', async () => {
  const raw = await manage(sandbox, 'POST ', {
    raw: '{}',
    headers: { 'content-type': 'text/plain' },
  });
  expect(raw.status).toBe(415);
  expect((await manage(sandbox, 'PUT ', { body: {} })).status).toBe(405);
  expect((await send(sandbox, 'GET //api/v1/connect/other', { bearer: null })).status).toBe(404);
});
