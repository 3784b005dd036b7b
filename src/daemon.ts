import { tellFailure } from './alerting.ts';
import { type App, createApp } from './app.ts';
import { systemClock as clock } from './clock.ts';
import type { Config } from './config/declaration.ts';
import type { WrittenConfig } from './config-watch.ts';
import { crashLoop, loopWindowMs } from './domain/crash-loop.ts';
import { asError, StockhandError } from './domain/error.ts';
import { type EndsBook, openEnds } from './ends.ts';
import { openListeners } from './listeners.ts';
import {
  diskReason,
  loopReason,
  openSafeMode,
  type SafeMode,
  type SafeReason,
} from './safe-mode.ts';
import { asShortage } from './shortage.ts';
import type { StateLock } from './store/lock.ts';
import { isPassing, releaseReserve, takesWrites, writeTrouble } from './store/writable.ts';
import { takeState } from './take-state.ts';
import { watchUncaught } from './uncaught.ts';

interface DaemonDeps {
  readonly signal: AbortSignal;
  /** Whether something starts it again when it ends. */
  readonly isService: boolean;
  started(daemon: Started): void;
}

/** Where it listens. */
export interface Started {
  readonly status?: string;
  readonly webhooks?: string;
  /** Why it does nothing but listen. */
  readonly safeMode?: string;
}

type Loaded = WrittenConfig & { readonly config: Config };

/** `stockhand run`: returns when somebody stops it, and throws what ended it. No end is silent (lessons 24). */
export async function runDaemon(loaded: Loaded, deps: DaemonDeps): Promise<void> {
  const { config } = loaded;
  const { signal, isService } = deps;
  let lock: StateLock | undefined;
  let ends: EndsBook | undefined;
  try {
    lock = await takeWritable(config, deps);
    ends = openEnds(config.dataDir, { clock, isService });
    await waitInSafeMode(config, ends, deps);
    const nextUncaught = watchUncaught();
    while (!signal.aborted) await work(loaded, deps, { lock, ends, uncaught: nextUncaught() });
    ends.stopped();
  } catch (thrown) {
    // Somebody stopped it while it waited for the lock.
    if (signal.aborted && thrown === signal.reason) return;
    const cause = asShortage(thrown);
    // A crash loop is told by the safe mode, once for all its tries.
    const isLoop = !signal.aborted && ends?.failed(cause).loop !== undefined;
    if (!isLoop) await tellFailure(config, signal, cause);
    throw cause;
  } finally {
    lock?.release();
  }
}

/** Takes the lock of the state. Where its disk takes no writes, it waits until it does. */
async function takeWritable(config: Config, deps: DaemonDeps): Promise<StateLock> {
  for (;;) {
    try {
      return await takeState(config, clock, deps.signal);
    } catch (cause) {
      if (!(cause instanceof StockhandError && cause.code === 'DISK' && isPassing(cause)))
        throw cause;
      await waitForWrites(config, cause, deps);
      deps.signal.throwIfAborted();
    }
  }
}

/** In a crash loop, waits for the next try or until somebody stops the daemon. Otherwise it returns at once. */
async function waitInSafeMode(config: Config, ends: EndsBook, deps: DaemonDeps): Promise<void> {
  const loop = crashLoop(ends.before(), clock.now());
  if (loop === undefined) return;
  const safeMode = await startSafeMode(config, loopReason(loop), deps);
  await clock.sleep(loop.untilMs - clock.now(), deps.signal);
  await safeMode.close();
}

const lookEveryMs = 5_000;
/** It is longer than for a stop: nobody waits for a daemon that begins again by itself, and a full disk may be slow. */
const closeMaxMs = 60_000;

/**
 * While the state takes no writes, webhooks are still answered: refused deliveries would end the endpoint (fault 102).
 */
async function waitForWrites(config: Config, cause: Error, deps: DaemonDeps): Promise<void> {
  releaseReserve(config.dataDir);
  const reason = await diskReason(config, cause, clock.now());
  const safeMode = await startSafeMode(config, reason, deps);
  do await clock.sleep(lookEveryMs, deps.signal);
  while (!deps.signal.aborted && !takesWrites(config.dataDir));
  await safeMode.close();
}

async function startSafeMode(
  config: Config,
  reason: SafeReason,
  { started }: DaemonDeps,
): Promise<SafeMode> {
  const safeMode = await openSafeMode(config, reason, clock);
  started({ ...safeMode.addresses(), safeMode: safeMode.sentence });
  return safeMode;
}

interface Held {
  readonly lock: StateLock;
  readonly ends: EndsBook;
  readonly uncaught: Promise<Error>;
}

/**
 * Works until somebody stops it. Where the state takes no writes, it waits until it does and returns, so that work
 * begins again from rows.
 */
async function work(loaded: Loaded, deps: DaemonDeps, held: Held): Promise<void> {
  const { uncaught, lock } = held;
  const { dataDir } = loaded.config;
  const trouble = writeTrouble(dataDir);
  if (isPassing(trouble)) return waitForWrites(loaded.config, trouble, deps);
  held.ends.running();
  const over = new AbortController();
  let app: App | undefined;
  let failure: Error | undefined;
  try {
    app = await unlessFailed(uncaught, createApp(loaded.config, {}, lock));
    void uncaught.then(app.fail);
    const end = app.ended(deps.signal);
    const start = unlessFailed(uncaught, app.start(openListeners, loaded));
    // A start that waits for orders is stopped like any other work.
    const isStarted = await Promise.race([start.then(() => true), end.then(() => false)]);
    if (isStarted) deps.started(app.addresses());
    void clock
      .sleep(loopWindowMs, over.signal)
      .then(() => !over.signal.aborted && held.ends.isWell());
    failure = await end;
  } catch (cause) {
    failure = asError(cause);
  }
  over.abort();
  // SQLite calls a disk that has become read-only an error like any other.
  const passing = [failure, failure && writeTrouble(dataDir)].find(isPassing);
  if (passing !== undefined) releaseReserve(dataDir);
  const isClosed = (await app?.stop(passing && closeMaxMs)) ?? true;
  if (failure === undefined) return;
  // A part that did not close could write beside the next app, so then the daemon ends.
  if (!isClosed || passing === undefined) throw failure;
  await waitForWrites(loaded.config, passing, deps);
}

function unlessFailed<Result>(failure: Promise<Error>, done: Promise<Result>): Promise<Result> {
  return Promise.race([done, failure.then((cause) => Promise.reject(cause))]);
}
