import path from 'node:path';
import { Worker } from 'node:worker_threads';

/** How the wait for one file ended. */
export type SyncEnd = 'synced' | { readonly code: string; readonly message: string };

interface SyncThread {
  /** Ends with the file on the disk, or as `fsync` failed. */
  sync(file: number): Promise<void>;
}

const program = new URL(`./sync-thread${path.extname(import.meta.url)}`, import.meta.url);

/**
 * Threads that do nothing but wait for the disk, begun when there is something to wait for. libuv's
 * four serve the whole process: each that waits here would be missing to the network and the data
 * folder, for good where a disk hangs (fault 17).
 */
export function createSyncThreads(): (file: number) => Promise<void> {
  const idle: SyncThread[] = [];
  return async (file) => {
    const thread = idle.pop() ?? begin();
    await thread.sync(file).finally(() => idle.push(thread));
  };
}

function begin(): SyncThread {
  const worker = new Worker(program);
  worker.unref();
  return {
    sync: (file) =>
      new Promise((resolve, reject) => {
        worker.once('message', (end: SyncEnd) =>
          end === 'synced'
            ? resolve()
            : reject(Object.assign(new Error(end.message), { code: end.code })),
        );
        worker.postMessage(file);
      }),
  };
}
