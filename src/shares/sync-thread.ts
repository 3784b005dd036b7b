import { fsyncSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { SyncEnd } from './sync-threads.ts';

/** Waits for the disk, one open file after the other; files are the whole process's. */
parentPort?.on('message', (file: number) => parentPort?.postMessage(endOf(file)));

function endOf(file: number): SyncEnd {
  try {
    fsyncSync(file);
    return 'synced';
  } catch (cause) {
    const { code = 'EIO', message } = cause as NodeJS.ErrnoException;
    return { code, message };
  }
}
