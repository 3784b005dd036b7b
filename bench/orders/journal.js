import fs from 'node:fs';
import path from 'node:path';
import { openDatabase } from '../../dist/src/store/database.js';
import { createJournal } from '../../dist/src/store/journal.js';
import { ordersApplicationId, ordersMigrations } from '../../dist/src/store/orders-schema.js';
import { createVersions } from '../../dist/src/store/orders-versions.js';
import { blockBytes, folder, median, quiet, rawFile } from './disk.js';
import { json, pageSize, range, summaryOf } from './market.js';

function journal(synchronous) {
  const file = path.join(folder, `journal-${synchronous}.db`);
  const database = openDatabase({
    path: file,
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
        seenAt: 0,
        skip: () => undefined,
      });
      if (stored !== pageSize) throw new Error(`stored ${stored}`);
      cursor = String(next);
      return performance.now() - started;
    },
    walBytes: () => fs.statSync(`${file}-wal`).size,
    close: () => database.close(),
  };
}

/** How many bytes one page gives the WAL, before any checkpoint. */
function walBytesOfPage() {
  const file = journal('OFF');
  file.storePage();
  const before = file.walBytes();
  file.storePage();
  const bytes = file.walBytes() - before;
  file.close();
  return bytes;
}

/** The same page with FULL, with NORMAL, and its bytes appended and synced, in turns; ms. */
export function journalling(pages) {
  const walBytes = walBytesOfPage();
  const [safe, fast] = [journal('FULL'), journal('NORMAL')];
  const [wal, block] = [rawFile(walBytes), rawFile(blockBytes)];
  const times = { full: [], normal: [], wal: [], block: [] };
  for (let page = 0; page < pages; page += 1) {
    times.full.push(safe.storePage());
    times.normal.push(fast.storePage());
    times.wal.push(wal.append());
    times.block.push(block.append());
  }
  for (const each of [safe, fast, wal, block]) each.close();
  const by = (choose) => Object.fromEntries(Object.entries(times).map(([k, v]) => [k, choose(v)]));
  return { walBytes, quiet: by(quiet), median: by(median) };
}
