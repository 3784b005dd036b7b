import type { SourceConfig, StateDeps } from '../terms/ports.ts';
import { readMeta } from '../terms/read-meta.ts';

/** In `meta`: the name of the owner at the last start, in a list that is empty for none. */
const metaName = 'owners of stock';

/** The source whose quantity is sent: at most one (contract.md "Who owns a field", config/field-rules.ts). */
export function ownerOfStock({ sources }: StateDeps['config']): SourceConfig | undefined {
  return (
    sources.find(({ kind }) => kind === 'stock') ??
    sources.find(({ mapping }) => mapping.availableQty !== undefined)
  );
}

/** A source that is called otherwise owns what it owned. */
export function renameOwner(store: StateDeps['store'], from: string, to: string): void {
  const names = readMeta<string[]>(store, metaName);
  if (names === undefined) return;
  store.meta.set(metaName, JSON.stringify(names.map((name) => (name === from ? to : name))));
}

/**
 * The source that owns the stock now, if another did at the last start; none at a first start. The stock that the other
 * sent stays on sale until the new owner's file is compared anew, which nothing else asks for: neither that file nor
 * its own configuration has changed.
 */
export function newOwnerOfStock({ store, config }: StateDeps): SourceConfig | undefined {
  const owner = ownerOfStock(config);
  const before = store.meta.get(metaName);
  const now = JSON.stringify(owner === undefined ? [] : [owner.name]);
  if (before !== now) store.meta.set(metaName, now);
  return before === undefined || before === now ? undefined : owner;
}
