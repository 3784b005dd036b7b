import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { send } from './supplier.ts';

/** SANDBOX_SCALE=1 makes it 1,000,000 products and 100,000 orders. */
const isFull = process.env['SANDBOX_SCALE'] === '1';
const products = isFull ? 1_000_000 : 50_000;
const orders = isFull ? 100_000 : 5000;
const rounds = 40;
const megabyte = 1_048_576;

let sandbox: Sandbox;
let before: number;
beforeAll(async () => {
  sandbox = await createSandbox();
  before = process.memoryUsage.rss();
  await sandbox.control('POST', '/sandbox/products', { count: products });
  for (let made = 0; made < orders; made += 5000) {
    await sandbox.control('POST', '/sandbox/orders', { count: 5000 });
  }
}, 300_000);
afterAll(() => sandbox.close());

/** Median times of two pages in milliseconds, asked for in turn so that noise meets both. */
async function compare(first: string, last: string): Promise<[first: number, last: number]> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < 2 * rounds; round += 1) {
    const started = performance.now();
    const { status } = await send(sandbox, `GET ${round % 2 === 0 ? first : last}`);
    times[round % 2 === 0 ? 0 : 1].push(performance.now() - started);
    expect(status).toBe(200);
  }
  const [a, b] = times.map((list) => list.sort((x, y) => x - y)[rounds / 2]!);
  return [a!, b!];
}

/** A cursor near the end, got the way a client gets it: from a page. */
async function lastCursor(path: string, items: number): Promise<string> {
  let cursor: string | undefined;
  for (let seen = 0; seen < items - 150; seen += 100) {
    const query = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    cursor = (await send(sandbox, `GET ${path}limit=100${query}`)).body.nextCursor;
  }
  return encodeURIComponent(cursor!);
}

test('the last page of the catalog is as fast as the first', async () => {
  const cursor = await lastCursor('/catalog/products?', products);
  const [first, last] = await compare(
    '/catalog/products?limit=100',
    `/catalog/products?limit=100&cursor=${cursor}`,
  );
  report('catalog', first, last);
  expect(last).toBeLessThan(Math.max(first * 1.5, first + 5));
}, 600_000);

test('the last page of the feed is as fast as the first', async () => {
  const epoch = 'updatedAfter=1970-01-01T00:00:00Z';
  const page = await send(sandbox, `GET /orders?${epoch}&limit=100`);
  let cursor: string = page.body.nextCursor;
  for (let seen = 100; seen < orders - 150; seen += 100) {
    cursor = (await send(sandbox, `GET /orders?cursor=${cursor}&limit=100`)).body.nextCursor;
  }
  const [first, last] = await compare(
    `/orders?${epoch}&limit=100`,
    `/orders?cursor=${cursor}&limit=100`,
  );
  report('feed', first, last);
  expect(last).toBeLessThan(Math.max(first * 1.5, first + 5));
}, 600_000);

test('the last page of browse mode is as fast as the first', async () => {
  const { items } = (await send(sandbox, 'GET /orders?updatedAfter=1970-01-01T00:00:00Z&limit=100'))
    .body;
  const [first, last] = await compare(
    '/orders?limit=100',
    `/orders?limit=100&cursor=${items[99].id}`,
  );
  report('browse', first, last);
  expect(last).toBeLessThan(Math.max(first * 1.5, first + 5));
});

test('memory stays bounded whatever it holds', () => {
  const grown = (process.memoryUsage.rss() - before) / megabyte;
  if (isFull) process.stdout.write(`memory grew by ${Math.round(grown)} MB\n`);
  expect(grown).toBeLessThan(400);
});

function report(name: string, first: number, last: number): void {
  if (!isFull) return;
  const ratio = (last / first).toFixed(2);
  process.stdout.write(
    `${name}: first ${first.toFixed(2)} ms, last ${last.toFixed(2)} ms, ratio ${ratio}\n`,
  );
}
