import type { SourceConfig } from '../config/declaration.ts';
import { codes } from '../domain/codes.ts';
import type { Complaint } from '../domain/complaint.ts';
import type { Thousandths } from '../domain/quantity.ts';
import { offeredStock } from './values.ts';

/** What the rows of an article add up to under `duplicates: sum`. */
export interface RowSum {
  /** The last of the rows: it stands for all of them in the books. */
  readonly row: number;
  readonly rows: number;
  /** Null while no row says anything (quirk 34: absent is not zero). */
  readonly quantity: Thousandths | null;
  /** A row of the article could not be read: no part of a sum is sent. */
  readonly isUnknown: boolean;
}

export interface RowSums {
  add(product: number, row: number, quantity: Thousandths | null | 'unknown'): void;
  get(product: number): RowSum | undefined;
  /** Rows that were added to a later row of their article, and so count as skipped. */
  readonly added: number;
}

export function createRowSums(): RowSums {
  const sums = new Map<number, RowSum>();
  let added = 0;
  return {
    add(product, row, quantity) {
      const before = sums.get(product);
      const isUnknown = quantity === 'unknown';
      if (!isUnknown && before !== undefined && before.rows > 0) added += 1;
      const more = isUnknown ? null : quantity;
      sums.set(product, {
        row,
        // A row that could not be read is rejected, not added.
        rows: (before?.rows ?? 0) + (isUnknown ? 0 : 1),
        quantity: more === null ? (before?.quantity ?? null) : (before?.quantity ?? 0) + more,
        isUnknown: isUnknown || before?.isUnknown === true,
      });
    },
    get: (product) => sums.get(product),
    get added() {
      return added;
    },
  };
}

export type Total =
  | { readonly value: Thousandths | null; readonly note?: Complaint }
  | { readonly complaint: Complaint };

/** Buffer, range and clamp are for the whole of it: a warehouse below zero takes from the others (quirks 31 and 33). */
export function totalOf(
  { mapping, negative }: SourceConfig,
  externalId: string,
  { quantity, isUnknown }: RowSum,
): Total {
  if (isUnknown) {
    const rule = 'cannot be added up: another row of the article could not be read.';
    const { remedy } = codes.ROW_SUM;
    return { complaint: { code: 'ROW_SUM', value: externalId, rule, remedy } };
  }
  if (quantity === null || mapping.availableQty === undefined) return { value: quantity };
  return offeredStock(quantity, mapping.availableQty, negative);
}

/** Told once for a run: in its books these rows are skipped, and nothing of them is lost. */
export function rowsAdded(rows: number): Complaint {
  const rule =
    rows === 1
      ? 'row was added to the last row of its article and counts as skipped.'
      : 'rows were added to the last rows of their articles and count as skipped.';
  return { code: 'ROW_ADDED', value: String(rows), rule, remedy: codes.ROW_ADDED.remedy };
}
