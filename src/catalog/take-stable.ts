import type { Complaint } from '../domain/complaint.ts';
import type { FileEntry } from '../files/entry.ts';
import type { FileSet } from '../files/stable.ts';
import type { Copying, CopyingDeps, FreshCopy } from './copying.ts';
import { isUnchanged } from './copying.ts';
import { countingFile } from './counting-file.ts';
import type { CatalogStore, SourceConfig, SpooledExport } from './ports.ts';
import { nameOf } from './set-name.ts';
import { undoneOf } from './undone.ts';
import { undoneExport } from './unread-exports.ts';
import { countsOnce, writtenAnew } from './written-anew.ts';

export interface TakingDeps extends CopyingDeps {
  readonly store: CatalogStore;
  wish(source: string, file: { readonly name: string; readonly spooled: SpooledExport }): number;
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
}

/** Has what is at rest and new copied, and wishes what was copied. */
export function takeStable(taking: Taking): {
  readonly refused: readonly Complaint[];
  readonly undone: readonly UndoneFile[];
} {
  const refused: Complaint[] = [];
  const undone: UndoneFile[] = [];
  for (const set of taking.sets) {
    // A delta file says only what changed: the one before must be through, or its rows would be overtaken.
    if (taking.source.contents === 'delta' && isBusy(taking)) break;
    const untaken = takeSet(taking, set);
    if (untaken !== undefined && 'sha256' in untaken) undone.push(untaken);
    else if (untaken !== undefined) refused.push(untaken);
    // What comes after it would count for newer once it can be read (fault 18).
    if (taking.copying.unreadable?.name === nameOf(set)) break;
  }
  return { refused, undone };
}

/** The file before is not through. */
export function isBusy({
  deps,
  source,
}: {
  readonly deps: Pick<TakingDeps, 'store'>;
  readonly source: SourceConfig;
}): boolean {
  const row = deps.store.sources.get(source.name);
  return row !== undefined && row.run !== null && row.done === 0;
}

function takeSet(taking: Taking, set: FileSet): Complaint | UndoneFile | undefined {
  const { deps, source, copying, fresh } = taking;
  const name = nameOf(set);
  const before = copying.taken(name);
  if (before === undefined || !isUnchanged(deps.stable, before.parts, set.parts)) {
    copying.begin(name, set);
    return undefined;
  }
  const { sha256, refused } = before;
  if (refused !== undefined || sha256 === undefined) return refused;
  const isUndone = undoneOf(deps.store, source.name).includes(sha256);
  if (isKnown(deps, source, { name, sha256 })) {
    const standing = standingOf(taking.sets);
    const anew = writtenAnew(deps.store, source, { file: name, standing });
    // Behind a newer file it stands there like all that were read: nobody has to correct it.
    const isOver =
      anew === undefined &&
      undoneExport(deps.store, source) === undefined &&
      !isPassedOver(deps.store, source, name);
    if (!isUndone || isOver) return anew;
  }
  if (isUndone) {
    passOver(taking, { name, sha256 });
    return { file: name, sha256 };
  }
  // Of an older copy the spool may have been cleared.
  if (fresh?.name === name) deps.wish(source.name, fresh);
  else copying.begin(name, set);
  return undefined;
}

/** Of files that each count once: what comes after it counts, also once its content is refused no more. */
function passOver(
  { deps: { store }, source }: Taking,
  { name, sha256 }: { readonly name: string; readonly sha256: string },
): void {
  const run = store.sources.get(source.name)?.accepted_run;
  const isTaken = store.sources.taken(source.name, name)?.sha256 === sha256;
  if (run != null && countsOnce(source) && !isTaken)
    store.sources.take({ source: source.name, file: name, sha256, run });
}

function isPassedOver(
  { sources, runs }: CatalogStore,
  { name }: Pick<SourceConfig, 'name'>,
  file: string,
): boolean {
  return runs.get(sources.taken(name, file)?.run ?? 0)?.undoes != null;
}

function standingOf(sets: readonly FileSet[]): Parameters<typeof writtenAnew>[2]['standing'] {
  return sets.map((set) => ({ file: nameOf(set), writtenAt: newestOf(set.parts) ?? 0 }));
}

/**
 * Remembered by (source, file name, SHA-256), never by time: the same name with the same bytes is not read again,
 * unless another file counts by now (contract.md "Exports in").
 */
function isKnown(
  { store }: Pick<TakingDeps, 'store'>,
  source: SourceConfig,
  { name, sha256 }: { name: string; sha256: string },
): boolean {
  const taken = store.sources.taken(source.name, name);
  if (taken === undefined || taken.sha256 !== sha256) return false;
  // Each of several files counts once; of them the last stays the one that counts.
  if (source.contents === 'delta') return true;
  const { run: wished = null, accepted_run: accepted } = store.sources.get(source.name) ?? {};
  // After a restore no file counts: the one that did is read again (fault 34).
  if (source.pick === 'each') return wished !== null || taken.run !== accepted;
  const wasRefused = store.runs.get(taken.run)?.refused != null;
  return wasRefused || countingFile(store, wished)?.file === name;
}

/** Epoch ms by the clock of their share. */
export function newestOf(entries: readonly Pick<FileEntry, 'mtimeMs'>[]): number | undefined {
  return entries.length === 0 ? undefined : Math.max(...entries.map(({ mtimeMs }) => mtimeMs));
}
