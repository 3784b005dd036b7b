import { type Growing, growingBytes } from './growing.ts';
import type { KnownProduct } from './known-product.ts';

/** The file names the product; and the marketplace may have it (vanished.ts), as the mirror said when its row passed. */
export const seenAs = { named: 1, published: 2 } as const;

/** Every product that a file names, also in rejected rows: none of them has vanished. */
export interface Seen {
  /** What the mirror says now spares a million questions when the plan is committed. */
  see(product: KnownProduct): void;
  has(product: number): boolean;
  /** By product, with those whose row equals what the marketplace confirmed. */
  all(unchanged: Growing<Uint8Array>): Uint8Array;
}

export function createSeen(): Seen {
  const seen = growingBytes();
  return {
    see({ id, contentHash, inDoubt, inFlight }) {
      seen.set(id, contentHash !== null || inDoubt || inFlight ? seenAs.published : seenAs.named);
    },
    has: (product) => seen.get(product) !== 0,
    all(unchanged) {
      const equal = unchanged.reserve(0);
      const all = seen.reserve(equal.length);
      for (let product = 0; product < equal.length; product += 1)
        if (equal[product] !== 0) all[product] = seenAs.published;
      return all;
    },
  };
}
