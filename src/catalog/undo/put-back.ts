import type { ProductRow } from '../../store/mirror.ts';
import type { RunRow } from '../../store/runs.ts';
import { chainOf, takingBack } from '../state/undo-chain.ts';
import type { CatalogStore, EngineDeps } from '../terms/ports.ts';
import { touchedBy } from './touched.ts';

/** What took a run back while a newer file goes on counting: the file says one thing, the marketplace has another. */
export interface PutBack {
  readonly run: number;
  readonly undoes: number;
}

/** The undo of an older run by which the marketplace has what it has of an article. */
export function putBackOf(
  { store, config }: Pick<EngineDeps, 'store' | 'config'>,
  { id, content_hash: hash, content_run: content, quantity_run: quantity, ...row }: ProductRow,
): PutBack | undefined {
  // What it took off the marketplace again has no content of any run.
  const last = hash === null ? store.requests.get(row.last_request ?? 0) : undefined;
  const removed = last?.kind === 'remove' ? last.run : undefined;
  // Another source's request, or an open order, may have carried it since.
  const hasTouched = (undo: RunRow): boolean => touchedBy(store, undo.id).has(id);
  const by = config.sources
    .flatMap(({ name }) => undosBehind(store, name))
    .find((undo) => [content, quantity, removed].includes(undo.id) || hasTouched(undo));
  return by?.undoes == null ? undefined : { run: by.id, undoes: by.undoes };
}

/** Those of older runs that came after the newest file of a source, as far as none was taken back; newest first. */
export function undosBehind({ sources, runs }: CatalogStore, source: string): RunRow[] {
  const { file, undos } = chainOf(runs, sources.get(source)?.accepted_run);
  return takingBack(undos)
    .filter(({ run }) => run !== file?.id)
    .map(({ undo }) => undo);
}
