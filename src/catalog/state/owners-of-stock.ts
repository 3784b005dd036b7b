import type { SourceConfig, StateDeps } from '../terms/ports.ts';

/** In `meta`: the names of the owners at the last start. */
const metaName = 'owners of stock';

/** The sources whose quantity is sent (contract.md "Who owns a field"). */
export function ownersOfStock({ sources }: StateDeps['config']): StateDeps['config']['sources'] {
  const stock = sources.filter(({ kind }) => kind === 'stock');
  if (stock.length > 0) return stock;
  return sources.filter(({ mapping }) => mapping.availableQty !== undefined);
}

/** A source that is called otherwise owns what it owned. */
export function renameOwner({ meta }: StateDeps['store'], from: string, to: string): void {
  const owners = meta.get(metaName);
  if (owners === undefined) return;
  const names = JSON.parse(owners) as string[];
  meta.set(metaName, JSON.stringify(names.map((name) => (name === from ? to : name))));
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
