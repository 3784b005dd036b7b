import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { send } from './supplier.ts';

let sandbox: Sandbox;
let wall = Date.parse('2026-05-01T10:00:00.500Z');
beforeEach(async () => {
  wall = Date.parse('2026-05-01T10:00:00.500Z');
  sandbox = await createSandbox({
    rateLimit: { limit: 3, windowSeconds: 10 },
    wallMs: () => wall,
  });
});
afterEach(() => sandbox.close());

const list = () => send(sandbox, 'GET /catalog/products');

test('a rate-limited answer is 429 with the four headers', async () => {
  for (let at = 0; at < 3; at += 1) expect((await list()).status).toBe(200);
  const { status, body, headers } = await list();
  expect([status, body.type]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
  expect(headers.get('x-ratelimit-limit')).toBe('3');
  expect(headers.get('x-ratelimit-remaining')).toBe('0');
  expect(headers.get('x-ratelimit-reset')).toBe(String(Date.parse('2026-05-01T10:00:10Z') / 1000));
  expect(headers.get('retry-after')).toBe('10');
});

test('after X-RateLimit-Reset requests are served again', async () => {
  for (let at = 0; at < 4; at += 1) await list();
  wall += 9_600;
  expect((await list()).status).toBe(200);
});

test('an answer within the limit counts down and has no Retry-After', async () => {
  const { headers } = await list();
  expect(headers.get('x-ratelimit-remaining')).toBe('2');
  expect(headers.has('retry-after')).toBe(false);
});

test('a refused request was not done', async () => {
  for (let at = 0; at < 3; at += 1) await list();
  const body = { externalId: 'A', name: 'Apple' };
  expect((await send(sandbox, 'POST /catalog/products', { body })).status).toBe(429);
  expect(await sandbox.control('GET', '/sandbox/facts')).toMatchObject({ products: 0 });
});

test('without a rate limit there are no such headers', async () => {
  await sandbox.control('PATCH', '/sandbox/settings', { rateLimit: null });
  expect((await list()).headers.has('x-ratelimit-limit')).toBe(false);
});
