import { atomic, type Database } from './database.ts';
import type { Versions } from './orders-versions.ts';

export interface FeedRow {
  readonly cursor: string | null;
  readonly updated_after: string;
  readonly first_started_at: number;
  readonly newest_updated_at: string | null;
  readonly pages: number;
  readonly last_poll_at: number | null;
  readonly caught_up_since: number | null;
}

/** A feed item that passed the decoder; `summary` is its JSON with every digit kept. */
export interface FeedItem {
  readonly orderId: string;
  readonly version: string;
  readonly orderNumber: string;
  readonly status: string;
  readonly origin: string;
  readonly updatedAt: string;
  readonly background: boolean;
  readonly summary: string;
}

export interface FeedPage {
  /** The cursor that the page was asked with; null where it was asked by instant. */
  readonly asked: string | null;
  readonly nextCursor: string;
  readonly hasMore: boolean;
  readonly items: readonly FeedItem[];
  readonly newestUpdatedAt: string | null;
  readonly at: number;
  /** The same moment by the service's own clock. */
  readonly seenAt: number;
  /** Why an item is not written for the ERP; undefined: it is. `known`: an earlier version is written, or will be. */
  skip(item: FeedItem, known: boolean): string | undefined;
}

/** Thrown to roll a page back whose cursor is no longer the stored one; never leaves this file. */
class CursorMoved extends Error {}

function prepareFeed(database: Database) {
  return {
    position: database.prepare<[], FeedRow>('SELECT * FROM feed'),
    begin: database.prepare(
      'INSERT INTO feed (id, updated_after, first_started_at) VALUES (1, ?, ?) ON CONFLICT DO NOTHING',
    ),
    // Compare-and-set on the cursor that was asked with (I7).
    advance: database.prepare(
      `UPDATE feed SET cursor = @next, pages = pages + 1, last_poll_at = @at,
         newest_updated_at = coalesce(@newest, newest_updated_at),
         caught_up_since = CASE WHEN @hasMore = 1 THEN NULL ELSE coalesce(caught_up_since, @at) END
       WHERE cursor IS @asked`,
    ),
    restart: database.prepare(
      'UPDATE feed SET cursor = NULL, updated_after = ?, caught_up_since = NULL WHERE cursor IS ?',
    ),
    isKnown: database
      .prepare<[string], number>(
        "SELECT 1 FROM order_version WHERE order_id = ? AND state <> 'SKIPPED' LIMIT 1",
      )
      .pluck(),
    insert: database.prepare(
      `INSERT INTO order_version (order_id, version, order_number, status, origin, updated_at, background,
         state, reason, summary, seen_at)
       VALUES (@orderId, @version, @orderNumber, @status, @origin, @updatedAt, @background,
         @state, @reason, @summary, @seenAt)
       ON CONFLICT (order_id, version) DO NOTHING`,
    ),
  };
}

/**
 * Stores a page whole, or nothing of it: throws CursorMoved where the cursor is no longer the one it was asked with.
 */
function pageWriter(database: Database, sql: ReturnType<typeof prepareFeed>, versions: Versions) {
  function storeItem(page: FeedPage, item: FeedItem): boolean {
    const reason = page.skip(item, sql.isKnown.get(item.orderId) !== undefined);
    // An answer's Date may be years too early, and then details would soon be forgotten. A version is not seen before
    // it was made.
    const seenAt = Math.max(page.seenAt, Date.parse(item.updatedAt) || 0);
    const { changes } = sql.insert.run({
      ...item,
      background: item.background ? 1 : 0,
      state: reason === undefined ? 'SEEN' : 'SKIPPED',
      reason: reason ?? null,
      seenAt,
    });
    if (changes > 0) versions.meetAhead(item.orderId, item.version);
    else versions.serveAgain({ ...item, seenAt });
    return changes > 0;
  }

  return atomic(database, (page: FeedPage): number => {
    let fresh = 0;
    for (const item of page.items) if (storeItem(page, item)) fresh += 1;
    const { changes } = sql.advance.run({
      asked: page.asked,
      next: page.nextCursor,
      newest: page.newestUpdatedAt,
      hasMore: page.hasMore ? 1 : 0,
      at: page.at,
    });
    if (changes !== 1) throw new CursorMoved();
    return fresh;
  });
}

/** The feed's position and the versions that it served; both are always stored together (law 1). */
export function createJournal(database: Database, versions: Versions) {
  const sql = prepareFeed(database);
  const storeWhole = pageWriter(database, sql, versions);

  return {
    /** Undefined before the first start. */
    position: (): FeedRow | undefined => sql.position.get(),

    /** The first start, once and for all: where the feed begins and the service's time of it in epoch ms. */
    begin(updatedAfter: string, firstStartedAt: number): FeedRow {
      sql.begin.run(updatedAfter, firstStartedAt);
      const row = sql.position.get();
      if (row === undefined) throw new Error('the feed row was not stored');
      return row;
    },

    /**
     * A page's rows and its cursor in one transaction; answers how many versions were new. Items stored before are
     * left as they are: the feed delivers at least once. Undefined, and nothing stored, where the place in the feed
     * is not the one that the page was asked from (I7).
     */
    storePage(page: FeedPage): number | undefined {
      try {
        return storeWhole(page);
      } catch (cause) {
        if (cause instanceof CursorMoved) return undefined;
        throw cause;
      }
    },

    /**
     * The next page is asked for by instant, because the service refused the cursor (fault 69) or the place is in the
     * future.
     */
    restart: (refused: string | null, updatedAfter: string): void => {
      sql.restart.run(updatedAfter, refused);
    },
  };
}
