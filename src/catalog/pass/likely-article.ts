import type { Complaint } from '../../domain/complaint.ts';
import type { Fields } from '../mapping/mapped-row.ts';
import type { KnownProduct } from '../terms/known-product.ts';
import { isFlipped, traitsOf, unpackTraits } from '../terms/traits.ts';

/**
 * A row has an unknown number, and seems to be about this
 * article on the marketplace; `lost`: what became of the number.
 */
export interface LikelyArticle {
  readonly number: string;
  readonly lost: Pick<Complaint, 'rule' | 'remedy'>;
}

/**
 * The same name, also in another encoding, or the same barcode. A row without a name creates nothing: it would be
 * skipped in silence, so for it the number alone is enough.
 */
export function isLikely(
  likely: KnownProduct | undefined,
  { name, barcode }: Pick<Fields, 'name' | 'barcode'>,
): boolean {
  if (name === undefined) return likely !== undefined;
  if (likely?.traits == null) return false;
  const before = unpackTraits(likely.traits);
  const now = traitsOf({ name, ...(barcode === undefined ? {} : { barcode }) });
  const isNamed = before.name === now.name || isFlipped(before, now);
  return isNamed || (now.barcode !== 0 && before.barcode === now.barcode);
}
