import { filesOfRun } from './catalog/state/files-of-run.ts';
import { booksOfRun } from './catalog/story/books.ts';
import type { Config } from './config/declaration.ts';
import type { RunBooks } from './domain/facts.ts';
import { fileAt, rowAt } from './domain/row-place.ts';
import { type CatalogStore, openCatalogStore } from './store/catalog-store.ts';
import type { ComplaintRow } from './store/runs.ts';

/** A row of an export with what is to be said of it. */
export interface ReportedRow {
  readonly source: string;
  readonly file: string;
  readonly row: number | null;
  readonly externalId: string | null;
  readonly code: string;
  readonly column: string | null;
  readonly value: string | null;
  readonly rule: string;
  readonly remedy: string;
}

interface ReportedRows {
  readonly rejected: readonly ReportedRow[];
  /** Rows that went, but not quite as they were exported. */
  readonly notes: readonly ReportedRow[];
}

/** No pass takes so many files. */
const runsMax = 10_000;
/** Of one import; the result file has all of them. */
const reportedRowsMax = 1_000;

/** An import with the plan that its source follows; another plan means that the file was read again. */
export interface PlannedRun {
  readonly books: RunBooks;
  readonly plan: number | null;
}

/** The imports of a data folder that nobody works on, oldest first. */
export function plannedRuns(config: Config): PlannedRun[] {
  return withStore(config, ({ runs, sources }) =>
    runs
      .last(runsMax)
      .map((run) => {
        const source = sources.get(run.source);
        return { books: booksOfRun(run), plan: source?.run === run.id ? source.plan : null };
      })
      .reverse(),
  );
}

/** What is to be said of the rows of these imports. */
export function reportedRows(config: Config, runs: readonly RunBooks[]): ReportedRows {
  return withStore(config, (store) => {
    const rowsOf = (level: ComplaintRow['level']): ReportedRow[] =>
      runs.flatMap((run) => {
        const files = filesOfRun(store, run);
        const complaints = store.complaints.of(run.run, reportedRowsMax, level);
        return complaints.map((complaint) => reportedRow({ run, files, complaint }));
      });
    return { rejected: rowsOf('rejected'), notes: rowsOf('note') };
  });
}

function withStore<Result>(config: Config, work: (store: CatalogStore) => Result): Result {
  const store = openCatalogStore(config.dataDir);
  try {
    return work(store);
  } finally {
    store.close();
  }
}

interface StoredRow {
  readonly run: RunBooks;
  readonly files: readonly string[] | undefined;
  readonly complaint: ComplaintRow;
}

function reportedRow({ run, files, complaint }: StoredRow): ReportedRow {
  const {
    row: place,
    external_id: externalId,
    code,
    column_name: column,
    value,
    rule,
    remedy,
  } = complaint;
  const row = place === null ? null : rowAt(place);
  const file = (place === null ? undefined : fileAt(place, files)) ?? run.file;
  const { source } = run;
  return { source, file, row, externalId, code, column, value, rule, remedy };
}
