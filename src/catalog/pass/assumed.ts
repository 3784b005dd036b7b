import type { Content } from '../mapping/merge.ts';
import { hashOfContent } from '../terms/fingerprint.ts';
import type { KnownProduct } from '../terms/known-product.ts';
import { differingFields, sumsOfSent } from '../terms/listed.ts';
import type { CatalogStore } from '../terms/ports.ts';

/** `content_hash` of a product that was taken over and not yet compared with an export (store/mirror.ts). */
export const unknownContent = -1;

/** Products that were taken over (`adopt`), in the eyes of one pass. */
interface Assumed {
  /** The hash of what a row wants; `unknownContent` where the row says just what the marketplace's list showed. */
  hashOf(product: Pick<KnownProduct, 'id' | 'contentHash' | 'inDoubt'>, wish: Wish): number;
  write(): void;
  readonly waiting: number;
  /** Products taken over that rows of this pass name. */
  readonly named: number;
}

/** A product, and its content as it is written. */
interface Wish {
  readonly whole: Content;
  readonly content: string;
}

/**
 * `adopt` took a product over with the few fields that the marketplace's list shows. A row that says the same of these
 * is taken as confirmed as a whole, the other fields on trust, and is compared like any other from then on. `isWhole`:
 * every source that gives fields has been read, so the row's product is complete.
 */
export function createAssumed({ mirror, adopted }: CatalogStore, isWhole: boolean): Assumed {
  const waiting = new Map<number, number>();
  let named = 0;
  return {
    hashOf({ id, contentHash: known, inDoubt }, { whole, content }) {
      const hash = hashOfContent(content);
      if (known === unknownContent) named += 1;
      const listed = known === unknownContent && !inDoubt ? adopted.get(id) : undefined;
      if (listed === undefined || differingFields(sumsOfSent(whole), listed).length > 0)
        return hash;
      if (isWhole) waiting.set(id, hash);
      return unknownContent;
    },
    write() {
      for (const [product, hash] of waiting) {
        mirror.assume(product, hash);
        adopted.drop(product);
      }
      waiting.clear();
    },
    get waiting() {
      return waiting.size;
    },
    get named() {
      return named;
    },
  };
}
