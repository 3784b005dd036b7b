import { unpackIds } from '../terms/plan.ts';
import type { EngineDeps, SourceConfig } from '../terms/ports.ts';
import type { VanishedItems } from '../terms/summary.ts';
import { meaningOfLeaving } from './vanished.ts';

/** What is sent of products that have vanished. */
export interface VanishedPart {
  readonly kind: 'zero' | 'hide' | 'remove';
  readonly products: readonly number[];
}

type Deps = Pick<EngineDeps, 'store' | 'config' | 'calls'>;

/** How each of these products leaves; nothing if leaving means nothing. `vanished`: packed ids, as in a plan. */
export function vanishedParts(
  { store, config, calls }: Deps,
  source: SourceConfig,
  vanished: Uint8Array,
): readonly VanishedPart[] {
  const meaning = meaningOfLeaving(source, config);
  const products = unpackIds(vanished);
  if (meaning === 'nothing' || products.length === 0) return [];
  if (meaning !== 'unpublish') return [{ kind: meaning, products }];
  const isReached = (product: number): boolean =>
    calls.remove(store.mirror.get(product)?.external_id ?? '') !== undefined;
  // A number that cannot stand in an address cannot be deleted; hiding names it in the body (fault 9).
  const unreached = new Set(products.filter((product) => !isReached(product)));
  const parts = [
    { kind: 'remove', products: products.filter((product) => !unreached.has(product)) },
    { kind: 'hide', products: [...unreached] },
  ] as const;
  return parts.filter((part) => part.products.length > 0);
}

export function vanishedItems(
  deps: Deps,
  source: SourceConfig,
  vanished: Uint8Array,
): VanishedItems {
  const parts = vanishedParts(deps, source, vanished);
  if (parts.length === 0) return { nothing: unpackIds(vanished).length };
  return Object.fromEntries(parts.map(({ kind, products }) => [kind, products.length]));
}
