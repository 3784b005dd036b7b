import type { RunRow } from '../../store/runs.ts';
import type { CatalogStore } from '../terms/ports.ts';
import { chainOf, runsBack, takingBack } from './undo-chain.ts';

/**
 * The run whose file counts, given the newest accepted run. Run 9 is a file, run 10 the undo of run 7: the file of 9
 * still counts, with its complaints, and is not read again unless it is written anew. If run 10 took back run 9 itself,
 * run 10 stands in its place; if run 11 took back run 10, run 9 counts again.
 */
export function countingFile(
  { runs }: Pick<CatalogStore, 'runs'>,
  newest: number | null | undefined,
): RunRow | undefined {
  const { file, undos } = chainOf(runs, newest);
  return takingBack(undos).find(({ run }) => run === file?.id)?.undo ?? file;
}

/** The same of a source, up to the newest run that was accepted. */
export function fileInUse(
  store: Pick<CatalogStore, 'runs' | 'sources'>,
  source: string,
): RunRow | undefined {
  return countingFile(store, store.sources.acceptedRun(source));
}

/** The files that no undo has taken back, newest first. */
export function* standingFiles(
  { runs }: Pick<CatalogStore, 'runs'>,
  newest: number | null | undefined,
  counts = (_: RunRow): boolean => true,
): Generator<RunRow, undefined> {
  const undos: RunRow[] = [];
  for (const run of runsBack(runs, newest)) {
    const { id, undoes } = run;
    if (undoes !== null) undos.push(run);
    else if (!takingBack(undos).some((aim) => aim.run === id && counts(aim.undo))) yield run;
  }
  return undefined;
}

/** The files whose stock counts, newest first: all but those that an undo took back together with their stock. */
export function filesOfStock(
  store: Pick<CatalogStore, 'runs'>,
  newest: number | null | undefined,
): Generator<RunRow, undefined> {
  return standingFiles(store, newest, ({ quantities }) => quantities === 1);
}
