import type { Complaint } from '../../domain/complaint.ts';
import type { Fields } from '../mapping/mapped-row.ts';
import type { KnownProduct } from '../terms/known-product.ts';
import { isFlipped, traitsOf, unpackTraits } from '../terms/traits.ts';

/** An article on the marketplace that a row of an unknown number is about, as it seems, and what became of the number. */
export interface Twin {
  readonly number: string;
  readonly lost: Pick<Complaint, 'rule' | 'remedy'>;
}

/** By name, be it in other letters, or by barcode. */
export function isSame(
  twin: KnownProduct | undefined,
  { name = '', barcode }: Pick<Fields, 'name' | 'barcode'>,
): boolean {
  if (twin?.traits == null) return false;
  const before = unpackTraits(twin.traits);
  const now = traitsOf({ name, ...(barcode === undefined ? {} : { barcode }) });
  const isNamed = before.name === now.name || isFlipped(before, now);
  return isNamed || (now.barcode !== 0 && before.barcode === now.barcode);
}
