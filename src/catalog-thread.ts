import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Catalog } from './catalog/door.ts';
import type { ListPage } from './catalog/terms/listed.ts';
import type { WorkerInput } from './catalog/worker.ts';
import { systemClock } from './clock.ts';
import { isCode } from './domain/codes.ts';
import { StockhandError } from './domain/error.ts';
import type { HttpOutcome, Mutation, Upload, Verdict } from './domain/exchange.ts';
import { connect, type Rpc } from './threads/rpc.ts';
import { isStuck } from './threads/stuck.ts';

export interface CatalogThread extends Catalog {
  trimJournal(): Promise<void>;
  /** Ends the thread; what is open is in rows. */
  close(): Promise<void>;
}

interface ThreadEvents {
  /** Aborted when the daemon stops: nothing more is sent. */
  readonly signal: AbortSignal;
  /** Sends a request. It is aborted where the thread that asked is gone: its successor asks again with the same key. */
  send(mutation: Mutation, signal: AbortSignal): Promise<Verdict>;
  /** One try to put a picture on its address. */
  upload(upload: Upload, signal: AbortSignal): Promise<HttpOutcome>;
  /** One page of the marketplace's product list. */
  list(cursor: string | undefined, signal: AbortSignal): Promise<ListPage>;
  /** The thread died of a fault of ours or of the disk: nothing more may be sent (I12). */
  failed(cause: Error): void;
}

export interface ThreadLimits {
  /** Room for the thread's old objects. Where it is used up the thread ends, and not the daemon (fault 12). */
  readonly heapMegabytes: number;
  /**
   * Room for its new objects. V8 would let them grow to 48 MB, which takes memory and makes an import hardly quicker.
   */
  readonly youngMegabytes: number;
  /** After so long without an answer and without progress in an export the thread is ended and replaced (fault 14). */
  readonly silentMs: number;
  /** What the thread runs. */
  readonly entry: URL;
}

const limitsOfTheHouse: ThreadLimits = {
  heapMegabytes: 1_024,
  youngMegabytes: 16,
  silentMs: 60_000,
  entry: new URL(`./catalog/worker${path.extname(import.meta.url)}`, import.meta.url),
};
/** So many threads of one daemon may end over exports; each export ends two at most. */
const successorsMax = 20;

const calls = [
  ...['start', 'stop', 'nudge', 'pass', 'plan', 'apply', 'undo', 'why', 'held', 'release', 'retry'],
  ...['setPaused', 'facts', 'needsYou', 'met', 'runs', 'events', 'sessions'],
  ...['reconcile', 'adopt', 'setOpenOrders', 'trimJournal'],
] as const;
/** Calls that are repeated with a successor: they only look, or their work continues from its rows. */
const repeated = new Set([
  'start',
  'nudge',
  'pass',
  'plan',
  'why',
  'held',
  'facts',
  'needsYou',
  'met',
  'runs',
  'events',
  'sessions',
  'setOpenOrders',
  'trimJournal',
]);

/**
 * Runs the way up in a thread of its own: some parsers cannot be sliced, and every commit waits for the disk (design
 * section 1). A thread that runs out of memory or hangs over an export gets a successor that knows the export.
 */
export function startCatalogThread(
  input: Omit<WorkerInput, 'reading' | 'diedReading'>,
  events: ThreadEvents,
  given: Partial<ThreadLimits> = {},
): CatalogThread {
  const limits = { ...limitsOfTheHouse, ...given };
  const line = { isClosing: false, isStarted: false, deaths: 0 };
  const born = (diedReading?: number): Life =>
    startLife({ ...input, ...(diedReading === undefined ? {} : { diedReading }) }, events, limits);
  let life = born();
  const watch = (watched: Life): void => {
    void watched.ended.then(async ({ cause, diedReading }) => {
      const hasSuccessor = diedReading !== undefined && ++line.deaths <= successorsMax;
      if (line.isClosing || !hasSuccessor) {
        watched.rpc.fail(cause);
        if (!line.isClosing) events.failed(cause);
        return;
      }
      await watched.sent();
      life = born(diedReading);
      watch(life);
      if (line.isStarted) void life.rpc.call('start').catch(() => undefined);
      watched.rpc.fail(new ThreadReplaced());
    });
  };
  watch(life);
  const ask = async (name: string, args: readonly unknown[]): Promise<unknown> => {
    if (name === 'start') line.isStarted = true;
    try {
      return await life.rpc.call(name, ...args);
    } catch (cause) {
      if (!(cause instanceof ThreadReplaced) || !repeated.has(name)) throw cause;
      return ask(name, args);
    }
  };
  const remote = Object.fromEntries(
    calls.map((name) => [name, (...args: unknown[]) => ask(name, args)]),
  );
  return {
    ...(remote as unknown as Omit<CatalogThread, 'close'>),
    async close() {
      line.isClosing = true;
      const endsItself = await life.rpc.call('stop').then(
        () => true,
        () => false,
      );
      if (endsItself) await life.ended;
      else await life.worker.terminate();
    },
  };
}

/** The call was open when its thread ended. The next thread is there already. */
class ThreadReplaced extends StockhandError {
  constructor() {
    super(
      'FILE_STOPPED_READER',
      'An export used up the memory or the time of its reader, which was started again.',
      {
        remedy: 'Give the command again.',
      },
    );
  }
}

/** One thread from its start to its end. */
interface Life {
  readonly worker: Worker;
  readonly rpc: Rpc;
  /** `diedReading`: the run whose export it read when its memory or its time was used up. */
  readonly ended: Promise<{ readonly cause: Error; readonly diedReading?: number }>;
  /**
   * Aborts the thread's requests and waits until they are over, so that its successor sends none beside itself (I6).
   */
  sent(): Promise<void>;
}

function startLife(
  input: Omit<WorkerInput, 'reading'>,
  events: ThreadEvents,
  limits: ThreadLimits,
): Life {
  const reading = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const worker = new Worker(limits.entry, {
    workerData: { ...input, reading } satisfies WorkerInput,
    resourceLimits: {
      maxOldGenerationSizeMb: limits.heapMegabytes,
      maxYoungGenerationSizeMb: limits.youngMegabytes,
    },
  });
  const gone = new AbortController();
  const signal = AbortSignal.any([gone.signal, events.signal]);
  const sending = new Set<Promise<Verdict>>();
  const send = (mutation: Mutation): Promise<Verdict> => {
    const verdict = events.send(mutation, signal);
    sending.add(verdict);
    const over = (): boolean => sending.delete(verdict);
    verdict.then(over, over);
    return verdict;
  };
  const rpc = connect(worker, {
    send,
    upload: (upload: Upload) => events.upload(upload, signal),
    list: (cursor: string | undefined) => events.list(cursor, signal),
  });
  return {
    worker,
    rpc,
    ended: endOf(
      worker,
      reading,
      stuckReading(worker, { rpc, reading, silentMs: limits.silentMs }),
    ),
    async sent() {
      gone.abort();
      await Promise.allSettled(sending);
    },
  };
}

/** Ends a thread that hangs over an export; answers whether it had to. */
async function stuckReading(
  worker: Worker,
  { rpc, reading, silentMs }: { rpc: Rpc; reading: Int32Array; silentMs: number },
): Promise<boolean> {
  const over = new AbortController();
  worker.once('exit', () => over.abort());
  const watched = {
    ping: () => rpc.call('ping'),
    isReading: () => Atomics.load(reading, 0) > 0,
    readCount: () => Atomics.load(reading, 1),
  };
  const isHanging = await isStuck(systemClock, watched, { silentMs, signal: over.signal });
  if (isHanging) void worker.terminate();
  return isHanging;
}

function endOf(worker: Worker, reading: Int32Array, stuck: Promise<boolean>): Life['ended'] {
  return new Promise((resolve) => {
    let failure: ThreadFailure | undefined;
    worker.once('error', (cause: Error) => {
      failure = cause;
    });
    // Its files and its database are closed by now.
    worker.once('exit', async (code) => {
      const cause = failure ?? new Error(`the thread of the way up ended with ${code}`);
      const run = Atomics.load(reading, 0);
      const isMemory = failure?.code === 'ERR_WORKER_OUT_OF_MEMORY';
      const isOfExport = run > 0 && (isMemory || (await stuck));
      resolve({ cause: asThrown(cause), ...(isOfExport ? { diedReading: run } : {}) });
    });
  });
}

type ThreadFailure = Error & { readonly code?: string; readonly remedy?: string };

/**
 * An error that crosses threads keeps its fields but not its class. It is made a StockhandError again, for its remedy.
 */
function asThrown(cause: ThreadFailure): Error {
  const { code, remedy } = cause;
  if (code === undefined || remedy === undefined || !isCode(code)) return cause;
  return new StockhandError(code, cause.message, { cause, remedy });
}
