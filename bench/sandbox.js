// Pages of the sandbox at the start and at the end of 1,000,000 products and 100,000 orders: the ratio of their fastest
// times, asked for in turn, because noise only ever adds. PRODUCTS and ORDERS make it smaller.
import { createSandbox } from '../dist/src/sandbox/sandbox.js';

const products = Number(process.env.PRODUCTS ?? 1_000_000);
const orders = Number(process.env.ORDERS ?? 100_000);
const rounds = 40;
const megabyte = 1_048_576;
const prefix = '/connect/v1/supplier';
const epoch = 'updatedAfter=1970-01-01T00:00:00Z';

const sandbox = await createSandbox();
const before = process.memoryUsage.rss();
await sandbox.control('POST', '/sandbox/products', { count: products });
for (let made = 0; made < orders; made += 5_000) {
  await sandbox.control('POST', '/sandbox/orders', { count: Math.min(5_000, orders - made) });
}

async function get(path) {
  const answer = await fetch(`${sandbox.url}${prefix}${path}`, {
    headers: { authorization: 'Bearer sandbox-key' },
  });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

async function fastestMs(paths) {
  const times = paths.map(() => []);
  for (let round = 0; round < paths.length * rounds; round += 1) {
    const index = round % paths.length;
    const started = performance.now();
    await get(paths[index]);
    times[index].push(performance.now() - started);
  }
  return times.map((list) => Math.min(...list));
}

async function cursorNearEnd(first, next, items) {
  let { nextCursor } = await get(first);
  for (let seen = 100; seen < items - 150; seen += 100) {
    nextCursor = (await get(`${next}cursor=${encodeURIComponent(nextCursor)}`)).nextCursor;
  }
  return `${next}cursor=${encodeURIComponent(nextCursor)}`;
}

const catalogFirst = '/catalog/products?limit=100';
const feedFirst = `/orders?${epoch}&limit=100`;
const pairs = {
  catalog: [
    catalogFirst,
    await cursorNearEnd(catalogFirst, '/catalog/products?limit=100&', products),
  ],
  feed: [feedFirst, await cursorNearEnd(feedFirst, '/orders?limit=100&', orders)],
  browse: ['/orders?limit=100', `/orders?limit=100&cursor=${(await get(feedFirst)).items[99].id}`],
};

console.log(`sandbox: ${products} products, ${orders} orders; goal: last / first page <= 1.5`);
for (const [name, paths] of Object.entries(pairs)) {
  const [first, last] = await fastestMs(paths);
  console.log(
    `  ${name.padEnd(8)} first ${first.toFixed(2)} ms   last ${last.toFixed(2)} ms   ratio ${(last / first).toFixed(2)}`,
  );
}
console.log(`  memory grew by ${Math.round((process.memoryUsage.rss() - before) / megabyte)} MB`);
await sandbox.close();
