import type { SourceConfig } from '../../config/declaration.ts';
import type { RowWish } from '../pass/diff.ts';
import { growingFloats, growingIntegers } from './growing.ts';

/** A row: which record of the file it is, and the row number that a person sees. */
export interface Place {
  readonly index: number;
  readonly row: number;
}

/** One row of an article. */
export interface Meeting extends Place {
  readonly wish: RowWish;
}

/** What a row means for an article that may stand in several rows. */
type DuplicateVerdict =
  /** The only row so far, or the one that counts now. `replaces`: an earlier record that no longer counts. */
  | { readonly kind: 'counts'; readonly replaces?: number }
  /** Says the same as a row before: skipped. */
  | { readonly kind: 'repeats' }
  /** Says something else: all rows of the article are rejected. `earlier` is the record that counted until now. */
  | { readonly kind: 'contradicts'; readonly rows: readonly number[]; readonly earlier?: number };

export interface Duplicates {
  /**
   * By product: 0 if it was not met; -1 if its rows are rejected; else the record that counts, plus 1. With room for so
   * many products. Rows that are settled unread are noted here; before a second row of such a product is met, `recall`
   * tells what the first one says.
   */
  met(products: number): Int32Array;
  recall(product: number, stated: Pick<Meeting, 'row' | 'wish'>): void;
  /** The record that counts, where the product is met. */
  recordOf(product: number): number;
  meet(product: number, meeting: Meeting): DuplicateVerdict;
  /** A row of the article could not be read: answers the row before it that no longer counts, if there is one. */
  spoil(product: number): Place | undefined;
}

const contradicted = -1;
const onlyRow: DuplicateVerdict = { kind: 'counts' };

/** Finds articles that stand twice in one file (fault 8): the exact bytes of the id are its identity. */
export function createDuplicates(policy: SourceConfig['duplicates']): Duplicates {
  // By product: the record that counts, plus 1; 0 for none, -1 after a contradiction.
  const counting = growingIntegers();
  const firstRows = growingFloats();
  const contents = growingFloats();
  const quantities = growingFloats();

  const recall = (product: number, { row, wish }: Pick<Meeting, 'row' | 'wish'>): void => {
    firstRows.set(product, row);
    contents.set(product, wish.contentHash ?? -1);
    quantities.set(product, wish.quantity ?? -1);
  };
  const remember = (product: number, meeting: Meeting): void => {
    counting.set(product, meeting.index + 1);
    recall(product, meeting);
  };
  const isEqual = (product: number, { wish }: Meeting): boolean =>
    contents.get(product) === (wish.contentHash ?? -1) &&
    quantities.get(product) === (wish.quantity ?? -1);

  return {
    spoil(product) {
      const before = counting.get(product);
      if (policy === 'reject' || before > 0)
        counting.set(product, policy === 'reject' ? contradicted : 0);
      return before > 0 ? { index: before - 1, row: firstRows.get(product) } : undefined;
    },
    met: counting.reserve,
    recall,
    recordOf: (product) => counting.get(product) - 1,
    meet(product, meeting) {
      const before = counting.get(product);
      if (before === 0) {
        remember(product, meeting);
        return onlyRow;
      }
      if (policy !== 'reject') {
        remember(product, meeting);
        return { kind: 'counts', replaces: before - 1 };
      }
      if (before !== contradicted && isEqual(product, meeting)) return { kind: 'repeats' };
      counting.set(product, contradicted);
      const rows = [firstRows.get(product), meeting.row];
      return before === contradicted
        ? { kind: 'contradicts', rows }
        : { kind: 'contradicts', rows, earlier: before - 1 };
    },
  };
}
