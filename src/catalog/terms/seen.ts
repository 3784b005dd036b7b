import { type Growing, growingBytes } from './growing.ts';
import type { KnownProduct } from './known-product.ts';

/**
 * `named`: the file names the product. `published`: and the marketplace may have it (vanished.ts), as the mirror said
 * when its row passed.
 */
export const seenAs = { named: 1, published: 2 } as const;

/** Every product that a file names, in rejected rows as well: none of these has vanished. */
export interface Seen {
  /** Keeps what the mirror says now, which spares a million questions when the plan is committed. */
  see(product: KnownProduct): void;
  has(product: number): boolean;
  /** By product; products whose row equals what the marketplace confirmed count as published. */
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
