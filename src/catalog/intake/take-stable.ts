import type { Complaint } from '../../domain/complaint.ts';
import type { FileEntry } from '../../files/entry.ts';
import type { FileSet } from '../../files/stable.ts';
import type { TakenExport } from '../../store/taken.ts';
import { countingFile } from '../state/counting-file.ts';
import type { CatalogStore, SourceConfig } from '../terms/ports.ts';
import { nameOf } from '../terms/set-name.ts';
import { type Copying, type CopyingDeps, type FreshCopy, isUnchanged } from './copying.ts';
import type { KnownExports } from './known-exports.ts';
import { enqueue, fullQueue, wishCopy, wishNext } from './queue.ts';
import { forgetRefusedAgain } from './refused-again.ts';
import { undoneExport } from './unread-exports.ts';
import { countsOnce, writtenAgain } from './written-again.ts';

export interface TakingDeps extends CopyingDeps {
  readonly store: CatalogStore;
  wish(source: string, file: FreshCopy): number;
}

export interface UndoneFile {
  readonly file: string;
  readonly sha256: string;
}

interface Taking {
  readonly deps: TakingDeps;
  readonly source: SourceConfig;
  readonly copying: Copying;
  /** What has been copied since the last look. */
  readonly fresh: FreshCopy | undefined;
  /** All that is at rest in the folder. */
  readonly sets: readonly FileSet[];
  readonly known: KnownExports;
}

type WrittenAt = (file: string) => number | undefined;

/** Begins copies of new files at rest, and makes the finished copy count. */
export function takeStable(taking: Taking): {
  readonly refused: readonly Complaint[];
  readonly undone: readonly UndoneFile[];
  /** Names of files that are there as they were read. */
  readonly read: readonly string[];
} {
  const refused: Complaint[] = [];
  const read: string[] = [];
  const undone: UndoneFile[] = [];
  const writtenAt = timesOf(taking.sets);
  const full = beginQueue(taking);
  weighKnown(taking);
  let uncopied: string | undefined;
  for (const set of full === undefined ? taking.sets : []) {
    const untaken = takeSet(taking, set, writtenAt);
    if (untaken === 'uncopied') uncopied ??= nameOf(set);
    else if (untaken === 'read') read.push(nameOf(set));
    else if (untaken !== undefined && 'sha256' in untaken) undone.push(untaken);
    else if (untaken !== undefined) refused.push(untaken);
    // Later files wait for an unreadable one: read before it, they would be overtaken by it (fault 18).
    if (taking.copying.unreadable?.name === nameOf(set)) break;
  }
  wishNext(taking, uncopied);
  abandonUnused(taking);
  return { refused: full === undefined ? refused : [...refused, full], undone, read };
}

/** The copy of a file that was written over, or overtaken by another one, before it could count. */
function abandonUnused({ deps: { store }, copying, fresh }: Taking): void {
  const isUsed = fresh === undefined || store.spool.get(fresh.spooled.sha256) !== undefined;
  if (!isUsed) copying.abandon(fresh.spooled);
}

/**
 * Queues a file of changes. A source that was one of changes may have queued files left: its full export says all, so
 * they are dropped.
 */
function beginQueue(taking: Taking): Complaint | undefined {
  const { deps, source, known, fresh } = taking;
  if (source.contents === 'delta') {
    if (fresh !== undefined) enqueue(taking, fresh);
    return fullQueue(taking);
  }
  if (known.queued().length > 0) {
    deps.store.queued.clear(source.name);
    known.askAgain();
  }
  return undefined;
}

/**
 * Files that an earlier process read are known by their digests. These are computed for all in one go, or each look
 * would find only one of them. Not for a single file: it is most likely written over each time, and new.
 */
function weighKnown({ source, sets, known, copying }: Taking): void {
  if (!countsOnce(source) || sets.length === 1) return;
  const isUnseen = (name: string): boolean =>
    copying.taken(name) === undefined && known.taken(name) !== undefined;
  const unseen = sets.filter((set) => isUnseen(nameOf(set)));
  if (unseen.length > 0) copying.weigh(unseen);
}

function takeSet(
  taking: Taking,
  set: FileSet,
  writtenAt: WrittenAt,
): Complaint | UndoneFile | 'uncopied' | 'read' | undefined {
  const { deps, source, copying, fresh, known } = taking;
  const name = nameOf(set);
  const before = copying.taken(name);
  if (before === undefined || !isUnchanged(deps.stable, before.parts, set.parts)) {
    copying.begin(set);
    return 'uncopied';
  }
  const { sha256, refused } = before;
  if (refused !== undefined || sha256 === undefined) return refused;
  const isUndone = known.isUndone(sha256);
  forgetRefusedAgain(taking, { name, sha256, writtenAt });
  const taken = known.taken(name);
  if (taken?.sha256 === sha256 && isKnown(taking, taken)) {
    const note = countsOnce(source) ? writtenAgain(deps.store, taken, writtenAt) : undefined;
    if (!isUndone || (note === undefined && isOver(taking, taken))) return note ?? 'read';
  }
  if (isUndone) {
    passOver(taking, { name, sha256 });
    return { file: name, sha256 };
  }
  // An older copy may have been cleared out of the spool, so the file is copied again.
  if (fresh?.name !== name) {
    copying.begin(set);
    return 'uncopied';
  }
  wishCopy(taking, fresh);
  return undefined;
}

/** An undone file behind a newer one is there like all that were read: nothing is to be told of it. */
function isOver({ deps: { store }, source }: Taking, { file, run }: TakenExport): boolean {
  const reader = store.runs.get(run);
  const isPassedOver = reader !== undefined && reader.file !== file;
  return undoneExport(store, source) === undefined && !isPassedOver;
}

/**
 * Where each file counts once: notes an undone file as taken, so that it is not read later, out of its turn, when its
 * content is allowed again.
 */
function passOver(
  { deps: { store }, source, known }: Taking,
  { name, sha256 }: { readonly name: string; readonly sha256: string },
): void {
  const run = known.source()?.accepted_run;
  const isTaken = known.taken(name)?.sha256 === sha256;
  if (run == null || !countsOnce(source) || isTaken) return;
  store.sources.take({ source: source.name, file: name, sha256, run });
  known.askAgain();
}

function timesOf(sets: readonly FileSet[]): WrittenAt {
  let times: ReadonlyMap<string, number> | undefined;
  return (file) => {
    times ??= new Map(sets.map((set) => [nameOf(set), newestOf(set.parts) ?? 0]));
    return times.get(file);
  };
}

/**
 * Whether the same name with the same bytes was read and need not be read again. A full export is read again if another
 * file counts by now (contract.md "Exports in"). Time never decides.
 */
function isKnown({ deps: { store }, source, known }: Taking, { file, run }: TakenExport): boolean {
  // Each file of changes counts once.
  if (source.contents === 'delta') return true;
  const { run: wished = null, accepted_run: accepted } = known.source() ?? {};
  // After a restore no file counts: the one that did is read again (fault 34).
  if (source.pick === 'each') return wished !== null || run !== accepted;
  const wasRefused = store.runs.get(run)?.refused != null;
  return wasRefused || countingFile(store, wished)?.file === file;
}

/** Epoch ms by the clock of their share. A folder may hold more files than a call takes arguments. */
export function newestOf(entries: readonly Pick<FileEntry, 'mtimeMs'>[]): number | undefined {
  const times = entries.map(({ mtimeMs }) => mtimeMs);
  return times.length === 0 ? undefined : times.reduce((a, b) => Math.max(a, b));
}
