import type { EngineDeps, SourceConfig } from '../terms/ports.ts';

type Deps = Pick<EngineDeps, 'store' | 'config'>;

/** In `meta`: their names at the last start. */
const metaName = 'owners of stock';

/** The sources whose quantity is sent (contract.md "Who owns a field"). */
export function ownersOfStock({ sources }: Deps['config']): Deps['config']['sources'] {
  const stock = sources.filter(({ kind }) => kind === 'stock');
  if (stock.length > 0) return stock;
  return sources.filter(({ mapping }) => mapping.availableQty !== undefined);
}

/**
 * The sources that own the stock now, where others did at the last start: what those have sent since stays on sale until
 * the file that counts is compared anew, although neither it nor its own configuration has changed. None at a first start.
 */
export function changedOwnersOfStock({ store, config }: Deps): readonly SourceConfig[] {
  const owners = ownersOfStock(config);
  const before = store.meta.get(metaName);
  const now = JSON.stringify(owners.map(({ name }) => name));
  if (before !== now) store.meta.set(metaName, now);
  return before === undefined || before === now ? [] : owners;
}
