import { restoredFrom } from '../domain/restored.ts';
import { atomic, openDatabase } from './database.ts';
import { createOrderLog } from './orders-log.ts';
import { ordersApplicationId, ordersMigrations } from './orders-schema.ts';
import type { Restored } from './restored-catalog.ts';

/**
 * Makes an older orders.db, from a backup, fit to continue with (fault 34): the feed is read from its old cursor once
 * more, and before an open command is sent its order is looked at. Answers the new epoch.
 */
export function renewOrders(path: string, { at, text, from }: Restored & { from: string }): number {
  const database = openDatabase({
    path,
    applicationId: ordersApplicationId,
    migrations: ordersMigrations,
  });
  try {
    const log = createOrderLog(database);
    const epoch = Number(log.recall('epoch') ?? 0) + 1;
    atomic(database, () => {
      log.remember('epoch', String(epoch));
      log.remember(restoredFrom, from);
      database.exec(looks);
      log.tell({ at, part: 'orders', text });
    })();
    return epoch;
  } finally {
    database.close();
  }
}

const looks = `
-- As long ago as can be: its key may be forgotten, and it may have been answered since (fault 42).
UPDATE request SET sent_at = 0 WHERE state IN ('READY', 'SENT');
UPDATE command SET look = 1 WHERE state NOT IN ('DONE', 'REFUSED');
UPDATE feed SET caught_up_since = NULL;
`;
