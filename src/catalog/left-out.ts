import type { CommitInput } from './commit-plan.ts';
import { heldBefore } from './parked-rows.ts';
import type { CatalogStore, SourceConfig } from './ports.ts';
import type { Unsaid } from './unsaid-changes.ts';

/** What a whole stock export leaves out keeps its last stock, also where that was said and never sent. */
export function keepsLastStock({ kind, contents, missing }: SourceConfig): boolean {
  return kind === 'stock' && contents === 'full' && missing !== 'zero';
}

/**
 * Articles on the marketplace whose stock the file before said in a row that was held, rejected or not sent yet, and that
 * this file leaves out: nobody would say it again. Asked before the newer file withdraws what the older one had held.
 */
export function leftOut(
  store: CatalogStore,
  { source, catalog, run }: Pick<CommitInput, 'source' | 'catalog' | 'run'>,
  gone: readonly number[],
): ReadonlyMap<string, Unsaid> {
  const before = store.sources.get(source.name)?.accepted_run ?? run.id;
  const found = new Map<string, Unsaid>();
  if (gone.length === 0 || before === run.id || !keepsLastStock(source)) return found;
  const held = heldBefore(store, source.name, run.id);
  // Of a stock less what open orders take it cannot be told here whether it was sent.
  const canBeUnsent = catalog.openOrders !== 'subtract';
  for (const id of gone) {
    const product = store.mirror.get(id);
    if (product === undefined) continue;
    const { external_id: externalId, exported_run, exported_quantity, quantity } = product;
    const rejected = store.complaints
      .ofProduct(before, externalId)
      .find(({ level }) => level === 'rejected');
    const isUnsent = canBeUnsent && exported_run === before && exported_quantity !== quantity;
    if (rejected !== undefined) found.set(externalId, [before, rejected.row ?? 0, []]);
    else if (held.has(id) || isUnsent) found.set(externalId, [before, 0, ['availableQty']]);
  }
  return found;
}
