import fs from 'node:fs';
import type { Watch } from './all-facts.ts';
import type { Clock } from './domain/clock.ts';
import { codes } from './domain/codes.ts';
import { StockhandError } from './domain/error.ts';
import type { NeedsYou } from './domain/facts.ts';

/** How many files and connections may be open, and how many are. */
interface Descriptors {
  readonly limit: number;
  readonly open: number;
}

interface ShortageDeps {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Undefined where the system does not tell. */
  readonly descriptors?: () => Descriptors | undefined;
  /** A call for which one of libuv's threads is needed. */
  readonly inThread?: () => Promise<unknown>;
}

const lookEveryMs = 2_000;
/** It is told from this share on, while a connection is left by which it can be told. */
const shareMax = 0.85;
/** For how long no thread may be free. A disk that is only busy gives one back sooner. */
const threadMaxMs = 20_000;

/**
 * Watches what all parts share and may run out of: open files and connections, and the process's threads (fault 117).
 */
export function watchShortage({ clock, signal, ...given }: ShortageDeps): Watch {
  const { descriptors = descriptorsHere, inThread = lookIntoRoot } = given;
  let files: readonly NeedsYou[] = [];
  let threads: readonly NeedsYou[] = [];
  let askedAt: number | undefined;
  const ask = (): void => {
    askedAt = clock.monotonic();
    const back = (): void => {
      askedAt = undefined;
    };
    inThread().then(back, back);
  };
  const look = (): void => {
    files = filesNeed(descriptors());
    if (askedAt === undefined) ask();
    const waitedMs = clock.monotonic() - (askedAt ?? clock.monotonic());
    threads = waitedMs > threadMaxMs ? [threadsNeed] : [];
  };
  void (async () => {
    for (; !signal.aborted; await clock.sleep(lookEveryMs, signal)) look();
  })();
  return { needsYou: () => [...files, ...threads] };
}

function filesNeed(found: Descriptors | undefined): readonly NeedsYou[] {
  if (found === undefined || found.open <= found.limit * shareMax) return [];
  const { limit, open } = found;
  return [
    {
      id: 'OPEN_FILES',
      what: 'Stockhand can hardly open files and connections any more.',
      cause: `${Math.min(open, limit)} of the ${limit} that this process may have open are open.`,
      effect:
        'Exports, order files and webhooks may wait; nothing of them is lost, and Stockhand continues by itself.',
      fix: codes.OPEN_FILES.remedy,
    },
  ];
}

const threadsNeed: NeedsYou = {
  id: 'POOL_THREADS',
  what: 'Calls to the disk or to the name server (DNS) do not return.',
  cause: `For ${threadMaxMs / 1_000} s no thread of this process has been free for another one.`,
  effect:
    'Imports, order files and the marketplace wait; nothing is lost, and Stockhand continues by itself.',
  fix: 'Check whether the disk and the name server (DNS) of this computer answer; if they do, restart the daemon.',
};

/** What the work itself has open at most, with some room. */
const workDescriptors = 64;
const connectionsMin = 4;

/** Connections that each listener may hold, so that a flood of them never takes what the work needs. */
export function connectionsRoom(found = descriptorsHere()): number {
  if (found === undefined) return Number.POSITIVE_INFINITY;
  return Math.max(connectionsMin, Math.floor((found.limit - workDescriptors) / 4));
}

const procOpen = '/proc/self/fd';
const procLimits = '/proc/self/limits';

/** Both files are memory of the system, so they are read at once, without a thread. */
function descriptorsHere(): Descriptors | undefined {
  try {
    const limit = descriptorLimit();
    return limit === undefined ? undefined : { limit, open: fs.readdirSync(procOpen).length };
  } catch (cause) {
    return isOutOfFiles(cause) ? { limit: lastLimit, open: lastLimit } : undefined;
  }
}

let lastLimit = Number.POSITIVE_INFINITY;

/** The limit that counts now: it may be set again while the process runs. */
function descriptorLimit(): number | undefined {
  const [, soft] = /^Max open files +(\d+)/m.exec(fs.readFileSync(procLimits, 'utf8')) ?? [];
  if (soft === undefined) return undefined;
  lastLimit = Number(soft);
  return lastLimit;
}

function isOutOfFiles(cause: unknown): cause is Error {
  return cause instanceof Error && 'code' in cause && /^E[MN]FILE$/.test(String(cause.code));
}

/** Node opens some three hundred modules at once. */
const enoughToLoad = 512;

/** A shortage as an error with a remedy, for a limit that is too low is no fault of the program; all else as it is. */
export function asShortage(cause: unknown): unknown {
  if (!(cause instanceof Error) || !(isOutOfFiles(cause) || isHiddenShortage(cause))) return cause;
  return new StockhandError('OPEN_FILES', `${codes.OPEN_FILES.means} ${cause.message}`, { cause });
}

/** What is said where no file can be opened any more: a package does not exist, a thread or a database does not open. */
function isHiddenShortage(error: Error): boolean {
  const { code } = error as { readonly code?: unknown };
  if (code === 'ERR_MODULE_NOT_FOUND') return mayOpenLessThan(enoughToLoad);
  if (code === 'ERR_WORKER_INIT_FAILED') return /\bE[MN]FILE\b/.test(error.message);
  const isUnopened = code === 'DISK' && error.message.includes('unable to open database file');
  return isUnopened && mayOpenLessThan(workDescriptors);
}

function mayOpenLessThan(enough: number): boolean {
  try {
    return (descriptorLimit() ?? enough) < enough;
  } catch (cause) {
    return isOutOfFiles(cause);
  }
}

async function lookIntoRoot(): Promise<void> {
  await fs.promises.stat('/');
}
