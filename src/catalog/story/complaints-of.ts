import { complaintText } from '../../domain/complaint.ts';
import { fileAt, rowAt } from '../../domain/row-place.ts';
import type { ComplaintRow } from '../../store/runs.ts';
import { fileInUse } from '../state/counting-file.ts';
import { filesOfRun } from '../state/files-of-run.ts';
import { unappliedRun } from '../state/unapplied-changes.ts';
import { chainOfSource } from '../state/undo-chain.ts';
import type { CatalogStore, EngineDeps } from '../terms/ports.ts';
import { asComplaint } from '../terms/result-file.ts';

type Deps = Pick<EngineDeps, 'store'>;

interface Place {
  readonly source: string;
  readonly externalId: string;
}

/** The complaints that keep the article from being sent: in the file that counts, and in an older row that was lost. */
export function complaintRows({ store }: Deps, of: Place): ComplaintRow[] {
  return rowsOf(store, complainingRuns(store, of), of);
}

/** The same, and those of the newest file if it was taken back: its rejected rows stay unread until another file comes. */
export function reportedRows({ store }: Deps, of: Place): ComplaintRow[] {
  return rowsOf(store, reportedRuns(store, of), of);
}

/** Those in words. */
export function complaintsOf({ store }: Deps, of: Place): string[] {
  return reportedRuns(store, of).flatMap((id) => {
    const run = store.runs.get(id);
    const files = run && filesOfRun(store, run);
    return rowsOf(store, [id], of).map((row) =>
      complaintText({
        ...asComplaint(row),
        file: (row.row === null ? undefined : fileAt(row.row, files)) ?? run?.file ?? '',
        ...(row.row === null ? {} : { row: rowAt(row.row) }),
      }),
    );
  });
}

function complainingRuns(store: CatalogStore, of: Place): readonly number[] {
  return distinct([fileInUse(store, of.source)?.id, unappliedRun(store, of)]);
}

function reportedRuns(store: CatalogStore, of: Place): readonly number[] {
  const newest = chainOfSource(store, of.source).file;
  return distinct([...complainingRuns(store, of), newest?.id]);
}

function distinct(runs: readonly (number | undefined)[]): readonly number[] {
  return [...new Set(runs)].filter((run) => run !== undefined);
}

function rowsOf(
  { complaints }: CatalogStore,
  runs: readonly number[],
  { externalId }: Place,
): ComplaintRow[] {
  return runs.flatMap((run) => complaints.ofProduct(run, externalId));
}
