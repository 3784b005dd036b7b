import { unsureRun } from '../domain/restored.ts';
import type { Database } from './database.ts';
import { unknownContent } from './product-row.ts';

/** What the source of the stock said last of each product, beside what was confirmed of it. */
export function prepareExportedStock(database: Database) {
  const isTakenOver = `content_hash = ${unknownContent} AND exported_quantity IS NULL`;
  const withStock = (from: string, where: string) =>
    database
      .prepare<[], number>(
        `SELECT id FROM ${from} WHERE content_hash IS NOT NULL AND (quantity IS NOT 0 OR quantity_run = ${unsureRun})
           AND ${where} ORDER BY id`,
      )
      .pluck();
  const publishedWithStock = withStock('product', `NOT (${isTakenOver})`);
  // From the few: where nothing was taken over, no product is looked at.
  const takenOver = 'adopted CROSS JOIN product ON product.id = adopted.product';
  const takenOverWithStock = withStock(takenOver, isTakenOver);
  const exportedStock = database
    .prepare<[], number>('SELECT id FROM product WHERE exported_quantity > 0')
    .pluck();
  const stockToGive = database
    .prepare<{ source: string }, number>(
      `WITH own AS (SELECT id FROM run WHERE source = @source)
       SELECT id FROM product WHERE content_hash IS NOT NULL AND exported_quantity IS NOT NULL AND exported_run IN own
         AND (quantity_run IS NULL OR quantity_run NOT IN own OR quantity_run < exported_run) ORDER BY id`,
    )
    .pluck();
  const offeredBy = database
    .prepare<[string], number>(
      `SELECT count(*) FROM product WHERE content_hash IS NOT NULL AND quantity > 0
         AND quantity_run IN (SELECT id FROM run WHERE source = ?)`,
    )
    .pluck();
  const unstocked = database.prepare<[number], { id: number; external_id: string }>(
    `SELECT id, external_id FROM product
     WHERE content_hash IS NULL AND (exported_quantity IS NULL OR exported_run < ?)`,
  );
  const setExported = database.prepare(
    'UPDATE product SET exported_quantity = ?, exported_run = ? WHERE id = ?',
  );
  const forgetExported = database.prepare<[string]>(
    `UPDATE product SET exported_quantity = NULL, exported_run = NULL
     WHERE exported_run IN (SELECT id FROM run WHERE source = ?)`,
  );
  const forgetUncreated = database.prepare<[number]>(
    `UPDATE product SET exported_quantity = NULL, exported_run = NULL
     WHERE exported_run = ? AND content_hash IS NULL`,
  );
  return {
    publishedWithStock,
    takenOverWithStock,
    exportedStock,
    stockToGive,
    offeredBy,
    unstocked,
    setExported,
    forgetExported,
    forgetUncreated,
  };
}

export function exportedReads(statements: ReturnType<typeof prepareExportedStock>) {
  return {
    /** Published products whose confirmed stock is unknown or more than nothing, but for those taken over. */
    publishedWithStock: () => statements.publishedWithStock.all(),
    /** Those of them that were taken over, and of which no export that was compared has said anything. */
    takenOverWithStock: () => statements.takenOverWithStock.all(),
    /** Products of which a stock export said more than nothing last. */
    exportedStock: () => statements.exportedStock.all(),
    /** Published products whose stock the source exported last, and that were given another one's or an earlier one. */
    stockToGive: (source: string) => statements.stockToGive.all({ source }),
    /** Published products of which the source gave a stock above nothing, and no other one since. */
    offeredBy: (source: string) => statements.offeredBy.get(source) ?? 0,
    /** Products that are not on the marketplace, and of which nothing says a stock since that run. */
    unstocked: (run: number) => statements.unstocked.all(run),
  };
}
