import type { Complaint } from '../../domain/complaint.ts';
import type { FileEntry } from '../../files/entry.ts';
import type { Offline } from '../../files/offline.ts';
import type { Files } from '../../files/port.ts';
import type { FileSet } from '../../files/stable.ts';
import type { EngineDeps, SourceConfig, SpooledExport } from '../terms/ports.ts';
import { nameOf } from '../terms/set-name.ts';
import { judgeHead } from './head.ts';
import { type Unreadable, unreadAgain } from './unreadable.ts';

/** A file whose content was read: while no look shows a difference, its digest is not computed again. */
export interface TakenFile {
  readonly parts: readonly FileEntry[];
  readonly doneFiles: readonly FileEntry[];
  /** Absent where the file could not be taken at all. */
  readonly sha256?: string;
  /** Why the file could not be taken: told at every look, as long as it is there. */
  readonly refused?: Complaint;
}

/** A content that has come into the spool and has no run yet. */
export interface FreshCopy {
  readonly name: string;
  readonly spooled: SpooledExport;
  /** When it was begun (of several files the first), epoch ms by its share's clock: later orders may not be in it. */
  readonly writtenAt: number;
}

export interface CopyingDeps extends Pick<EngineDeps, 'adapters'> {
  readonly files: Files;
  readonly stable: {
    setDigest(parts: readonly { name: string; sha256: string }[]): string;
    looksUnchanged(before: FileEntry, after: FileEntry): boolean;
  };
  readonly clock: EngineDeps['clock'];
  readonly spoolFolder: string;
  /** Told when a copy has ended with something that a look can use. */
  copied(): void;
}

/**
 * Copies the exports of a source into the spool, one after the other and beside everything else, so that a large file
 * holds up neither looks at other folders nor the engine. The next look makes a finished copy count.
 */
export interface Copying {
  /** What was copied or weighed last under the name. */
  taken(name: string): TakenFile | undefined;
  /** Forgets files of which nothing stands in the folder any more: an ERP may write new names every minute (I11). */
  forgetGone(standing: readonly Pick<FileEntry, 'name'>[]): void;
  /** Begins a copy. Does nothing while one is under way, or if the file could not be read a moment ago. */
  begin(set: FileSet): void;
  /** Only computes the digests of these files, without copies: they tell whether the files were read before. */
  weigh(sets: readonly FileSet[]): void;
  /** The copy that has come since the last call. @throws what ended a copy (the spool's disk). */
  collect(): FreshCopy | undefined;
  /** Nothing comes of the copies, as where their file was written over before they could count. */
  abandon(copied: Parts): void;
  /** Paths of such copies since the last call: files of the spool that nothing may refer to. */
  abandoned(): readonly string[];
  /** A copy is under way, or has ended and waits to be collected. */
  readonly isOpen: boolean;
  /** Resolves at the end of the copy that is under way. */
  readonly underWay: Promise<void> | undefined;
  /** A file that was written while it was copied, and since when (monotonic); until a copy of it is whole (fault 2). */
  readonly disturbed: { readonly name: string; readonly sinceMs: number } | undefined;
  /** The file that could not be read at the last try. */
  readonly unreadable: Unreadable | undefined;
}

export function createCopying(deps: CopyingDeps, source: SourceConfig): Copying {
  const { abandon, abandoned } = createAbandoned();
  const found: Found = { taken: new Map() };
  let underWay: Promise<void> | undefined;
  let failure: { readonly cause: unknown } | undefined;
  let hasEnded = false;

  const bringAll = async (sets: readonly FileSet[], copy: Copy): Promise<void> => {
    try {
      for (const set of sets) {
        const end = keep(found, { set, copied: await copy(set), nowMs: deps.clock.monotonic() });
        hasEnded ||= end !== 'changed';
        if (end !== 'brought') break;
      }
    } catch (cause) {
      failure = { cause };
      hasEnded = true;
    } finally {
      underWay = undefined;
    }
    if (hasEnded) deps.copied();
  };
  const begin = (sets: readonly FileSet[], copy: Copy): void => {
    const ready = sets.filter((set) => !mustRest(deps, found.unreadable, set));
    if (ready.length > 0) underWay ??= bringAll(ready, copy);
  };
  return {
    taken: (name) => found.taken.get(name),
    forgetGone(standing) {
      if (found.taken.size <= standing.length) return;
      const names = new Set(standing.map(({ name }) => name));
      for (const [name, { parts }] of found.taken)
        if (!parts.some((part) => names.has(part.name))) found.taken.delete(name);
    },
    begin: (set) => begin([set], (parts) => copySet({ ...deps, abandon }, source, parts)),
    weigh: (sets) => begin(sets, (parts) => weighSet(deps, parts)),
    collect() {
      if (failure !== undefined) throw failure.cause;
      const { fresh } = found;
      found.fresh = undefined;
      hasEnded = false;
      return fresh;
    },
    abandon,
    abandoned,
    get isOpen() {
      return underWay !== undefined || hasEnded;
    },
    get underWay() {
      return underWay;
    },
    get disturbed() {
      return found.disturbed;
    },
    get unreadable() {
      return found.unreadable;
    },
  };
}

function createAbandoned(): Pick<Copying, 'abandon' | 'abandoned'> {
  let paths: readonly string[] = [];
  return {
    abandon({ parts }) {
      paths = [...paths, ...parts.map(({ path }) => path)];
    },
    abandoned() {
      const all = paths;
      paths = [];
      return all;
    },
  };
}

type Parts = { readonly parts: readonly { readonly path: string }[] };

/** What copies have brought. */
interface Found {
  /** Bytes are hashed again as soon as a look shows any difference. */
  readonly taken: Map<string, TakenFile>;
  fresh?: FreshCopy | undefined;
  disturbed?: Copying['disturbed'];
  unreadable?: Unreadable | undefined;
}

function keep(
  found: Found,
  {
    set,
    copied,
    nowMs,
  }: { readonly set: FileSet; readonly copied: Copied; readonly nowMs: number },
): 'changed' | 'offline' | 'brought' {
  const name = nameOf(set);
  if (copied === 'changed') {
    if (found.disturbed?.name !== name) found.disturbed = { name, sinceMs: nowMs };
    return 'changed';
  }
  found.disturbed = undefined;
  if ('offline' in copied) {
    // The next look tells whether the whole folder cannot be read (fault 16) or this file alone (fault 18).
    const unread = { name, parts: set.parts, why: copied.offline };
    found.unreadable = unreadAgain(found.unreadable, unread, nowMs);
    found.taken.delete(name);
    return 'offline';
  }
  found.unreadable = undefined;
  const outcome = 'refused' in copied ? { refused: copied.refused } : { sha256: copied.sha256 };
  found.taken.set(name, { ...set, ...outcome });
  if ('parts' in copied)
    found.fresh = { name, spooled: copied, writtenAt: Math.floor(set.begunAt) };
  return 'brought';
}

/**
 * Between two tries of an unreadable file there is a pause.
 * Giving the right to read moves the ctime, which ends the pause.
 */
function mustRest(
  { clock, stable }: CopyingDeps,
  unreadable: Unreadable | undefined,
  set: FileSet,
): boolean {
  if (unreadable?.name !== nameOf(set) || clock.monotonic() >= unreadable.againAtMs) return false;
  return isUnchanged(stable, unreadable.parts, set.parts);
}

export function isUnchanged(
  { looksUnchanged }: Pick<CopyingDeps['stable'], 'looksUnchanged'>,
  before: readonly FileEntry[],
  now: readonly FileEntry[],
): boolean {
  return (
    before.length === now.length &&
    now.every((part, index) => looksUnchanged(before[index] ?? part, part))
  );
}

type Copied =
  | SpooledExport
  | { readonly sha256: string }
  | { readonly refused: Complaint }
  | Offline
  | 'changed';
type Copy = (set: FileSet) => Promise<Copied>;

async function weighSet({ files, stable }: CopyingDeps, { parts }: FileSet): Promise<Copied> {
  const weighed: { readonly name: string; readonly sha256: string }[] = [];
  for (const file of parts) {
    const hashed = await files.hash({ file });
    if ('changed' in hashed) return 'changed';
    if ('offline' in hashed || 'refused' in hashed) return hashed;
    weighed.push({ name: file.name, sha256: hashed.sha256 });
  }
  return { sha256: stable.setDigest(weighed) };
}

async function copySet(
  deps: CopyingDeps & Pick<Copying, 'abandon'>,
  source: SourceConfig,
  { parts }: FileSet,
): Promise<Copied> {
  const damage = await judgeHead(deps, source, parts);
  if (damage !== undefined) return { refused: damage };
  const copies: { readonly name: string; readonly path: string; readonly sha256: string }[] = [];
  let size = 0;
  for (const file of parts) {
    const copied = await deps.files.take({ file, into: deps.spoolFolder });
    if (!('sha256' in copied)) {
      deps.abandon({ parts: copies });
      return 'changed' in copied ? 'changed' : copied;
    }
    copies.push({ name: file.name, path: copied.path, sha256: copied.sha256 });
    size += copied.size;
  }
  // One file is known by its own SHA-256, several by that of the set.
  const sha256 = deps.stable.setDigest(copies);
  return { sha256, parts: copies.map(({ name, path }) => ({ name, path })), size };
}
