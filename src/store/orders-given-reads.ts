import type { Database } from './database.ts';
import type { ReadDetail } from './orders-versions.ts';

/**
 * An order whose answer cannot be read is asked for so many times: the next answer may be another, but not for ever.
 */
const readsMax = 3;

interface ServedItem {
  readonly orderId: string;
  readonly version: string;
  readonly summary: string;
  readonly seenAt: number;
}

/**
 * Versions that were taken over from the outbox's record, which holds no content (fault 34). They are from after the
 * backup, so the feed serves them once more. Then they are read, because open orders are kept out of the stock by their
 * lines. If the order has moved on since, the feed serves the newer version, and the older one need not be read.
 */
export function createGivenReads(database: Database) {
  const toRead = database
    .prepare<[string, number], string>(
      // CROSS: else SQLite begins with the orders, to have them in their order, and looks at every version there is.
      `SELECT DISTINCT v.order_id FROM given_unread AS g CROSS JOIN order_version AS v ON v.id = g.version_id
       WHERE v.summary IS NOT NULL AND v.order_id NOT IN (SELECT value FROM json_each(?)) LIMIT ?`,
    )
    .pluck();
  const serve = database.prepare(
    `UPDATE order_version SET summary = @summary, seen_at = @seenAt WHERE order_id = @orderId AND version = @version
       AND summary IS NULL AND id IN (SELECT version_id FROM given_unread)`,
  );
  const fill = database.prepare(
    `UPDATE order_version SET detail = @detail WHERE order_id = @orderId AND version = @version
       AND id IN (SELECT version_id FROM given_unread)`,
  );
  const ofOrder = 'version_id IN (SELECT id FROM order_version WHERE order_id = ?)';
  const end = database.prepare(`DELETE FROM given_unread WHERE ${ofOrder}`);
  const count = database.prepare(`UPDATE given_unread SET reads = reads + 1 WHERE ${ofOrder}`);
  const endOften = database.prepare(
    `DELETE FROM given_unread WHERE reads >= ${readsMax} AND ${ofOrder}`,
  );
  return {
    /** `without`: ids of orders, as JSON. */
    toRead: (without: string, limit: number): string[] => toRead.all(without, limit),
    serve({ orderId, version, summary, seenAt }: ServedItem): void {
      serve.run({ orderId, version, summary, seenAt });
    },
    store(read: ReadDetail): void {
      fill.run(read);
      end.run(read.orderId);
    },
    giveUp: (orderId: string): void => void end.run(orderId),
    countUnreadable(orderId: string): void {
      count.run(orderId);
      endOften.run(orderId);
    },
  };
}
