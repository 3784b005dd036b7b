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

/** The file whose stock counts: where an undo took that back too, the one before it. */
export function fileOfStock(
  { runs }: Pick<CatalogStore, 'runs'>,
  newest: number | null | undefined,
): RunRow | undefined {
  const { file, undos } = chainOf(runs, newest);
  const isTaken = takingBack(undos).some(
    ({ undo, run }) => run === file?.id && undo.quantities === 1,
  );
  return isTaken ? fileOfStock({ runs }, file?.before) : file;
}
