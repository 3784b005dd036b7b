import type { Database } from './database.ts';

interface OpenVersion {
  readonly id: number;
  readonly detail: string;
}

interface TakenVersion {
  readonly id: number;
  readonly detail: string | null;
  readonly takenAt: number;
}

/** One order that the ERP has not taken in its newest version, or took lately. */
export interface OpenOrderRow {
  readonly orderNumber: string;
  /** The status of the newest version, whether that is for the ERP or not. */
  readonly status: string;
  readonly newest: OpenVersion;
  /** The newest first. */
  readonly taken: readonly TakenVersion[];
}

/** So many versions of an order that the ERP took are looked at: what none of these has is kept out of the stock. */
const takenMax = 100;
/** So many orders are looked at: nowhere are more open, and memory must have a limit. */
const ordersMax = 100_000;

function prepareOpen(database: Database) {
  return {
    changes: database.prepare<[], number>('SELECT total_changes()').pluck(),
    // Each part has an index of its own, so that the cost grows with what is open and not with what ever was.
    waiting: database
      .prepare<[number], string>(
        `SELECT order_id FROM order_version WHERE state = 'FETCHED' OR reissue = 1
         UNION SELECT order_id FROM order_file WHERE state = 'STAGED'
         UNION SELECT order_id FROM order_file WHERE state = 'PARKED'
         UNION SELECT order_id FROM order_file WHERE state = 'WRITTEN' AND acknowledged_at IS NULL
         LIMIT ?`,
      )
      .pluck(),
    unwritten: database
      .prepare<[number], string>(
        `SELECT order_id FROM order_version WHERE state = 'FETCHED' OR reissue = 1
         UNION SELECT order_id FROM order_file WHERE state = 'STAGED'
         UNION SELECT order_id FROM order_file WHERE state = 'PARKED'
         LIMIT ?`,
      )
      .pluck(),
    // In the order of the moment and not of the running number:
    // the two differ where a clock was put back once (fault 113).
    acknowledged: database
      .prepare<[number, number], string>(
        `SELECT order_id FROM order_file WHERE acknowledged_at >= ?
         ORDER BY acknowledged_at DESC LIMIT ?`,
      )
      .pluck(),
    written: database
      .prepare<[number, number], string>(
        `SELECT order_id FROM order_file WHERE state = 'WRITTEN' AND written_at >= ?
         ORDER BY written_at DESC LIMIT ?`,
      )
      .pluck(),
    newest: database.prepare<[string], { order_number: string; status: string }>(
      'SELECT order_number, status FROM order_version WHERE order_id = ? ORDER BY id DESC LIMIT 1',
    ),
    newestRead: database.prepare<[string], OpenVersion>(
      `SELECT id, detail FROM order_version WHERE order_id = ? AND detail IS NOT NULL
       ORDER BY id DESC LIMIT 1`,
    ),
    // A file is not taken before it was written, so a clock that was back then is corrected. A time of writing in the
    // future does not count (fault 113).
    taken: database.prepare<[number, string], TakenVersion>(
      `SELECT v.id, v.detail, min(max(f.acknowledged_at, iif(f.written_at <= ?, f.written_at, 0))) AS takenAt
       FROM order_file AS f JOIN order_version AS v ON v.id = f.version_id
       WHERE f.order_id = ? AND f.acknowledged_at IS NOT NULL
       GROUP BY v.id ORDER BY v.id DESC LIMIT ${takenMax}`,
    ),
    firstWritten: database.prepare<[string], TakenVersion>(
      `SELECT v.id, v.detail, min(f.written_at) AS takenAt
       FROM order_file AS f JOIN order_version AS v ON v.id = f.version_id
       WHERE f.order_id = ? AND f.written_at IS NOT NULL
       GROUP BY v.id ORDER BY v.id DESC LIMIT ${takenMax}`,
    ),
  };
}

interface OpenOrdersAsked {
  /** False where the ERP acknowledges nothing: then a file counts as taken when it is written. */
  readonly acknowledges: boolean;
  /** Orders written and taken before this moment (epoch ms) are left out. */
  readonly takenSince: number;
  readonly nowMs: number;
}

/** Orders whose goods an export of the ERP may still count as stock. */
export function createOpenOrderReads(database: Database) {
  const sql = prepareOpen(database);

  function orders({ acknowledges, takenSince }: OpenOrdersAsked): Set<string> {
    const open = (acknowledges ? sql.waiting : sql.unwritten).all(ordersMax);
    const lately = [sql.acknowledged, sql.written].flatMap((of) => of.all(takenSince, ordersMax));
    return new Set([...open, ...lately]);
  }

  return {
    /** Rises with every row that this connection changes. */
    changes: (): number => sql.changes.get() ?? 0,
    list(asked: OpenOrdersAsked): OpenOrderRow[] {
      return [...orders(asked)].flatMap((orderId) => {
        const { order_number: orderNumber = '', status = '' } = sql.newest.get(orderId) ?? {};
        const newest = sql.newestRead.get(orderId);
        const taken = asked.acknowledges
          ? sql.taken.all(asked.nowMs, orderId)
          : sql.firstWritten.all(orderId);
        return newest === undefined ? [] : [{ orderNumber, status, newest, taken }];
      });
    },
  };
}
