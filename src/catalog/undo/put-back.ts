import type { ProductRow } from '../../store/mirror.ts';
import type { RunRow } from '../../store/runs.ts';
import { chainOfSource, takingBack } from '../state/undo-chain.ts';
import type { CatalogStore, StateDeps } from '../terms/ports.ts';
import { touchedBy } from './touched.ts';

/**
 * An undo of an older run while a newer file stays in use: the file says one thing, the marketplace has another.
 */
export interface PutBack {
  readonly run: number;
  readonly undoes: number;
}

/** The undo of an older run that made an article what it is on the marketplace now. */
export function putBackOf(
  { store, config }: StateDeps,
  { id, content_hash: hash, content_run: content, quantity_run: quantity, ...row }: ProductRow,
): PutBack | undefined {
  const last = store.requests.get(row.last_request ?? 0);
  // An article that the undo took off the marketplace has no content, so only its last request tells which run did it.
  const removed = hash === null && last?.kind === 'remove' ? last.run : undefined;
  const refused = row.refused_hash === null ? undefined : last?.run;
  // Another source's request, or one for an open order, may have sent the article since: then only the undo's own
  // requests tell.
  const hasTouched = (undo: RunRow): boolean =>
    refused !== undo.id && touchedBy(store, undo.id).has(id);
  const by = config.sources
    .flatMap(({ name }) => undosBehind(store, name))
    .find((undo) => [content, quantity, removed].includes(undo.id) || hasTouched(undo));
  return by?.undoes == null ? undefined : { run: by.id, undoes: by.undoes };
}

/**
 * The undos of older runs that came after the newest file of a source and were not taken back themselves; newest first.
 */
export function undosBehind(store: CatalogStore, source: string): RunRow[] {
  const { file, undos } = chainOfSource(store, source);
  return takingBack(undos)
    .filter(({ run }) => run !== file?.id)
    .map(({ undo }) => undo);
}
