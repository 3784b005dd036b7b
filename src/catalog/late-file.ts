import { codes } from '../domain/codes.ts';
import type { Complaint } from '../domain/complaint.ts';
import { compareNames } from '../domain/file-name.ts';
import type { RunRow } from '../store/runs.ts';
import type { CommitInput } from './commit-plan.ts';
import type { CatalogStore } from './ports.ts';

/** So many runs back is looked; of names that begin anew each day or week only those at the turn are told. */
const runsLookedAt = 50;
const togetherMs = 60 * 60_000;

/**
 * Files that are read one by one are read in the order of their names, as far as they stand there together: one that
 * comes later under an older name puts back what the newer one said. It may be meant (names of weekdays, or that begin with
 * the day of the month), so it is read, and told.
 */
export function lateNote(
  store: CatalogStore,
  { source, run: { id } }: Pick<CommitInput, 'source' | 'run'>,
): Complaint | undefined {
  // What a yes let go of an older file is read as a run of its own, and overrides nothing.
  const run = store.parked.get(id) === undefined ? store.runs.get(id) : undefined;
  if (source.pick !== 'each' || run === undefined) return undefined;
  const newer = newerByName(store, run);
  if (newer === undefined) return undefined;
  const rule = `${run.file} was read after ${newer}, which comes after it by name: where both name an article, it has what ${run.file} says.`;
  return { code: 'FILE_LATE', rule, remedy: codes.FILE_LATE.remedy };
}

/** The file before, or the one after which the files of the last hour came late. */
function newerByName(store: CatalogStore, run: RunRow): string | undefined {
  let next = run;
  let older: RunRow | undefined = run;
  for (let looked = 0; looked < runsLookedAt; looked += 1) {
    older = store.runs.before(older.id);
    if (older === undefined) return undefined;
    if (!isLastOfItsName(store, older)) continue;
    if (isBehind(older, next)) return isBehind(older, run) ? older.file : undefined;
    if (run.started_at - older.started_at > togetherMs) return undefined;
    next = older;
  }
  return undefined;
}

/** By their names. */
function isBehind(one: RunRow, other: RunRow): boolean {
  return compareNames(one.file, other.file) > 0;
}

/** False for what was read of a file once more, for one that was written anew since, and for an undo. */
function isLastOfItsName({ sources }: CatalogStore, { id, source, file }: RunRow): boolean {
  return sources.taken(source, file)?.run === id;
}
