/** What the rows of an article add up to; null while none of them says anything (quirk 34: absent is not zero). */
export interface RowSum {
  /** The last of them. */
  readonly row: number;
  readonly quantity: number | null;
  /** One of them could not be read. */
  readonly isUnknown: boolean;
}

export interface RowSums {
  add(product: number, row: number, more: { readonly quantity: number | null } | 'unknown'): void;
  get(product: number): RowSum | undefined;
}

/** Adds up the rows of each article, for `duplicates: sum`. */
export function createRowSums(): RowSums {
  const sums = new Map<number, RowSum>();
  return {
    get: (product) => sums.get(product),
    add(product, row, more) {
      const before = sums.get(product);
      const added = more === 'unknown' ? null : more.quantity;
      const quantity = added === null ? null : (before?.quantity ?? 0) + added;
      sums.set(product, {
        row,
        quantity: quantity ?? before?.quantity ?? null,
        isUnknown: more === 'unknown' || before?.isUnknown === true,
      });
    },
  };
}
