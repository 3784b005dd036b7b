import type { RunRow } from '../../store/runs.ts';
import type { CatalogStore } from '../terms/ports.ts';
import { chainOf, takingBack } from './undo-chain.ts';

/**
 * The run whose file counts, where this is the newest one: behind undos of older runs, and behind undos that were taken
 * back, the newest file still does, with its complaints, and is not read again as long as nobody writes it anew. Where
 * that was taken back itself, the undo stands in its place.
 */
export function countingFile(
  { runs }: Pick<CatalogStore, 'runs'>,
  newest: number | null | undefined,
): RunRow | undefined {
  const { file, undos } = chainOf(runs, newest);
  return takingBack(undos).find(({ run }) => run === file?.id)?.undo ?? file;
}

/** The files whose stock counts, newest first: none that an undo took back, stock too, whatever was taken back before. */
export function* filesOfStock(
  { runs }: Pick<CatalogStore, 'runs'>,
  newest: number | null | undefined,
): Generator<RunRow, undefined> {
  const undos: RunRow[] = [];
  for (let run = runs.get(newest ?? 0); run !== undefined; run = runs.get(run.before ?? 0)) {
    const { id, undoes } = run;
    if (undoes !== null) undos.push(run);
    else if (!takingBack(undos).some((one) => one.run === id && one.undo.quantities === 1))
      yield run;
  }
  return undefined;
}
