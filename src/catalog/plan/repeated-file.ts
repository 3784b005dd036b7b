import type { Complaint } from '../../domain/complaint.ts';
import { complaintOf } from '../../domain/complaint.ts';
import type { RunRow } from '../../store/runs.ts';
import { countsOnce } from '../intake/written-anew.ts';
import type { CatalogStore } from '../terms/ports.ts';
import type { CommitInput } from './commit-plan.ts';

/** So small a file gets the same bytes again by trade. */
const fewestRows = 10;

/**
 * An export that has been read before stands there again after others, as a copy out of a folder of old ones does. Its
 * content counts (contract section 4), for it may be meant, and it is told: buyers see the stock of that day.
 */
export function repeatedNote(
  store: CatalogStore,
  { source, run: { id, undoes }, result }: Pick<CommitInput, 'source' | 'run' | 'result'>,
): Complaint | undefined {
  // What a yes let go of an older file is read as a run of its own, and puts nothing back.
  const run = store.parked.get(id) === undefined ? store.runs.get(id) : undefined;
  if (run === undefined || undoes !== null) return undefined;
  const older = store.runs.sameBefore(run);
  const between = older && readBetween(store, run, older);
  if (older === undefined || between === undefined) return undefined;
  const isAgain = !countsOnce(source) && run.file === older.file && run.file !== between.file;
  if (!isAgain && result.marks.length < fewestRows) return undefined;
  const rule = isAgain ? againText(run, older, between) : repeatedText(run, older);
  return complaintOf({ code: 'FILE_REPEATED', rule });
}

/** Another file that was read in between, and that no person took back. */
function readBetween({ runs }: CatalogStore, run: RunRow, older: RunRow): RunRow | undefined {
  const between = runs.before(run.id);
  return between !== undefined && between.id > older.id && between.undoes === null
    ? between
    : undefined;
}

function repeatedText({ file }: RunRow, older: RunRow): string {
  return `${file} has the same bytes as ${older.file} of run ${older.id}, read at ${timeOf(older)}; what was read since then says otherwise, and ${file} counts.`;
}

/** Of full exports side by side: the older one, and nothing but the folder says so. */
function againText({ file }: RunRow, older: RunRow, between: RunRow): string {
  return `${file}, read at ${timeOf(older)} as run ${older.id}, counts again: ${between.file} of run ${between.id}, which was read after it, is gone or counts for the older one.`;
}

function timeOf({ started_at }: RunRow): string {
  return new Date(started_at).toISOString();
}
