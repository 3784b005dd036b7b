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

/** Our clock and the service's differ by less, unless one of them is wrong. */
const farMs = 24 * 60 * 60_000;

/** No file is taken before the feed showed its version, by the service's clock: for a moment that ours put far back. */
const seenLater = (moment: string): string =>
  `iif(${moment} < v.seen_at - ${farMs} AND v.seen_at <= @nowMs, v.seen_at, 0)`;

interface TakenAsked {
  readonly nowMs: number;
  readonly orderId: string;
}

// Each part has an index of its own, so that the cost grows with what is open and not with what ever was. ALL: else
// SQLite reads whole tables in the order of their orders, to find those that stand twice.
const unwritten = `SELECT order_id FROM order_version INDEXED BY order_version_fetched WHERE state = 'FETCHED' OR reissue = 1
  UNION ALL SELECT order_id FROM order_file INDEXED BY order_file_staged WHERE state = 'STAGED'
  UNION ALL SELECT order_id FROM order_file INDEXED BY order_file_parked WHERE state = 'PARKED'`;
const untaken = `SELECT order_id FROM order_file INDEXED BY order_file_unacknowledged
  WHERE state = 'WRITTEN' AND acknowledged_at IS NULL`;

function prepareLists(database: Database) {
  return {
    changes: database.prepare<[], number>('SELECT total_changes()').pluck(),
    waiting: database
      .prepare<[number], string>(`${unwritten} UNION ALL ${untaken} LIMIT ?`)
      .pluck(),
    unwritten: database.prepare<[number], string>(`${unwritten} LIMIT ?`).pluck(),
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
    // Written and taken while our clock was far back, by the service's own time (fault 113).
    seen: database
      .prepare<[number, number], string>(
        `SELECT v.order_id FROM order_version AS v JOIN order_file AS f ON f.version_id = v.id
         WHERE v.summary IS NOT NULL AND v.seen_at >= ?
           AND coalesce(f.acknowledged_at, f.written_at) < v.seen_at - ${farMs}
         LIMIT ?`,
      )
      .pluck(),
  };
}

function prepareOrder(database: Database) {
  return {
    newest: database.prepare<[string], { order_number: string; status: string }>(
      'SELECT order_number, status FROM order_version WHERE order_id = ? ORDER BY id DESC LIMIT 1',
    ),
    newestRead: database.prepare<[string], OpenVersion>(
      `SELECT id, detail FROM order_version WHERE order_id = ? AND detail IS NOT NULL
       ORDER BY id DESC LIMIT 1`,
    ),
    // A file is not taken before it was written, so a clock that was back then is corrected. A time of writing in the
    // future does not count (fault 113).
    taken: database.prepare<TakenAsked, TakenVersion>(
      `SELECT v.id, v.detail, min(max(f.acknowledged_at, iif(f.written_at <= @nowMs, f.written_at, 0),
         ${seenLater('f.acknowledged_at')})) AS takenAt
       FROM order_file AS f JOIN order_version AS v ON v.id = f.version_id
       WHERE f.order_id = @orderId AND f.acknowledged_at IS NOT NULL
       GROUP BY v.id ORDER BY v.id DESC LIMIT ${takenMax}`,
    ),
    firstWritten: database.prepare<TakenAsked, TakenVersion>(
      `SELECT v.id, v.detail, min(max(f.written_at, ${seenLater('f.written_at')})) AS takenAt
       FROM order_file AS f JOIN order_version AS v ON v.id = f.version_id
       WHERE f.order_id = @orderId AND f.written_at IS NOT NULL
       GROUP BY v.id ORDER BY v.id DESC LIMIT ${takenMax}`,
    ),
  };
}

interface OpenOrdersAsked {
  /** False where the ERP acknowledges nothing: then a file counts as taken when it is written. */
  readonly acknowledges: boolean;
  /** Orders written and taken before this moment (epoch ms) are left out. */
  readonly takenSince: number;
  /** By our clock or the service's, whichever is later: one that is back must not make all else lie in the future. */
  readonly nowMs: number;
}

/** Orders whose goods an export of the ERP may still count as stock. */
export function createOpenOrderReads(database: Database) {
  const sql = { ...prepareLists(database), ...prepareOrder(database) };

  function orders({ acknowledges, takenSince }: OpenOrdersAsked): Set<string> {
    const open = (acknowledges ? sql.waiting : sql.unwritten).all(ordersMax);
    const lately = [sql.acknowledged, sql.written, sql.seen].flatMap((of) =>
      of.all(takenSince, ordersMax),
    );
    return new Set([...open, ...lately]);
  }

  return {
    /** Rises with every row that this connection changes. */
    changes: (): number => sql.changes.get() ?? 0,
    list(asked: OpenOrdersAsked): OpenOrderRow[] {
      return [...orders(asked)].flatMap((orderId) => {
        const { order_number: orderNumber = '', status = '' } = sql.newest.get(orderId) ?? {};
        const newest = sql.newestRead.get(orderId);
        const read = asked.acknowledges ? sql.taken : sql.firstWritten;
        const taken = read.all({ nowMs: asked.nowMs, orderId });
        return newest === undefined ? [] : [{ orderNumber, status, newest, taken }];
      });
    },
  };
}
