import { basename } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { errorNumber } from '../domain/error-number.ts';
import type { FilesDeps } from './deps.ts';
import { networkKind } from './disk.ts';
import { watchedNamesMax } from './limits.ts';
import { isTemporaryName } from './names.ts';
import type { FolderScan } from './scan.ts';
import { shareOf } from './share.ts';

export interface WatchFacts {
  readonly folder: string;
  /** Whether changes are reported at once. Where not, `because` says why, and the next scan finds them all the same. */
  readonly watching: boolean;
  readonly because?: string;
  /** The system refused to watch, and `because` says why. False where there is nothing to watch here. */
  readonly failed: boolean;
  /** It failed at a limit of the system, which a person can raise. */
  readonly isLimit?: boolean;
  readonly hints: number;
  /** How many changes a scan saw of which the watcher told nothing, also not within `hearingMaxMs`. */
  readonly missed: number;
  /** It missed a change and has told nothing since (lessons 2). */
  readonly deaf: boolean;
}

/**
 * Watchers only hint: they wake a loop that scans. Nothing is concluded from an event, nor from its absence (fault 19).
 */
export interface FolderWatch {
  /** To be called before a scan that takes long: what is told from now on counts for the next scan, too. */
  looking(folder: string): void;
  /**
   * To be called after each scan, with `undefined` for an offline one. A folder is watched from its first scan on. It
   * is watched again where another folder is at its path: the watcher of a folder that was replaced tells nothing,
   * also no error. It is watched again, too, where the watcher missed a change: a folder that was away for a moment may
   * come back with the same number.
   */
  looked(
    folder: string,
    scan: Pick<FolderScan, 'identity' | 'names'> | undefined,
    changed: boolean,
  ): void;
  facts(): readonly WatchFacts[];
  close(): Promise<void>;
}

interface Watched {
  readonly folder: string;
  /** dev and ino of the folder that is watched. */
  identity?: string;
  watcher?: FSWatcher;
  because: string | undefined;
  failed: boolean;
  isLimit: boolean;
  /** Monotonic: when it was begun last. */
  begunAtMs: number;
  hints: number;
  /** `hints` when the last look began; where nobody called `looking`, when it ended. */
  hintsAtLastLook: number;
  hintsAtBegin?: number;
  /** Monotonic: when a look saw a change of which nothing has been told since. */
  suspectedAtMs: number | undefined;
  missed: number;
  deaf: boolean;
}

export function watchFolders(
  deps: FilesDeps,
  folders: readonly string[],
  onHint: (folder: string) => void,
): FolderWatch {
  const all = new Map(folders.map((folder) => [folder, unwatched(folder)]));
  const onEvent = (watched: Watched) => {
    watched.hints += 1;
    watched.deaf = false;
    watched.suspectedAtMs = undefined;
    onHint(watched.folder);
  };
  let isClosed = false;
  return {
    looking(folder) {
      const watched = all.get(folder);
      if (watched !== undefined) watched.hintsAtBegin = watched.hints;
    },
    looked(folder, scan, changed) {
      const watched = all.get(folder);
      // A look that was under way when the watch was closed may end afterwards.
      if (watched === undefined || isClosed) return;
      const nowMs = deps.clock.monotonic();
      const hasMissed = listen(watched, changed, nowMs);
      const identity = scan && `${scan.identity.dev}:${scan.identity.ino}`;
      if (identity === watched.identity && !hasMissed && !isToBeTried(watched, nowMs)) return;
      stop(watched, identity);
      watched.begunAtMs = nowMs;
      if (scan !== undefined) void start(deps, { watched, names: scan.names, onEvent });
    },
    facts: () => [...all.values()].map(factsOf),
    async close() {
      isClosed = true;
      const closing = [...all.values()].map((watched) => watched.watcher?.close());
      for (const watched of all.values()) stop(watched, undefined);
      await Promise.allSettled(closing);
    },
  };
}

function unwatched(folder: string): Watched {
  return {
    folder,
    because: 'not looked at yet',
    failed: false,
    isLimit: false,
    begunAtMs: 0,
    hints: 0,
    hintsAtLastLook: 0,
    suspectedAtMs: undefined,
    missed: 0,
    deaf: false,
  };
}

/** An event may come after the scan that saw its change, and on a busy machine even after the next scan. */
const hearingMaxMs = 5_000;

/** Answers whether the watcher has missed a change, as far as is known now. */
function listen(watched: Watched, changed: boolean, nowMs: number): boolean {
  const silent = watched.hints === watched.hintsAtLastLook;
  const { suspectedAtMs = nowMs } = watched;
  const hasMissed = nowMs - suspectedAtMs >= hearingMaxMs;
  if (hasMissed) {
    watched.missed += 1;
    watched.deaf = true;
    watched.suspectedAtMs = undefined;
  }
  if (changed && silent && watched.watcher !== undefined) watched.suspectedAtMs ??= nowMs;
  watched.hintsAtLastLook = watched.hintsAtBegin ?? watched.hints;
  delete watched.hintsAtBegin;
  return hasMissed;
}

const triedAgainMs = 60_000;

/** A folder that could not be watched, for example because a right was missing, is tried again. */
function isToBeTried({ failed, because, begunAtMs }: Watched, nowMs: number): boolean {
  return (failed || because === noAnswer) && nowMs - begunAtMs >= triedAgainMs;
}

function stop(watched: Watched, identity: string | undefined): void {
  watched.watcher?.close().catch(() => undefined);
  delete watched.watcher;
  delete watched.identity;
  if (identity !== undefined) watched.identity = identity;
  watched.because = 'the folder is offline';
  watched.failed = false;
  watched.isLimit = false;
  watched.suspectedAtMs = undefined;
}

async function start(
  deps: FilesDeps,
  begin: { watched: Watched; names: number; onEvent: (watched: Watched) => void },
): Promise<void> {
  const { watched, names, onEvent } = begin;
  const { identity } = watched;
  const why = await unwatchable(deps, watched.folder, names);
  // Meanwhile the folder may have been replaced once more, or the watch closed.
  if (watched.identity !== identity || watched.watcher !== undefined) return;
  watched.because = why;
  if (why !== undefined) return;
  const { folder } = watched;
  const watcher = watch(folder, {
    depth: 0,
    ignoreInitial: true,
    followSymlinks: false,
    atomic: false,
    ignored: (path) => path !== folder && isTemporaryName(basename(path)),
  });
  watched.watcher = watcher;
  watcher.on('all', () => watched.watcher === watcher && onEvent(watched));
  // Without a handler the error of one unwatchable file would end the process.
  watcher.on('error', (cause) => {
    if (watched.watcher !== watcher) return;
    watched.isLimit = ['ENOSPC', 'EMFILE'].includes(errorNumber(cause) ?? '');
    watched.because = failureText(watched, cause);
    watched.failed = true;
  });
}

const noAnswer = 'the folder does not answer';
/** Besides, a watcher would call it from this process, and could hang there (fault 17). */
const shareTellsNothing = 'a network share does not report changes made elsewhere';

async function unwatchable(
  deps: FilesDeps,
  folder: string,
  names: number,
): Promise<string | undefined> {
  if (names > watchedNamesMax) return `it holds ${names} files, more than are watched`;
  if ((await shareOf(folder)) !== undefined) return shareTellsNothing;
  try {
    const kind = await networkKind(deps, folder);
    return kind && shareTellsNothing;
  } catch {
    // Best effort: the next scan says what is wrong with the folder.
    return noAnswer;
  }
}

function failureText({ isLimit }: Watched, cause: unknown): string {
  return isLimit
    ? 'the system watches no more files (fs.inotify.max_user_watches, max_user_instances)'
    : `it cannot be watched (${errorNumber(cause) ?? String(cause)})`;
}

function factsOf(watched: Watched): WatchFacts {
  const { folder, because, failed, isLimit, hints, missed, deaf } = watched;
  return {
    folder,
    watching: because === undefined,
    ...(because === undefined ? {} : { because }),
    failed,
    ...(isLimit ? { isLimit } : {}),
    hints,
    missed,
    deaf,
  };
}
