import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Catalog } from './catalog/flow.ts';
import type { WorkerInput } from './catalog/worker.ts';
import type { Mutation, Verdict } from './domain/exchange.ts';
import { connect } from './rpc.ts';

export interface CatalogThread extends Catalog {
  /** Ends the thread; what is open is in rows. */
  close(): Promise<void>;
}

export interface ThreadEvents {
  send(mutation: Mutation): Promise<Verdict>;
  /** The thread died of a fault of ours or of the disk: nothing more may be sent (I12). */
  failed(cause: Error): void;
}

const calls = [
  ...['start', 'stop', 'nudge', 'pass', 'plan', 'apply', 'why', 'held', 'release', 'retry'],
  ...['setPaused', 'facts', 'needsYou', 'runs', 'events'],
] as const;

/** The way up in a thread of its own: some parsers cannot be sliced, and every commit waits for the disk (design section 1). */
export function startCatalogThread(input: WorkerInput, events: ThreadEvents): CatalogThread {
  const file = `./catalog/worker${path.extname(import.meta.url)}`;
  const worker = new Worker(new URL(file, import.meta.url), { workerData: input });
  const rpc = connect(worker, { send: events.send });
  let isClosing = false;
  const fail = (cause: Error): void => {
    rpc.fail(cause);
    if (!isClosing) events.failed(cause);
  };
  worker.on('error', fail);
  worker.on('exit', (code) => fail(new Error(`the thread of the way up ended with ${code}`)));
  const remote = Object.fromEntries(
    calls.map((name) => [name, (...args: unknown[]) => rpc.call(name, ...args)]),
  );
  return {
    ...(remote as unknown as Catalog),
    async close() {
      isClosing = true;
      await rpc.call('stop').catch(() => undefined);
      await worker.terminate();
    },
  };
}
