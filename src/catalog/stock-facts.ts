import type { MirrorState, RowWish } from './diff.ts';
import { isUnsure } from './diff.ts';
import type { ColumnChanges } from './jumps.ts';
import { createColumnChanges, jumpBetween } from './jumps.ts';

/** What a pass counts of quantities, for the brakes on zeroed and on jumped stock. */
export interface StockFacts {
  /** Notes what a row does to a confirmed quantity; null where nothing is confirmed or the row says nothing. */
  compare(index: number, before: Before, now: Pick<RowWish, 'quantity' | 'taken'>): void;
  /** Counts rows whose quantity is the confirmed one. */
  same(rows: number): void;
  readonly quantities: number;
  readonly zeroed: readonly number[];
  readonly changes: ColumnChanges;
  /**
   * Records whose stock would go although their content is held: it differs, or may by now. Not where it jumps up, which
   * says the same of the numbers' style as what is held, and would sell what is not there.
   */
  readonly apart: readonly number[];
}

type Before = Pick<MirrorState, 'quantity' | 'quantityRun' | 'inFlight'>;

/** `buffer`: what the mapping takes off the column's values, in thousandths; without it they are compared. */
export function createStockFacts(factor: number, buffer = 0): StockFacts {
  const zeroed: number[] = [];
  const apart: number[] = [];
  const changes = createColumnChanges();
  let quantities = 0;
  const jumpOf = (before: number | null, after: number, taken: number): string | undefined => {
    // What is taken to nothing says nothing of the columns.
    if (before === null || before === 0 || after === 0) return undefined;
    const [was, is] = [before + buffer, after + buffer];
    const all = jumpBetween(was, is, factor);
    if (all !== undefined || taken === 0) return all;
    // Behind `minus` one of two columns may jump alone: the other is taken for what it is now.
    return (
      jumpBetween(was + taken, is + taken, factor) ?? jumpBetween(is + taken - was, taken, factor)
    );
  };
  return {
    compare(index, product, { quantity: after, taken = 0 }) {
      const { quantity: before } = product;
      if (after === null) return;
      if (before !== null) quantities += 1;
      if (after === before) {
        if (mayHaveChanged(product)) apart.push(index);
        return;
      }
      const by = jumpOf(before, after, taken);
      changes.add(index, before, by);
      if (goesAlone(product, by)) apart.push(index);
      if (before !== null && after === 0) zeroed.push(index);
    },
    same(rows) {
      quantities += rows;
    },
    get quantities() {
      return quantities;
    },
    zeroed,
    changes,
    apart,
  };
}

function goesAlone(product: Before, by: string | undefined): boolean {
  return (product.quantity !== null || mayHaveChanged(product)) && by?.startsWith('×') !== true;
}

/** The marketplace may have another stock by now than the mirror says. */
function mayHaveChanged(product: Before): boolean {
  return product.inFlight || isUnsure(product);
}
