import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { systemClock } from '../../dist/src/clock.js';
import { openFolders } from '../../dist/src/shares/folders.js';

export const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stockhand-bench-orders-'));
export const blockBytes = 4_096;
const { files } = openFolders({ clock: systemClock });

export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
/** What others do at the same time only adds: the fastest of many is what the thing itself costs. */
export const quiet = (values) => Math.min(...values);

export async function claim(place) {
  fs.mkdirSync(place, { recursive: true });
  const { id, owner } = await files.claimOutbox({ folder: place, known: {}, newId: 'bench' });
  return { id, owner, outbox: files.outbox({ folder: place, id, owner }) };
}

/** Appends and syncs blocks of that size; each append answers how many ms it took. */
export function rawFile(bytes) {
  const file = fs.openSync(path.join(folder, `raw-${bytes}`), 'w');
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
