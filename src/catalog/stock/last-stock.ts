import type { ProductRow } from '../../store/mirror.ts';
import { isUnsure, stockHash, stockWish } from '../pass/diff.ts';
import type { Item } from '../requests/pass-two.ts';
import { stockItem } from '../requests/resend.ts';
import type { OpenStock } from './open-stock.ts';

/** The stock of an article as it was exported last, to be sent without a row. */
export interface LastStock {
  readonly row: ProductRow;
  /** Thousandths, less what open orders take. */
  readonly quantity: number;
  /** The run that exported it. */
  readonly run: number;
}

export function lastStock(
  { lessOrders }: Pick<OpenStock, 'lessOrders'>,
  row: ProductRow,
): LastStock | undefined {
  const { external_id: externalId, exported_quantity: exported, exported_run: run } = row;
  if (exported === null || run === null) return undefined;
  return { row, quantity: lessOrders(externalId, { quantity: exported, run }), run };
}

export function differs({ row, quantity }: LastStock): boolean {
  return row.quantity !== quantity || isUnsure(row.quantity_run);
}

/** The marketplace refused just this stock. */
export function isRefused({ row, quantity }: LastStock): boolean {
  return row.refused_hash === stockHash(stockWish(quantity));
}

export function itemOf({ row, quantity, run: quantityRun }: LastStock): Item {
  return stockItem(row, { quantity, quantityRun });
}
