// One whole process of the way up: the worker as the daemon starts it; the marketplace says yes at once, from memory.
// argv: folder with out/ and state/, then words: `plan` to end with the committed plan, else every batch is answered;
// `daemon` to hold all that the daemon has in memory; `file=` what to import once the daemon has read what lies in out/
// and then each `before=`, as one has that runs for a day; or milliseconds to wait instead. Prints one line of JSON.
import fs from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import Database from 'better-sqlite3';
import { startCatalogThread } from '../../dist/src/catalog-thread.js';
import { loadConfig } from '../../dist/src/config/load.js';

const [folder, ...how] = process.argv.slice(2);
const idleMs = Number(how[0]) || 0;
const given = (name) =>
  how.filter((word) => word.startsWith(`${name}=`)).map((word) => word.slice(name.length + 1));
const [next] = given('file');
if (how.includes('daemon')) await import('../../dist/src/app.js');
const { config } = await loadConfig({ path: path.join(folder, 'stockhand.yaml') });
fs.mkdirSync(path.join(config.dataDir, 'spool'), { recursive: true });

let batches = 0;
let bytes = 0;
async function send({ body }) {
  batches += 1;
  bytes += body?.length ?? 0;
  const read = JSON.parse(Buffer.from(body ?? '[]').toString());
  const items = Array.isArray(read) ? read : (read.items ?? []);
  const results = items.map(({ externalId }) => ({ externalId, status: 'UPDATED' }));
  const answer = Buffer.from(JSON.stringify({ results, succeeded: items.length, errors: [] }));
  return {
    kind: 'answered',
    attempts: 1,
    answer: { kind: 'answer', status: 200, headers: {}, body: answer },
  };
}

/** Sees the plan of the new file in the state as soon as it is committed: its text for a person comes later. */
async function committed() {
  const state = new Database(path.join(dataDir, 'catalog.db'), { readonly: true });
  const newest = state.prepare('SELECT coalesce(max(run), 0) FROM plan').pluck();
  for (const before = newest.get(); newest.get() === before; ) await aMoment();
  plannedAt = performance.now();
  state.close();
}

/** Sees the copy of the file in the spool, which is named by its digest once it is whole and on the disk. */
async function copied() {
  const spool = path.join(dataDir, 'spool');
  const copies = () => fs.readdirSync(spool).filter((name) => /^[0-9a-f]{64}$/.test(name));
  const before = new Set(copies());
  while (copies().every((name) => before.has(name))) await aMoment();
  copiedAt = performance.now();
}

/** As an ERP writes its export anew: with its name when it is whole, and on the disk before anybody measures. */
async function exported(file) {
  const place = path.join(folder, 'out/articles.csv');
  await fs.promises.copyFile(file, `${place}.tmp`);
  const copy = await fs.promises.open(`${place}.tmp`, 'r+');
  await copy.sync();
  await copy.close();
  await fs.promises.rename(`${place}.tmp`, place);
}

function aMoment() {
  return new Promise((resolve) => setTimeout(resolve, 2));
}

const loop = monitorEventLoopDelay({ resolution: 5 });
const { catalog, results, dataDir, marketplace } = config;
const thread = startCatalogThread(
  { dataDir, catalog, results, maxInFlight: marketplace.maxInFlight },
  {
    signal: new AbortController().signal,
    send,
    upload: async () => ({ kind: 'failure', detail: 'there are no pictures here' }),
    failed: (cause) => {
      throw cause;
    },
  },
);
// The thread is up.
await thread.runs(1);
if (next !== undefined) {
  await thread.plan();
  for (const file of given('before')) {
    await exported(file);
    await thread.plan();
  }
  await exported(next);
}
loop.enable();
const started = performance.now();
let copiedAt;
let plannedAt;
if (idleMs > 0) await new Promise((resolve) => setTimeout(resolve, idleMs));
else if (how.includes('plan')) await Promise.all([thread.plan(), copied(), committed()]);
else await thread.pass({ quietMs: 5_000 });
const passMs = (plannedAt ?? performance.now()) - started;
loop.disable();
console.log(
  JSON.stringify({
    passMs,
    ...(copiedAt === undefined ? {} : { afterCopyMs: plannedAt - copiedAt }),
    batches,
    bytes,
    rssMb: process.resourceUsage().maxRSS / 1024,
    delayMs: { p99: loop.percentile(99) / 1e6, max: loop.max / 1e6 },
  }),
);
await thread.close();
process.exit(0);
