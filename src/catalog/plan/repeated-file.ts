import { type Complaint, complaintOf } from '../../domain/complaint.ts';
import type { RunRow } from '../../store/runs.ts';
import { countsOnce } from '../intake/written-again.ts';
import type { CatalogStore } from '../terms/ports.ts';
import type { CommitInput } from './commit-plan.ts';

/**
 * A file with fewer rows may have the same bytes again by chance: three articles are at the same stock as last week.
 */
const fewestRows = 10;

/**
 * Last week's export is in the folder again, after newer ones: somebody copied it back. It may be meant, so its
 * content counts (contract section 4). It is reported, because buyers see last week's stock.
 */
export function repeatedNote(
  store: CatalogStore,
  { source, run, result }: Pick<CommitInput, 'source' | 'run' | 'result'>,
): Complaint | undefined {
  const older = store.runs.sameBefore(run);
  const between = older && readBetween(store, run, older);
  if (older === undefined || between === undefined) return undefined;
  const isAgain = !countsOnce(source) && run.file === older.file && run.file !== between.file;
  if (!isAgain && result.marks.length < fewestRows) return undefined;
  const rule = isAgain ? againText(run, older, between) : repeatedText(run, older);
  return complaintOf({ code: 'FILE_REPEATED', rule });
}

/** The file that was read right before this one, if it came after `older`; undefined if that run is an undo. */
function readBetween({ runs }: CatalogStore, run: RunRow, older: RunRow): RunRow | undefined {
  const between = runs.before(run.id);
  return between !== undefined && between.id > older.id && between.undoes === null
    ? between
    : undefined;
}

function repeatedText({ file }: RunRow, older: RunRow): string {
  return `${file} has the same bytes as ${older.file} of run ${older.id}, read at ${timeOf(older)}; what was read since then says otherwise, and ${file} counts.`;
}

/** Full exports stand side by side, and the newer one has gone: the older one counts again. */
function againText({ file }: RunRow, older: RunRow, between: RunRow): string {
  return `${file}, read at ${timeOf(older)} as run ${older.id}, counts again: ${between.file} of run ${between.id}, which was read after it, is gone or counts for the older one.`;
}

function timeOf({ started_at }: RunRow): string {
  return new Date(started_at).toISOString();
}
