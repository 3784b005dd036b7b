import path from 'node:path';
import { writerOf } from '../../dist/adapters/writers.js';
import { systemClock } from '../../dist/src/clock.js';
import { createAcknowledging } from '../../dist/src/orders/acknowledge.js';
import { createDetailReader } from '../../dist/src/orders/detail.js';
import { createFeed } from '../../dist/src/orders/feed.js';
import { groupFilesMax, groupsPerTurn, writeGroups } from '../../dist/src/orders/outbox.js';
import { openOrdersStore } from '../../dist/src/store/orders-store.js';
import { blockBytes, claim, folder, median, quiet, rawFile } from './disk.js';
import { json, market, range } from './market.js';

/** Files of one turn of the outbox. */
const turnFiles = groupFilesMax * groupsPerTurn;
const signal = new AbortController().signal;

/** The rate of order files as a multiple of that of raw appends of 4 KB, a turn of each after the other. */
export async function publishing(count) {
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
  const open = async () => outbox;
  const { beforePublish, afterPublish } = createAcknowledging({ ...deps, open }, 'removed');
  const writing = {
    ...{ ...deps, beforePublish, afterPublish },
    writer: writerOf('json'),
    outbox: { open },
  };
  const times = { files: [], raw: [] };
  const raw = rawFile(blockBytes);
  for (let left = count; left >= turnFiles; left -= turnFiles) {
    times.raw.push(range(0, turnFiles).reduce((sum) => sum + raw.append(), 0));
    const started = performance.now();
    const { written } = await writeGroups(writing);
    times.files.push(performance.now() - started);
    if (written !== turnFiles) throw new Error(`wrote ${written}`);
  }
  raw.close();
  store.close();
  const ratio = (choose) => choose(times.raw) / choose(times.files);
  return { median: ratio(median), quiet: ratio(quiet) };
}
