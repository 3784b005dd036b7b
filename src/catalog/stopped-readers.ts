import type { Complaint } from '../domain/complaint.ts';
import { stoppedReadersOf } from '../domain/retention.ts';
import type { CatalogStore, SpooledExport } from './terms/ports.ts';

/** A content that ended its reader so often is not read again (design section 2). */
const stopsMax = 2;

const nameOf = (sha256: string): string => `${stoppedReadersOf}${sha256}`;

/** A thread ran out of memory or hung: the content that it was reading is remembered by its SHA-256. */
export function noteStoppedReader(store: CatalogStore, run: number): void {
  const row = store.runs.get(run);
  if (row === undefined) return;
  store.transaction(() => {
    const stops = stopsOf(store, row.sha256) + 1;
    store.meta.set(nameOf(row.sha256), String(stops));
    // A content that has a plan must not be read again either: without the plan, pass 1 refuses it and says why.
    const isWished = store.sources.get(row.source)?.run === run;
    if (stops >= stopsMax && isWished) store.sources.set(row.source, { plan: null, done: 0 });
  });
}

/** The complaint about a content that must not be read again. */
export function stoppedReaderRefusal(
  store: CatalogStore,
  { sha256 }: SpooledExport,
): Complaint | undefined {
  if (stopsOf(store, sha256) < stopsMax) return undefined;
  return {
    code: 'FILE_STOPPED_READER',
    rule: `used up the memory or the time of its reader ${stopsMax} times and is not read again.`,
    remedy: 'Split the export, or export as CSV; other files are read meanwhile.',
  };
}

function stopsOf(store: CatalogStore, sha256: string): number {
  return Number(store.meta.get(nameOf(sha256)) ?? 0);
}
