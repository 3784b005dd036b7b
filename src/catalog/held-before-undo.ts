import type { RunRow } from '../store/runs.ts';
import type { CatalogStore, SourceConfig } from './ports.ts';
import { aimOf, chainOf } from './undo-chain.ts';
import { keepUnsaid, offerFields, unsaidOf } from './unsaid-changes.ts';

/**
 * An undo withdraws what brakes hold of the run that it takes back. Where that undo is taken back itself the file counts
 * again, and no pass looks at it: what was held of it is told until a file says it again. Part of the transaction that
 * commits the undo.
 */
export function tellHeldBefore(store: CatalogStore, source: SourceConfig, undo: RunRow): void {
  const { run, takesBack } = aimOf(undo, (id) => store.runs.get(id));
  const open = new Map(Object.entries(unsaidOf(store, source.name)));
  const before = open.size;
  for (const [article, [id, row]] of open) if (id === run && row === 0) open.delete(article);
  const fields = offerFields(source);
  if (!takesBack)
    for (const article of heldOf(store, run, undo)) open.set(article, [run, 0, fields]);
  if (before > 0 || open.size > 0) keepUnsaid(store, source.name, open);
}

function heldOf(store: CatalogStore, run: number, undo: RunRow): readonly string[] {
  const undos = new Set(chainOf(store.runs, undo.id).undos.map(({ id }) => `run ${id}`));
  const holds = store.holds
    .endedOf(run, 'WITHDRAWN')
    .filter(({ ended_by: by }) => undos.has(by ?? ''));
  const products = holds.flatMap(({ id }) => [...(store.holds.productsOf(id) ?? [])]);
  return products.flatMap((product) => store.mirror.get(product)?.external_id ?? []);
}
