import { type Complaint, complaintOf } from '../../domain/complaint.ts';
import { compareNames, holdsDate, isLaterInSeries } from '../../domain/file-name.ts';
import type { RunRow } from '../../store/runs.ts';
import { besideOf } from '../intake/beside.ts';
import type { CatalogStore } from '../terms/ports.ts';
import type { CommitInput } from './commit-plan.ts';

/**
 * So many runs back are looked at. Of names that begin again each day (`09-00`) or week only those at the turn are reported.
 */
const runsLookedAt = 50;
const togetherMs = 60 * 60_000;

/**
 * Files that are in the folder together are read in the order of their names. `stock-02` was read, then `stock-01`
 * comes: it puts back what the newer one said. That may be meant (names of weekdays, or that begin with the day of the
 * month), so the file is read, and told.
 */
export function lateNote(
  store: CatalogStore,
  { source, run }: Pick<CommitInput, 'source' | 'run'>,
): Complaint | undefined {
  const rule = source.pick === 'each' ? lateOfEach(store, run) : lateNewest(store, run);
  return rule === undefined ? undefined : complaintOf({ code: 'FILE_LATE', rule });
}

function lateOfEach(store: CatalogStore, run: RunRow): string | undefined {
  const newer = newerByName(store, run);
  const next = lateBeside(store, run);
  const overtaken = overtakenBy(store, run);
  if (overtaken !== undefined)
    return `${run.file} has overtaken ${overtaken}, which comes before it by name and is dated after it: ${run.file} is used.`;
  if (newer === undefined && next === undefined) return undefined;
  if (newer === undefined)
    return `${run.file} was read before ${next}, which comes after it by name and is dated before it: if both name an article, the values of ${next} are used.`;
  return `${run.file} was read after ${newer}, which comes after it by name: if both name an article, the values of ${run.file} are used.`;
}

/** Of full exports the newest by date counts; told where the names say otherwise. */
function lateNewest(store: CatalogStore, run: RunRow): string | undefined {
  const late = lateBeside(store, run);
  if (late !== undefined)
    return `${late}, which comes after ${run.file} by name, is dated before it and is not read: ${run.file} is used.`;
  const before = store.runs.before(run.id);
  // A file that counts again has its own note (repeated-file.ts).
  if (store.runs.sameBefore(run)?.file === run.file) return undefined;
  const isLate =
    before !== undefined && holdsDate(run.file) && isLaterInSeries(before.file, run.file);
  if (!isLate || !isLastOfItsName(store, before)) return undefined;
  return `${run.file} was read after ${before.file}, which comes after it by name: ${run.file} is used.`;
}

/** A file that was beside this one, comes after it by name and is dated before it. */
function lateBeside(store: CatalogStore, { id, source }: RunRow): string | undefined {
  const { run, late } = besideOf(store, source);
  return run === id ? late : undefined;
}

/** A full export of `pick: each` that was taken and never read, because this file came after it by name. */
function overtakenBy(store: CatalogStore, { source, file }: RunRow): string | undefined {
  const { run, late } = besideOf(store, source);
  const early = late === file ? store.runs.get(run) : undefined;
  return early?.read === 0 ? early.file : undefined;
}

/**
 * The file read before this one that comes after it by name. Where several came late within an hour (03, then 01, 02),
 * it is the one that all of them come after: 03 for 02, too.
 */
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

/** Whether `one` comes after `other` by name. */
function isBehind(one: RunRow, other: RunRow): boolean {
  return compareNames(one.file, other.file) > 0;
}

/**
 * Whether the run is the last that read a file of this name. False for an undo, and where the file was read again
 * later. Of a file that was put away (`afterImport: move`) nothing is known, so it counts as the last.
 */
function isLastOfItsName({ sources }: CatalogStore, { id, source, file, undoes }: RunRow): boolean {
  const taken = sources.taken(source, file);
  return taken === undefined ? undoes === null : taken.run === id;
}
