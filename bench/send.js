// The way up, end to end, beside a bare loop: the program imports its first file into a sandbox that answers after
// 20 ms; then a loop of plain undici requests sends the same number of bytes with the same concurrency to another one.
//   batches:  batches a second of the program, from its first to its last request, as a share of the loop;
//             wanted >= 0.9
//   memory:   the program's memory in the second half of the import as a multiple of that in the first; wanted ~1
//   stock:    from a changed stock file to the answer of its request, during the import;
//             wanted <= 2 s after its quiet time
//   order:    from a command file to the arrival of its action, during the import, less its quiet time;
//             wanted: one request's time and a look at the folder
// 1,000,000 products; --quick 20,000: a slice that ends on a busy machine too; PRODUCTS sets another number.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { createSandbox } from '../dist/src/sandbox/sandbox.js';

const quick = process.argv.includes('--quick');
const products = Number(process.env.PRODUCTS ?? (quick ? 20_000 : 1_000_000));
const latencyMs = 20;
const maxInFlight = 4;
/** One slot is kept for order actions. */
const concurrency = maxInFlight - 1;
const batchSize = 100;
const quietMs = 200;
/** That of command files, which no setting changes (src/orders/parts.ts). */
const commandQuietMs = 2_000;
const present = 5;
const batchPath = '/connect/v1/supplier/catalog/products/batch';
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stockhand-bench-send-'));
const program = path.resolve(import.meta.dirname, '../dist/src/main.js');

const config = (
  url,
) => `marketplace: { baseUrl: "${url}", apiKey: sandbox-key, maxInFlight: ${maxInFlight} }
dataDir: ./state
status: { listen: "127.0.0.1:0" }
catalog:
  sessionFrom: 10000000
  sources:
    - name: articles
      folder: ./out
      files: "artikel*.csv"
      stable: { quiet: ${quietMs}ms }
      delimiter: ";"
      numbers: "1.234,56"
      mapping: { externalId: Nr, name: Name, description: Text }
    - name: stock
      kind: stock
      folder: ./out
      files: "bestand*.csv"
      stable: { quiet: ${quietMs}ms }
      delimiter: ";"
      numbers: "1.234,56"
      mapping: { externalId: Nr, availableQty: Menge }
orders:
  pollEvery: 10m
  outbox: { folder: ./orders }
  commands: { folder: ./commands, receipts: ./receipts }
`;

const idOf = (n) => `ART-${String(n).padStart(7, '0')}`;
const nameOf = (n) => `Sechskantschraube M${n % 40} x ${n % 200}, verzinkt, ${n}`;
const textOf = (n) => `Karton zu ${n % 100} Stück, Lager ${n % 7}`;

function writeArticles(count) {
  const file = fs.openSync(path.join(folder, 'out', 'neu'), 'w');
  fs.writeSync(file, 'Nr;Name;Text\r\n');
  for (let from = 0; from < count; from += 10_000) {
    const rows = Array.from({ length: Math.min(10_000, count - from) }, (_, index) => {
      const n = from + index;
      return `${idOf(n)};${nameOf(n)};${textOf(n)}\r\n`;
    });
    fs.writeSync(file, rows.join(''));
  }
  fs.closeSync(file);
  fs.renameSync(path.join(folder, 'out', 'neu'), path.join(folder, 'out', 'artikel.csv'));
}

function writeStock(quantity) {
  const rows = Array.from({ length: present }, (_, n) => `${idOf(n)};${quantity}\r\n`);
  fs.writeFileSync(path.join(folder, 'out', 'bestand.csv'), `Nr;Menge\r\n${rows.join('')}`);
}

function start(...words) {
  const child = spawn(
    process.execPath,
    [program, '--config', path.join(folder, 'stockhand.yaml'), ...words],
    {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return { child, ended };
}

function memoryOf(pid) {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

let lastSeq = 0;

/** Reads the ledger as it grows: how many batches came, when the first and the last one. */
async function follow(sandbox, isOver) {
  const batches = [];
  const others = [];
  while (!isOver(batches.length)) {
    const { entries } = await sandbox.control('GET', `/sandbox/ledger?since=${lastSeq}`);
    for (const { seq, path: at, bytes, at: when, method } of entries) {
      lastSeq = Math.max(lastSeq, seq);
      if (method === 'POST' && at === batchPath) batches.push({ bytes, at: Date.parse(when) });
      else if (method !== 'GET') others.push({ path: at, cameMs: performance.now() });
    }
    onEntries?.(others);
    await sleep(20);
  }
  return batches;
}

let onEntries;

function rateOf(batches) {
  const seconds = (batches.at(-1).at - batches[0].at) / 1_000;
  return (batches.length - 1) / seconds;
}

/** Plain requests of the same size, so many at once and no more. */
async function bareLoop(bodies) {
  const sandbox = await createSandbox({ latencyMs });
  const dispatcher = new Agent({ connections: concurrency });
  let next = 0;
  const started = performance.now();
  const worker = async () => {
    while (next < bodies.length) {
      const number = next;
      next += 1;
      const response = await fetch(`${sandbox.url}${batchPath}`, {
        method: 'POST',
        dispatcher,
        headers: {
          authorization: 'Bearer sandbox-key',
          'content-type': 'application/json',
          'idempotency-key': `bare-${number}`,
        },
        body: bodies[number](),
      });
      if (response.status !== 200) throw new Error(`the loop was answered ${response.status}`);
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  const rate = (bodies.length * 1_000) / (performance.now() - started);
  await dispatcher.close();
  await sandbox.close();
  return rate;
}

function bodyOf(number) {
  const items = Array.from({ length: batchSize }, (_, index) => {
    const n = number * batchSize + index;
    return { externalId: idOf(n), name: nameOf(n), description: textOf(n) };
  });
  return JSON.stringify(items);
}

async function firstImport() {
  const sandbox = await createSandbox({ latencyMs });
  fs.writeFileSync(path.join(folder, 'stockhand.yaml'), config(sandbox.url));
  // What is there already, so that its stock can change while the rest is on its way.
  writeArticles(present);
  writeStock(5);
  await start('run', '--once').ended;
  lastSeq = 0;
  await follow(sandbox, (batches) => batches > 0);
  const placed = await sandbox.control('POST', '/sandbox/orders', { count: 1 });
  const order = (placed.orders ?? placed.items)[0];
  const { child, ended } = start('run');
  const memory = [];
  const took = {};
  const began = { stock: 0, order: 0 };
  onEntries = (others) => {
    if (took.stock === undefined && began.stock > 0) {
      const came = others.find((each) => each.path.endsWith('/stock') && each.cameMs > began.stock);
      if (came !== undefined) took.stock = came.cameMs - began.stock;
    }
    if (took.order === undefined && began.order > 0) {
      const came = others.find(
        (each) => each.path.includes(`/orders/`) && each.cameMs > began.order,
      );
      if (came !== undefined) took.order = came.cameMs - began.order;
    }
  };
  writeArticles(products);
  const wanted = Math.floor((products - present) / batchSize);
  const batches = await follow(sandbox, (count) => {
    memory.push({ share: count / wanted, megabytes: memoryOf(child.pid) });
    if (began.stock === 0 && count > wanted / 2) {
      writeStock(7);
      began.stock = performance.now();
    }
    if (began.order === 0 && count > wanted * 0.7) {
      const { orderNumber, version } = order;
      fs.mkdirSync(path.join(folder, 'commands'), { recursive: true });
      fs.writeFileSync(
        path.join(folder, 'commands', 'tag.csv'),
        `orderNumber,action,version,reason\n${orderNumber},accept,${version},\n`,
      );
      began.order = performance.now();
    }
    return count >= wanted;
  });
  await follow(
    sandbox,
    () => (took.stock !== undefined && took.order !== undefined) || child.exitCode !== null,
  );
  child.kill('SIGTERM');
  await ended;
  await sandbox.close();
  const half = (from, to) =>
    memory.filter(({ share }) => share > from && share <= to).map(({ megabytes }) => megabytes);
  return { batches, took, early: median(half(0.05, 0.4)), late: median(half(0.6, 1)) };
}

for (const name of ['out', 'orders', 'commands', 'receipts']) fs.mkdirSync(path.join(folder, name));
try {
  const { batches, took, early, late } = await firstImport();
  const some = Math.min(batches.length, 2_000);
  const bare = await bareLoop(Array.from({ length: some }, (_, number) => () => bodyOf(number)));
  const say = (name, value, wanted) =>
    process.stdout.write(`${name.padEnd(10)}${value.padStart(12)}   wanted ${wanted}\n`);
  process.stdout.write(
    `send: ${products} products, answers after ${latencyMs} ms, ${concurrency} at once\n`,
  );
  say('batches', `${(rateOf(batches) / bare).toFixed(2)} x`, '>= 0.9 x a bare undici loop');
  say(
    'memory',
    `${(late / early).toFixed(2)} x`,
    `~ 1: ${Math.round(early)} MB, then ${Math.round(late)} MB`,
  );
  say(
    'stock',
    `${Math.round(took.stock - quietMs)} ms`,
    '<= 2000 ms from the end of its quiet time',
  );
  say(
    'order',
    `${Math.round(took.order - commandQuietMs)} ms`,
    'one request and a look at the folder',
  );
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
