import { complaintText } from '../../domain/complaint.ts';
import { fileAt, rowAt } from '../../domain/row-place.ts';
import type { ComplaintRow } from '../../store/runs.ts';
import { countingFile } from '../state/counting-file.ts';
import { filesOfRun } from '../state/files-of-run.ts';
import { unappliedRun } from '../state/unapplied-changes.ts';
import { chainOf } from '../state/undo-chain.ts';
import type { EngineDeps } from '../terms/ports.ts';
import { asComplaint } from '../terms/result-file.ts';

type Deps = Pick<EngineDeps, 'store'>;

/**
 * The runs whose complaints keep the article from being sent: the file that counts, and an older one with a row that
 * was lost.
 */
function complainingRuns({ store }: Deps, of: Place): readonly number[] {
  const accepted = countingFile(store, store.sources.acceptedRun(of.source))?.id;
  const older = unappliedRun(store, of);
  return [...new Set([accepted, older])].filter((run) => run != null);
}

/**
 * The same runs and the newest file, even if it was taken back: its rejected rows stay unread until another file comes.
 */
function reportedRuns(deps: Deps, of: Place): readonly number[] {
  const { runs, sources } = deps.store;
  const newest = chainOf(runs, sources.acceptedRun(of.source)).file;
  return [...new Set([...complainingRuns(deps, of), ...(newest === undefined ? [] : [newest.id])])];
}

interface Place {
  readonly source: string;
  readonly externalId: string;
}

/** The complaints that keep the article from being sent. */
export function complaintRows(deps: Deps, of: Place): ComplaintRow[] {
  const { complaints } = deps.store;
  return complainingRuns(deps, of).flatMap((run) => complaints.ofProduct(run, of.externalId));
}

export function reportedRows(deps: Deps, of: Place): ComplaintRow[] {
  const { complaints } = deps.store;
  return reportedRuns(deps, of).flatMap((run) => complaints.ofProduct(run, of.externalId));
}

export function complaintsOf(deps: Deps, of: Place): string[] {
  const { store } = deps;
  return reportedRuns(deps, of).flatMap((id) => {
    const run = store.runs.get(id);
    const files = run && filesOfRun(store, run);
    return store.complaints.ofProduct(id, of.externalId).map((row) =>
      complaintText({
        ...asComplaint(row),
        file: (row.row === null ? undefined : fileAt(row.row, files)) ?? run?.file ?? '',
        ...(row.row === null ? {} : { row: rowAt(row.row) }),
      }),
    );
  });
}
