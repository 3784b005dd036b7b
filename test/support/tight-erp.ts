import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { OrderFile } from './erp.ts';

export interface TightErp {
  /** What it took, in the order in which it appeared. Throws where a file was seen half written. */
  stop(): Promise<readonly OrderFile[]>;
}

interface Story {
  readonly taken: readonly OrderFile[];
  readonly halves: readonly string[];
  readonly looks: number;
}

/**
 * An ERP in a thread of its own that does nothing but look: it takes every order file the moment it can be seen.
 * `pauseMs` between two looks; without one it keeps a whole core busy.
 */
export function tightErp(
  folders: { readonly orders: string; readonly receipts: string },
  pauseMs: number,
): TightErp {
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const file = new URL('./tight-erp-worker.mjs', import.meta.url);
  const worker = new Worker(file, { workerData: { ...folders, stop, pauseMs } });
  const told = once(worker, 'message') as Promise<[Story]>;
  // Awaited by `stop`; a scene that fails before that has said why itself.
  told.catch(() => undefined);
  return {
    async stop() {
      Atomics.store(stop, 0, 1);
      const [{ taken, halves, looks }] = await told;
      await worker.terminate();
      if (halves.length > 0) throw new Error(`seen half in ${looks} looks: ${halves.join('\n')}`);
      return taken;
    },
  };
}
