import type { RunRow } from '../store/runs.ts';
import type { CatalogStore } from './ports.ts';

/**
 * The run whose file counts, where this is the newest one: behind the undo of an older run the newest file still does,
 * with its complaints, and is not read again as long as nobody writes it anew.
 */
export function countingFile(
  { runs }: Pick<CatalogStore, 'runs'>,
  newest: number | null | undefined,
): RunRow | undefined {
  let run = runs.get(newest ?? 0);
  while (run !== undefined && run.undoes !== null && run.undoes !== run.before)
    run = runs.get(run.before ?? 0);
  return run;
}
