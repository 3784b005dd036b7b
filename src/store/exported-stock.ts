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
  const stockOfOthers = database
    .prepare<{ source: string }, number>(
      `WITH own AS (SELECT id FROM run WHERE source = @source)
       SELECT id FROM product WHERE content_hash IS NOT NULL AND exported_quantity IS NOT NULL AND exported_run IN own
         AND (quantity_run IS NULL OR quantity_run NOT IN own) ORDER BY id`,
    )
    .pluck();
  const offeredBy = database
    .prepare<[string], number>(
      `SELECT count(*) FROM product WHERE content_hash IS NOT NULL AND quantity > 0
         AND quantity_run IN (SELECT id FROM run WHERE source = ?)`,
    )
    .pluck();
  const setExported = database.prepare(
    'UPDATE product SET exported_quantity = ?, exported_run = ? WHERE id = ?',
  );
  const forgetExported = database.prepare<[string]>(
    `UPDATE product SET exported_quantity = NULL, exported_run = NULL
     WHERE exported_run IN (SELECT id FROM run WHERE source = ?)`,
  );
  return {
    publishedWithStock,
    takenOverWithStock,
    exportedStock,
    stockOfOthers,
    offeredBy,
    setExported,
    forgetExported,
  };
}
