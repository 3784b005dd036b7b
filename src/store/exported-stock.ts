import { unsureRun } from '../domain/restored.ts';
import type { Database } from './database.ts';
import { unknownContent } from './product-row.ts';

/** For each product the stock that the stock source said last, beside the one that was confirmed. */
export function prepareExportedStock(database: Database) {
  const isTakenOver = `content_hash = ${unknownContent} AND exported_quantity IS NULL`;
  // Starts from the table of adopted products: if there are none, no product is looked at.
  const takenOver = 'adopted CROSS JOIN product ON product.id = adopted.product';
  const withStock = (from: string, where: string) =>
    database
      .prepare<[], number>(
        `SELECT id FROM ${from} WHERE content_hash IS NOT NULL AND (quantity IS NOT 0 OR quantity_run = ${unsureRun})
           AND ${where} ORDER BY id`,
      )
      .pluck();
  return {
    publishedWithStock: withStock('product', `NOT (${isTakenOver})`),
    takenOverWithStock: withStock(takenOver, isTakenOver),
    exportedStock: database
      .prepare<[], number>('SELECT id FROM product WHERE exported_quantity > 0')
      .pluck(),
    stockToGive: database
      .prepare<{ source: string }, number>(
        `WITH own AS (SELECT id FROM run WHERE source = @source)
         SELECT id FROM product WHERE content_hash IS NOT NULL AND exported_quantity IS NOT NULL AND exported_run IN own
           AND (quantity_run IS NULL OR quantity_run NOT IN own OR quantity_run < exported_run) ORDER BY id`,
      )
      .pluck(),
    hasStockOf: database
      .prepare<[string], number>(
        `WITH own AS (SELECT id FROM run WHERE source = ?)
         SELECT EXISTS (SELECT 1 FROM product WHERE content_hash IS NOT NULL AND (quantity_run IN own OR exported_run IN own))`,
      )
      .pluck(),
    offeredBy: database
      .prepare<[string], number>(
        `SELECT count(*) FROM product WHERE content_hash IS NOT NULL AND quantity > 0
           AND quantity_run IN (SELECT id FROM run WHERE source = ?)`,
      )
      .pluck(),
    unstocked: database.prepare<[number], { id: number; external_id: string }>(
      `SELECT id, external_id FROM product
       WHERE content_hash IS NULL AND (exported_quantity IS NULL OR exported_run < ?)`,
    ),
    setExported: database.prepare(
      'UPDATE product SET exported_quantity = ?, exported_run = ? WHERE id = ?',
    ),
    forgetExported: database.prepare<[string]>(
      `UPDATE product SET exported_quantity = NULL, exported_run = NULL
       WHERE exported_run IN (SELECT id FROM run WHERE source = ?)`,
    ),
    forgetUncreated: database.prepare<[number]>(
      `UPDATE product SET exported_quantity = NULL, exported_run = NULL
       WHERE exported_run = ? AND content_hash IS NULL`,
    ),
  };
}

export function exportedReads(statements: ReturnType<typeof prepareExportedStock>) {
  return {
    /** Published products whose confirmed stock is unknown or not 0, without the ones of `takenOverWithStock`. */
    publishedWithStock: () => statements.publishedWithStock.all(),
    /** The same of products that were taken over, and of which no export that was compared has said anything. */
    takenOverWithStock: () => statements.takenOverWithStock.all(),
    /** Products of which the last stock export said more than 0. */
    exportedStock: () => statements.exportedStock.all(),
    /**
     * Published products of which this source exported a stock last, while the confirmed one is unknown, of another
     * source or of an earlier run.
     */
    stockToGive: (source: string) => statements.stockToGive.all({ source }),
    /** Whether this source has ever said the stock of a published product. */
    hasStockOf: (source: string) => statements.hasStockOf.get(source) === 1,
    /** How many published products have a confirmed stock above 0 that this source gave. */
    offeredBy: (source: string) => statements.offeredBy.get(source) ?? 0,
    /** Products that are not on the marketplace, and of which no export since that run says a stock. */
    unstocked: (run: number) => statements.unstocked.all(run),
  };
}
