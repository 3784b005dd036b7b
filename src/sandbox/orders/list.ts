import { readCursor, writeCursor } from '../base/cursor.ts';
import { limits } from '../base/limits.ts';
import type { Market } from '../base/market.ts';
import { Problem } from '../base/problem.ts';
import type { Trace } from '../service/declaration.ts';
import type { OrderRow } from './order.ts';
import { presentSummary, summaryColumns } from './present.ts';

export type ListQuery = {
  updatedAfter?: number;
  cursor?: string;
  limit?: number;
  status?: string;
};

type Page = { items: Record<string, unknown>[]; nextCursor?: string; hasMore: boolean };
type Position = { updatedAt: number; id: number };

const largestId = Number.MAX_SAFE_INTEGER;

/** Spec "List modes": updatedAfter or an opaque cursor selects the feed, all else is browse mode. */
export function listOrders(market: Market, query: ListQuery, trace: Trace): Page {
  const opaque = query.cursor !== undefined && !/^\d+$/.test(query.cursor);
  if (!opaque && query.updatedAfter === undefined) {
    trace.warnings.push('browse mode is not resumable and must not be used to sync');
    return browse(market, query);
  }
  return feed(market, query, position(market, query));
}

function position(market: Market, { cursor, updatedAfter }: ListQuery): Position {
  if (cursor === undefined) return { updatedAt: updatedAfter ?? 0, id: largestId };
  const [updatedAt = 0, id = 0] = readCursor(market.secret, 'o', cursor);
  return { updatedAt, id };
}

/**
 * Walks forward in (updatedAt, id) order. nextCursor is always there, and on an empty page it is
 * the caller's own position.
 */
function feed(market: Market, { limit, status }: ListQuery, after: Position): Page {
  const size = limit ?? limits.pageDefault;
  const rows = market.store.all<OrderRow>(
    `SELECT ${summaryColumns} FROM orders
     WHERE hidden IS NULL ${status === undefined ? '' : 'AND status = ?'}
       AND (updatedAt, id) > (?, ?)
     ORDER BY updatedAt, id LIMIT ?`,
    ...(status === undefined ? [] : [status]),
    after.updatedAt,
    after.id,
    size + 1,
  );
  const page = rows.slice(0, size);
  const end = page.at(-1) ?? after;
  return {
    items: page.map(presentSummary),
    nextCursor: writeCursor(market.secret, ['o', end.updatedAt, end.id]),
    hasMore: rows.length > size,
  };
}

/** Newest first; the cursor is the numeric id of the last order of the page before. */
function browse(market: Market, { cursor, limit, status }: ListQuery): Page {
  const size = limit ?? limits.pageDefault;
  const before = cursor === undefined ? largestId : Number(cursor);
  if (!Number.isSafeInteger(before)) {
    throw new Problem('ERROR', 'The cursor is malformed; start again without it', { status: 400 });
  }
  const rows = market.store.all<OrderRow>(
    `SELECT ${summaryColumns} FROM orders
     WHERE hidden IS NULL ${status === undefined ? '' : 'AND status = ?'} AND id < ?
     ORDER BY id DESC LIMIT ?`,
    ...(status === undefined ? [] : [status]),
    before,
    size + 1,
  );
  const page = rows.slice(0, size);
  const last = page.at(-1);
  const hasMore = rows.length > size;
  return {
    items: page.map(presentSummary),
    ...(hasMore && last ? { nextCursor: String(last.id) } : {}),
    hasMore,
  };
}
