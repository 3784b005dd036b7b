import { growingBytes } from '../terms/growing.ts';
import type { KnownProduct } from '../terms/known-product.ts';
import { isUnsure, type RowWish } from './diff.ts';
import { createMisread, type Misread } from './misread.ts';
import { createMovedStock, type MovedStock } from './moved-stock.ts';
import type { PassInput } from './pass-result.ts';
import { createQuantityChanges, type QuantityChanges } from './quantity-changes.ts';

/** What a pass counts of quantities, for the brakes on zeroed and on jumped stock. */
export interface StockFacts {
  /** Notes what a row does to a confirmed quantity; null where nothing is confirmed or the row says nothing. */
  compare(index: number, before: Before, now: Omit<RowWish, 'contentHash'>): void;
  /** Counts rows whose quantity is the confirmed one. */
  same(rows: number): void;
  /** A row of the product is one of these. */
  recall(before: Before, now: Pick<RowWish, 'quantity'>): void;
  /** Articles whose quantity is known on both sides. Of several rows of an article each replaces the one before. */
  readonly quantities: number;
  readonly zeroed: readonly number[];
  readonly changes: QuantityChanges;
  readonly misread: Misread;
  readonly moved: MovedStock;
  /**
   * Records whose stock is sent although their content is held: the stock differs, or may differ by now. Not where it
   * jumps up by a power: that too hints at a wrong number style, and would sell what is not there.
   */
  readonly alone: readonly number[];
}

type StockInput = Pick<PassInput, 'jumpFactor' | 'buffers' | 'isJumpHeld'> & {
  readonly source: Pick<PassInput['source'], 'numberStyle'>;
};

type Before = Pick<KnownProduct, 'id' | 'quantity' | 'quantityRun' | 'inFlight'>;

export function createStockFacts({
  source: { numberStyle },
  jumpFactor,
  buffers,
  isJumpHeld,
}: StockInput): StockFacts {
  const zeroed: number[] = [];
  const alone: number[] = [];
  const changes = createQuantityChanges(jumpFactor, buffers, isJumpHeld);
  const misread = createMisread(buffers);
  const moved = createMovedStock(buffers.now, numberStyle);
  const counted = growingBytes();
  let quantities = 0;
  return {
    compare(index, product, now) {
      const { quantity: before } = product;
      const { quantity: after } = now;
      if (after === null) return;
      if (before !== null && counted.get(product.id) === 0) {
        counted.set(product.id, 1);
        quantities += 1;
      }
      if (after === before) {
        if (mayHaveChanged(product)) alone.push(index);
        return;
      }
      const given = { ...now, quantity: after };
      const by = changes.add(index, before, given);
      misread.add(index, before, given);
      moved.add(index, before, given);
      if (goesAlone(product, by)) alone.push(index);
      if (before !== null && after === 0) zeroed.push(index);
    },
    same(rows) {
      quantities += rows;
    },
    recall(product, { quantity }) {
      if (product.quantity !== null && quantity !== null) counted.set(product.id, 1);
    },
    get quantities() {
      return quantities;
    },
    zeroed,
    changes,
    misread,
    moved,
    alone,
  };
}

function goesAlone(product: Before, by: string | undefined): boolean {
  return (product.quantity !== null || mayHaveChanged(product)) && by?.startsWith('×') !== true;
}

/** The marketplace may have another stock by now than the mirror says. */
function mayHaveChanged(product: Before): boolean {
  return product.inFlight || isUnsure(product.quantityRun);
}
