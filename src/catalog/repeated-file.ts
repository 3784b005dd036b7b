import { codes } from '../domain/codes.ts';
import type { Complaint } from '../domain/complaint.ts';
import type { RunRow } from '../store/runs.ts';
import type { CommitInput } from './commit-plan.ts';
import type { CatalogStore } from './ports.ts';

/** So small a file gets the same bytes again by trade. */
const fewestRows = 10;

/**
 * An export that has been read before stands there again after others, as a copy out of a folder of old ones does. Its
 * content counts (contract section 4), for it may be meant, and it is told: buyers see the stock of that day.
 */
export function repeatedNote(
  store: CatalogStore,
  { run: { id, undoes }, result }: Pick<CommitInput, 'run' | 'result'>,
): Complaint | undefined {
  // What a yes let go of an older file is read as a run of its own, and puts nothing back.
  const run = store.parked.get(id) === undefined ? store.runs.get(id) : undefined;
  if (run === undefined || undoes !== null || result.marks.length < fewestRows) return undefined;
  const older = store.runs.sameBefore(run);
  if (older === undefined || !isRepeated(store, run, older)) return undefined;
  const when = new Date(older.started_at).toISOString();
  const rule = `${run.file} has the same bytes as ${older.file} of run ${older.id}, read at ${when}; what was read since then says otherwise, and ${run.file} counts.`;
  return { code: 'FILE_REPEATED', rule, remedy: codes.FILE_REPEATED.remedy };
}

/** Another file was read in between, and no person took one back. */
function isRepeated({ runs }: CatalogStore, run: RunRow, older: RunRow): boolean {
  const between = runs.before(run.id);
  return between !== undefined && between.id > older.id && between.undoes === null;
}
