import { atomic, type Database } from './database.ts';
import { createGivenReads } from './orders-given-reads.ts';

type VersionState = 'SEEN' | 'FETCHED' | 'STAGED' | 'WRITTEN' | 'SUPERSEDED' | 'SKIPPED' | 'PARKED';

/** One version of one order, as the feed served it. `id` rises in feed order. */
export interface VersionRow {
  readonly id: number;
  readonly order_id: string;
  readonly version: string;
  readonly order_number: string;
  readonly status: string;
  readonly origin: string;
  readonly updated_at: string;
  readonly background: number;
  readonly state: VersionState;
  readonly reason: string | null;
  readonly superseded_by: number | null;
  readonly summary: string | null;
  readonly detail: string | null;
  readonly seen_at: number;
  /** 1: somebody asked for its file once more. */
  readonly reissue: number;
}

export interface ReadDetail {
  readonly orderId: string;
  /** `order.version` of the answer. */
  readonly version: string;
  readonly detail: string;
}

interface ToRead {
  readonly background: boolean;
  /** Ids of orders. */
  readonly without?: readonly string[];
}

/** `ahead`: the answer shows a version that the feed has not served yet. `known`: one that needs no details. */
type DetailEnd = 'fetched' | 'ahead' | 'known';

/** After so many reads that gave nothing to write an order waits for the feed, the next hour or a person (fault 66). */
const readsMax = 3;

export type Versions = ReturnType<typeof createVersions>;

function prepareVersions(database: Database) {
  return {
    byVersion: database.prepare<[string, string], VersionRow>(
      'SELECT * FROM order_version WHERE order_id = ? AND version = ?',
    ),
    // After a read that showed another version the order is read again only once the feed has moved.
    toRead: database
      .prepare<[number, string, number], string>(
        `SELECT DISTINCT order_id FROM (
           SELECT order_id FROM order_version
           WHERE state = 'SEEN' AND background = ? AND read_page < (SELECT pages FROM feed)
             AND order_id NOT IN (SELECT value FROM json_each(?))
           ORDER BY id LIMIT ?)`,
      )
      .pluck(),
    setFetched: database.prepare(
      `UPDATE order_version SET state = 'FETCHED', detail = ?, reason = NULL WHERE id = ?`,
    ),
    supersede: database.prepare(
      `UPDATE order_version SET state = 'SUPERSEDED', superseded_by = ?, reason = NULL
       WHERE order_id = ? AND id < ? AND state IN ('SEEN', 'PARKED')`,
    ),
    olderUnread: database
      .prepare<[string, number], number>(
        `SELECT count(*) FROM order_version
         WHERE order_id = ? AND id < ? AND state IN ('SEEN', 'PARKED')`,
      )
      .pluck(),
    countRead: database.prepare(
      `UPDATE order_version SET reads = reads + 1, reason = @reason,
         read_page = CASE WHEN @untilPage = 1 THEN (SELECT pages FROM feed) ELSE read_page END,
         state = CASE WHEN reads + 1 >= ${readsMax} THEN 'PARKED' ELSE state END
       WHERE order_id = @orderId AND state = 'SEEN'`,
    ),
    keepAhead: database.prepare(
      'INSERT OR REPLACE INTO detail_ahead (order_id, version, detail) VALUES (?, ?, ?)',
    ),
    ahead: database.prepare<[string], { version: string; detail: string }>(
      'SELECT version, detail FROM detail_ahead WHERE order_id = ?',
    ),
    dropAhead: database.prepare('DELETE FROM detail_ahead WHERE order_id = ?'),
    forgetAhead: database.prepare(
      // Asked by order, because no index has all SEEN and PARKED versions: a list of them would read every version that
      // ever was.
      `DELETE FROM detail_ahead WHERE NOT EXISTS (SELECT 1 FROM order_version AS v
         WHERE v.order_id = detail_ahead.order_id AND v.state IN ('SEEN', 'PARKED'))`,
    ),
    forget: database.prepare(
      `UPDATE order_version SET summary = NULL, detail = NULL WHERE id IN (
         SELECT id FROM order_version WHERE summary IS NOT NULL AND seen_at < ?
           AND reissue = 0 AND state IN ('WRITTEN', 'SUPERSEDED', 'SKIPPED') LIMIT ?)`,
    ),
  };
}

function prepareParking(database: Database) {
  return {
    park: database.prepare(
      `UPDATE order_version SET state = 'PARKED', reason = ? WHERE order_id = ? AND state = 'SEEN'`,
    ),
    parkOne: database.prepare(`UPDATE order_version SET state = 'PARKED', reason = ? WHERE id = ?`),
    /**
     * A parked version with details goes back to be written, one without is read again. If the ERP has a later version
     * already, it does not get this one any more (fault 80).
     */
    wake: database.prepare(
      `UPDATE order_version SET state = CASE
           WHEN EXISTS (SELECT 1 FROM order_file AS f WHERE f.order_id = order_version.order_id
             AND f.version_id > order_version.id) THEN 'SUPERSEDED'
           WHEN detail IS NULL THEN 'SEEN' ELSE 'FETCHED' END,
         reads = 0, read_page = -1 WHERE state = 'PARKED' AND (@order IS NULL OR order_id = @order)
         AND NOT EXISTS (SELECT 1 FROM order_file WHERE version_id = order_version.id)`,
    ),
  };
}

/**
 * A read shows version 3: it gives the details of version 3, and ends version 2 if that still waits, because
 * an older version can never be read again (finding 8). If a filter skips version 3 and version 2 was
 * wanted, version 3 is written in its place.
 */
function applyRead(sql: ReturnType<typeof prepareVersions>, read: ReadDetail): DetailEnd {
  const row = sql.byVersion.get(read.orderId, read.version);
  if (row === undefined) return 'ahead';
  const standsIn = row.state === 'SKIPPED' && Number(sql.olderUnread.get(row.order_id, row.id)) > 0;
  const isWanted = row.state === 'SEEN' || row.state === 'PARKED' || standsIn;
  if (isWanted) sql.setFetched.run(read.detail, row.id);
  if (isWanted || row.state !== 'SKIPPED') sql.supersede.run(row.id, row.order_id, row.id);
  return isWanted ? 'fetched' : 'known';
}

/** What became of each version of each order between the feed and its file. */
export function createVersions(database: Database) {
  const sql = { ...prepareVersions(database), ...prepareParking(database) };
  const given = createGivenReads(database);

  return {
    /**
     * Orders with a version that waits for its detail: new ones, or those from before the first start. `without` is left
     * out by the database, because one order may have more unread versions than are looked at (I15).
     */
    toRead({ background, without = [] }: ToRead, limit: number): string[] {
      const left = JSON.stringify(without);
      const orders = sql.toRead.all(background ? 1 : 0, left, limit);
      return background ? orders : [...new Set([...orders, ...given.toRead(left, limit)])];
    },
    serveAgain: given.serve,

    storeDetail: atomic(database, (read: ReadDetail): DetailEnd => {
      const end = applyRead(sql, read);
      given.store(read);
      const which = end === 'ahead' ? 'its feed has not served' : 'is an older one';
      const reason = `The marketplace shows version ${read.version}, which ${which}.`;
      sql.countRead.run({ orderId: read.orderId, reason, untilPage: 1 });
      if (end === 'ahead') sql.keepAhead.run(read.orderId, read.version, read.detail);
      else sql.dropAhead.run(read.orderId);
      return end;
    }),

    /** The feed serves a version that an earlier read showed. Called inside the page's transaction. */
    meetAhead(orderId: string, version: string): void {
      const ahead = sql.ahead.get(orderId);
      if (ahead?.version !== version) return;
      applyRead(sql, { orderId, version, detail: ahead.detail });
      sql.dropAhead.run(orderId);
    },

    /** The order cannot be read. A later version, the next hour or a person lets it be tried again (fault 67). */
    park(orderId: string, reason: string): void {
      sql.park.run(reason, orderId);
      given.giveUp(orderId);
    },
    parkOne: (id: number, reason: string): number => sql.parkOne.run(reason, id).changes,

    /** The answer could not be read: the order is tried a few times, then parked. */
    countUnreadable: (orderId: string, reason: string): void => {
      sql.countRead.run({ orderId, reason, untilPage: 0 });
      given.countUnreadable(orderId);
    },

    /** Parked versions wait anew, of one order or of all. Answers how many. */
    wake: (orderId: string | null): number => sql.wake.run({ order: orderId }).changes,

    /** Drops personal data; ids, versions, digests and sequence stay (contract `keepDetails`). */
    forget(seenBefore: number, most: number): number {
      sql.forgetAhead.run();
      return sql.forget.run(seenBefore, most).changes;
    },
  };
}
