import type { MirrorState, RowWish } from './diff.ts';
import { isUnsure } from './diff.ts';
import type { Misread } from './misread.ts';
import { createMisread } from './misread.ts';
import type { Buffers, QuantityChanges } from './quantity-changes.ts';
import { createQuantityChanges } from './quantity-changes.ts';

/** What a pass counts of quantities, for the brakes on zeroed and on jumped stock. */
export interface StockFacts {
  /** Notes what a row does to a confirmed quantity; null where nothing is confirmed or the row says nothing. */
  compare(
    index: number,
    before: Before,
    now: Pick<RowWish, 'quantity' | 'columns' | 'isMarked'>,
  ): void;
  /** Counts rows whose quantity is the confirmed one. */
  same(rows: number): void;
  readonly quantities: number;
  readonly zeroed: readonly number[];
  readonly changes: QuantityChanges;
  readonly misread: Misread;
  /**
   * Records whose stock would go although their content is held: it differs, or may by now. Not where it jumps up, which
   * says the same of the numbers' style as what is held, and would sell what is not there.
   */
  readonly apart: readonly number[];
}

type Before = Pick<MirrorState, 'quantity' | 'quantityRun' | 'inFlight'>;

export function createStockFacts(factor: number, buffers: Buffers, isNear = false): StockFacts {
  const zeroed: number[] = [];
  const apart: number[] = [];
  const changes = createQuantityChanges(factor, buffers, isNear);
  const misread = createMisread(buffers);
  let quantities = 0;
  return {
    compare(index, product, { quantity: after, columns, isMarked }) {
      const { quantity: before } = product;
      if (after === null) return;
      if (before !== null) quantities += 1;
      if (after === before) {
        if (mayHaveChanged(product)) apart.push(index);
        return;
      }
      const now = { quantity: after, columns, isMarked };
      const by = changes.add(index, before, now);
      misread.add(index, before, now);
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
    misread,
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
