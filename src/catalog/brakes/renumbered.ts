import type { Newcomers } from '../pass/content-facts.ts';
import type { Traits } from '../terms/traits.ts';

interface GoneProduct {
  readonly id: number;
  readonly traits: Traits;
}

/** Articles that are gone and came back under another number: the same barcode or name, one for one. */
export interface Renumbered {
  /** Records of the new numbers. */
  readonly records: readonly number[];
  /** Product ids of the old ones. */
  readonly ids: ReadonlySet<number>;
}

/**
 * The marketplace cannot change an article's number (contract.md "externalId"), so a renumbering would remove articles
 * and create them again. A name or barcode that several articles share is no sign of one. `isUsed`: whether
 * the record counts.
 */
export function findRenumbered(
  gone: readonly GoneProduct[],
  newcomers: Newcomers,
  isUsed: (record: number) => boolean,
): Renumbered {
  const byBarcode = only(gone, ({ traits }) => traits.barcode);
  const byName = only(gone, ({ traits }) => traits.name);
  const records: number[] = [];
  const ids = new Set<number>();
  for (let place = 0; place < newcomers.count && gone.length > 0; place += 1) {
    const { record, name, barcode } = newcomers.at(place);
    const old = byBarcode.get(barcode) ?? byName.get(name);
    if (old === undefined || ids.has(old) || !isUsed(record)) continue;
    ids.add(old);
    records.push(record);
  }
  return { records, ids };
}

/** Product ids by hash, without hashes that several products share. */
function only(
  gone: readonly GoneProduct[],
  hashOf: (product: GoneProduct) => number,
): Map<number, number> {
  const ids = new Map<number, number>();
  const shared = new Set<number>([0]);
  for (const product of gone) {
    const hash = hashOf(product);
    if (ids.has(hash)) shared.add(hash);
    ids.set(hash, product.id);
  }
  for (const hash of shared) ids.delete(hash);
  return ids;
}
