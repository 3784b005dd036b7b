import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import { temporaryFolder } from '../support/folder.ts';
import { advance, endpoint, type Log, log, newest, receiver, useDeliveries } from './deliveries.ts';
import { sandbox } from './one-sandbox.ts';
import { soon } from './soon.ts';
import { placeOne } from './supplier.ts';

useDeliveries();

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

test('each attempt is signed again over the same bytes', async () => {
  let wall = Date.now();
  const slow = await createSandbox({ allowLoopbackWebhooks: true, wallMs: () => wall });
  try {
    await slow.control('POST', '/sandbox/webhooks', { url: receiver.url, secret: 's' });
    receiver.answer = 500;
    await slow.control('POST', '/sandbox/orders', {});
    const items = async () => ((await slow.control('GET', '/sandbox/deliveries')) as Log).items;
    await expect.poll(items, soon).toMatchObject([{ status: 'RETRYING' }]);
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

test('a delivery that was under way when its endpoint was disabled is not sent again', async () => {
  receiver.answer = 500;
  for (let order = 0; order < 5; order += 1) await placeOne(sandbox);
  for (let failed = 1; failed < 5; failed += 1) {
    const attempts = async () => (await log()).items.map((item) => item.attempts);
    await expect.poll(attempts, soon).toEqual([failed, failed, failed, failed, failed]);
    if (failed < 4) await advance(5 ** failed * 60 + 1);
  }
  let held: ServerResponse | undefined;
  receiver.answer = (response) => {
    held = response;
    receiver.answer = 500;
  };
  await placeOne(sandbox);
  await expect.poll(() => held, soon).toBeDefined();
  await advance(5 ** 4 * 60 + 1);
  await expect.poll(endpoint, soon).toMatchObject({ status: 'DISABLED' });
  held!.writeHead(404).end();
  await expect.poll(newest, soon).toMatchObject({ attempts: 1, responseStatus: 404 });
  expect(await newest()).toMatchObject({ status: 'FAILED', nextAttemptAt: null });
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

test('deliveries that wait are sent after a restart', async () => {
  const folder = temporaryFolder('sandbox');
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
});
