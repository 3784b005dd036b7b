import type { SourceConfig, StateDeps } from '../terms/ports.ts';

/** In `meta`: the names of the owners at the last start. */
const metaName = 'owners of stock';

/** The sources whose quantity is sent (contract.md "Who owns a field"). */
export function ownersOfStock({ sources }: StateDeps['config']): StateDeps['config']['sources'] {
  const stock = sources.filter(({ kind }) => kind === 'stock');
  if (stock.length > 0) return stock;
  return sources.filter(({ mapping }) => mapping.availableQty !== undefined);
}

/**
 * The sources that own the stock now, if others did at the last start; none at a first start. The stock that the others
 * sent stays on sale until the new owners' files are compared anew, which nothing else asks for: neither those files
 * nor their own configuration have changed.
 */
export function changedOwnersOfStock({ store, config }: StateDeps): readonly SourceConfig[] {
  const owners = ownersOfStock(config);
  const before = store.meta.get(metaName);
  const now = JSON.stringify(owners.map(({ name }) => name));
  if (before !== now) store.meta.set(metaName, now);
  return before === undefined || before === now ? [] : owners;
}
