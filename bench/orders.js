// The order half beside the disk's own yardstick, in turns so that noise meets both. ORDERS (default 4,000) sets how many.
//   published: order files (each synced before its rename, the folder once a group before the rows say written),
//              as a share of the rate of raw 4 KB append + fdatasync; wanted ≥ 0.9
//   journal:   a page of 100 items stored with synchronous=FULL, as a multiple of the same with NORMAL and one raw
//              append + fdatasync of as many bytes; wanted ≤ 1.5. FULL beside NORMAL alone (the second line) is no
//              yardstick: NORMAL never waits for the disk, so it says how fast the disk is, 1.2 × where fdatasync takes
//              0.2 ms and 10 × where it takes 5 ms, for the same one commit.
//   syncs:     how often storing a page made the disk wait, by that difference; wanted: once
//   visible:   p99 from stored to visible while a backfill runs beside it; wanted ≤ 2 s
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { writerOf } from '../dist/adapters/writers.js';
import { systemClock } from '../dist/src/clock.js';
import { createFilesDeps } from '../dist/src/files/deps.js';
import { claimOutbox } from '../dist/src/files/marker.js';
import { createOutbox } from '../dist/src/files/publish.js';
import { decodeJson, encodeJson } from '../dist/src/marketplace/wire.js';
import { createDetailReader } from '../dist/src/orders/detail.js';
import { createFeed } from '../dist/src/orders/feed.js';
import { createOrderFlow } from '../dist/src/orders/flow.js';
import { writeGroup } from '../dist/src/orders/outbox.js';
import { openDatabase } from '../dist/src/store/database.js';
import { createJournal } from '../dist/src/store/journal.js';
import { ordersApplicationId, ordersMigrations } from '../dist/src/store/orders-schema.js';
import { openOrdersStore } from '../dist/src/store/orders-store.js';
import { createVersions } from '../dist/src/store/orders-versions.js';

const count = Number(process.env.ORDERS ?? 4_000);
const rounds = 8;
const pageSize = 100;
const blockBytes = 4_096;
const range = (from, length) => Array.from({ length }, (_, index) => from + index);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stockhand-bench-orders-'));
const files = createFilesDeps(systemClock);
const json = {
  parse: (text) => decodeJson(Buffer.from(text)).value,
  write: (value) => Buffer.from(encodeJson(value)).toString(),
};
const answer = { kind: 'answer', status: 200, headers: {}, body: new Uint8Array() };
const lines = Array.from({ length: 8 }, (_, index) => ({
  id: index,
  productId: index,
  sellerExternalId: `ART-${index}`,
  productName: `Hex bolt M${index} x 40, zinc plated, box of 100`,
  unitOfMeasure: 'pcs',
  quantity: 3 + index,
  unitPrice: '1.05',
  lineTotal: '12.60',
}));

/** A feed item of the size that the journal's limits were measured with: 1.6 KB. */
const fields = Object.fromEntries(
  range(1, 40).map((at) => [`summaryField${at}`, `text of ${at} 1`]),
);

function summaryOf(id, updatedAt) {
  return {
    ...fields,
    id,
    orderNumber: `N-${id}`,
    status: 'PLACED',
    buyerId: 7,
    customerKind: 'BUYER_TENANT',
    updatedAt,
    version: 'v1',
  };
}

const detailOf = (id) => ({
  order: { orderNumber: `N-${id}`, status: 'PLACED', version: 'v1', lines, totalAmount: '100.80' },
  customer: { kind: 'BUYER_TENANT', buyerTenantId: 7, name: 'Café Nordlicht' },
});

/** A feed of `ids`, each page at once. */
function market(ids, updatedAt = '2026-06-01T00:00:00Z') {
  return {
    async orderPage({ cursor = '0' }) {
      const start = Number(cursor);
      const page = ids.slice(start, start + pageSize);
      const items = page.map((id) => ({
        id: String(id),
        version: 'v1',
        summary: summaryOf(id, updatedAt),
      }));
      const next = start + page.length;
      return {
        ok: { items, undecodable: [], nextCursor: String(next), hasMore: next < ids.length },
        answer: { ...answer, headers: { date: '2026-01-01T00:00:00Z' } },
      };
    },
    order: async (id) => ({
      ok: { version: 'v1', status: 'PLACED', detail: detailOf(id) },
      answer,
    }),
  };
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const signal = new AbortController().signal;

async function claim(place) {
  fs.mkdirSync(place, { recursive: true });
  const claimed = await claimOutbox(files, { folder: place, newId: 'bench' });
  return { id: claimed.id, outbox: createOutbox(files, { folder: place, id: claimed.id }) };
}

/** Appends and syncs blocks for as many as there are files; per second. */
function rawRate(blocks) {
  const raw = rawFile(blockBytes);
  const started = performance.now();
  for (let index = 0; index < blocks; index += 1) raw.append();
  const took = performance.now() - started;
  raw.close();
  return (blocks * 1_000) / took;
}

function rawFile(bytes) {
  const file = fs.openSync(path.join(folder, 'raw'), 'w');
  const block = Buffer.alloc(bytes, 1);
  return {
    append() {
      const started = performance.now();
      fs.writeSync(file, block);
      fs.fdatasyncSync(file);
      return performance.now() - started;
    },
    close: () => fs.closeSync(file),
  };
}

async function publishing() {
  const store = openOrdersStore(path.join(folder, 'publishing.db'));
  const deps = { store, clock: systemClock, reads: market(range(1, count)), json };
  const feed = createFeed(deps, {
    startFrom: '1970-01-01T00:00:00Z',
    goLive: 'all',
    statuses: 'all',
    origins: ['buyer'],
  });
  while ((await feed.turn(signal)).kind !== 'caughtUp');
  for (const background of [false, true]) {
    const reader = createDetailReader(deps, { pendingMax: count + 1, background });
    while ((await reader.turn(signal)).read > 0);
  }
  const { outbox } = await claim(path.join(folder, 'published'));
  const writing = {
    ...deps,
    writer: writerOf('json'),
    outbox: { open: async () => outbox },
    beforePublish: async () => undefined,
  };
  const ratios = [];
  // Whole groups, so that no round pays for a part of the next one's.
  const perRound = Math.floor(count / rounds / 16) * 16;
  for (let round = 0; round < rounds; round += 1) {
    const raw = rawRate(Math.floor(perRound / 2));
    const started = performance.now();
    let written = 0;
    while (written < perRound) {
      const turn = await writeGroup(writing);
      if (turn.offline !== undefined || turn.written === 0) throw new Error(JSON.stringify(turn));
      written += turn.written;
    }
    const rate = (written * 1_000) / (performance.now() - started);
    const again = rawRate(Math.floor(perRound / 2));
    ratios.push(rate / ((raw + again) / 2));
  }
  store.close();
  return median(ratios);
}

function journal(synchronous) {
  const database = openDatabase({
    path: path.join(folder, `journal-${synchronous}.db`),
    applicationId: ordersApplicationId,
    migrations: ordersMigrations,
  });
  database.pragma(`synchronous = ${synchronous}`);
  const store = createJournal(database, createVersions(database));
  store.begin('1970-01-01T00:00:00Z', 0);
  let cursor = null;
  let next = 1;
  return {
    storePage() {
      const items = range(next, pageSize).map((id) => ({
        orderId: String(id),
        version: 'v1',
        orderNumber: `N-${id}`,
        status: 'PLACED',
        origin: 'buyer',
        updatedAt: '2026-06-01T00:00:00Z',
        background: false,
        summary: json.write(summaryOf(id, '2026-06-01T00:00:00Z')),
      }));
      next += pageSize;
      const started = performance.now();
      const stored = store.storePage({
        asked: cursor,
        nextCursor: String(next),
        hasMore: true,
        items,
        newestUpdatedAt: '2026-06-01T00:00:00Z',
        at: 0,
        skip: () => undefined,
      });
      if (stored !== pageSize) throw new Error(`stored ${stored}`);
      cursor = String(next);
      return performance.now() - started;
    },
    close: () => database.close(),
  };
}

function journalling() {
  const [safe, fast] = [journal('FULL'), journal('NORMAL')];
  const raw = rawFile(pageSize * Buffer.byteLength(json.write(summaryOf(1, ''))));
  const times = { full: [], normal: [], raw: [] };
  for (let page = 0; page < Math.ceil(count / pageSize) * 4; page += 1) {
    times.full.push(safe.storePage());
    times.normal.push(fast.storePage());
    times.raw.push(raw.append());
  }
  for (const each of [safe, fast, raw]) each.close();
  const [full, normal, sync] = [median(times.full), median(times.normal), median(times.raw)];
  return { ratio: full / (normal + sync), alone: full / normal, syncs: (full - normal) / sync };
}

/** New orders come while those from before the first start are read; each is timed from its page to its file. */
async function becomingVisible() {
  const place = path.join(folder, 'visible');
  const store = openOrdersStore(path.join(folder, 'visible.db'));
  const old = range(1, count);
  const fresh = [];
  const storedAt = new Map();
  const waits = [];
  const perPage = 10;
  const wanted = Math.min(1_000, count);
  const reads = {
    async orderPage({ cursor }, _limit, { signal: ended }) {
      await systemClock.sleep(10, ended);
      const place = Number(cursor ?? 0);
      const before = place < count;
      const ids = before
        ? old.slice(place, place + pageSize)
        : range(count + 1 + fresh.length, perPage);
      if (!before && fresh.length < wanted) fresh.push(...ids);
      const isOver = !before && ids[0] > count + wanted;
      const items = (isOver ? [] : ids).map((id) => ({
        id: String(id),
        version: 'v1',
        summary: summaryOf(id, before ? '2025-06-01T00:00:00Z' : '2026-06-01T00:00:00Z'),
      }));
      for (const { id } of before ? [] : items) storedAt.set(id, performance.now());
      return {
        ok: { items, undecodable: [], nextCursor: String(place + items.length), hasMore: before },
        answer: { ...answer, headers: { date: '2026-01-01T00:00:00Z' } },
      };
    },
    async order(id, { signal: ended }) {
      await systemClock.sleep(20, ended);
      return { ok: { version: 'v1', status: 'PLACED', detail: detailOf(id) }, answer };
    },
  };
  const flow = createOrderFlow(
    {
      store,
      clock: systemClock,
      reads,
      json,
      writer: writerOf('json'),
      claimOutbox: () => claim(place),
      failed: (cause) => {
        throw cause;
      },
    },
    {
      startFrom: '1970-01-01T00:00:00Z',
      pollEvery: 200,
      pollGapMs: 200,
      outbox: {
        folder: place,
        goLive: 'all',
        statuses: 'all',
        origins: ['buyer'],
        acknowledge: 'none',
        watchdog: 1e9,
      },
      accept: 'manual',
      keepDetails: 1e12,
    },
  );
  flow.start();
  while (waits.length < wanted) {
    await systemClock.sleep(5);
    // Taken at once: listing thousands of files every few ms would be a load of the yardstick's own.
    for (const name of fs.existsSync(place) ? fs.readdirSync(place) : []) {
      const id = name.split('-')[1];
      if (id === undefined || name.startsWith('.')) continue;
      fs.unlinkSync(path.join(place, name));
      if (storedAt.has(id)) waits.push(performance.now() - storedAt.get(id));
    }
  }
  await flow.stop();
  store.close();
  return waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)];
}

try {
  const published = await publishing();
  const journalled = journalling();
  const visibleMs = await becomingVisible();
  const say = (name, value, wanted) =>
    process.stdout.write(`${name.padEnd(12)}${value.padStart(10)}   wanted ${wanted}\n`);
  say('published', `${published.toFixed(2)} x`, '>= 0.9 x raw append + fdatasync');
  say('journal', `${journalled.ratio.toFixed(2)} x`, '<= 1.5 x NORMAL and one raw fdatasync');
  say(
    '',
    `${journalled.alone.toFixed(2)} x`,
    'nothing: NORMAL alone, which says how fast the disk is',
  );
  say('syncs', journalled.syncs.toFixed(2), '1 a page');
  say('visible p99', `${Math.round(visibleMs)} ms`, '<= 2000 ms, under a backfill');
} finally {
  fs.rmSync(folder, { recursive: true });
}
