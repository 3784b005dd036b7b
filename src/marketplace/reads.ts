import type { Exchange, HttpAnswer, HttpOutcome, Lane } from '../domain/exchange.ts';
import type { JsonObject } from '../domain/json.ts';
import { decodeHistory } from './answers.ts';
import { noAnswer } from './failure.ts';
import {
  decodeOrder,
  decodeOrderPage,
  decodeProductPage,
  type OrderDetail,
  type OrderItem,
  type Page,
  type ProductItem,
} from './page.ts';
import { orderPath, paths, withQuery } from './paths.ts';
import type { Decoded } from './wire.ts';

/** What was read, with the answer it was in (its Date header, its bytes); or what came instead. */
export type Read<Value> =
  | { readonly ok: Value; readonly answer: HttpAnswer }
  | { readonly failed: HttpOutcome };

/**
 * Where the change feed continues: by its own token, or from an instant (ISO 8601; the epoch for everything). One of
 * the two is always there, so browse mode, which must not be a checkpoint, cannot be asked for (fault 71).
 */
export type FeedPosition =
  | { readonly cursor: string; readonly updatedAfter?: never }
  | { readonly updatedAfter: string; readonly cursor?: never };

export interface Asking {
  readonly lane: Lane;
  readonly signal: AbortSignal;
}

export type Reads = ReturnType<typeof createReads>;

/** Every GET that Stockhand makes with the API key. Each is one paced attempt; whoever loops waits between failures. */
export function createReads(exchange: Exchange) {
  const get = async <Value>(
    path: string,
    { lane, signal }: Asking,
    decode: (body: Uint8Array) => Decoded<Value>,
  ): Promise<Read<Value>> => {
    const outcome = await exchange.once(
      lane,
      { method: 'GET', path, credential: 'bearer' },
      signal,
    );
    if (outcome.kind === 'none' || outcome.problem !== undefined) return { failed: outcome };
    const decoded = decode(outcome.body);
    return 'value' in decoded
      ? { ok: decoded.value, answer: outcome }
      : { failed: noAnswer('unreadable', `${outcome.status}, which ${decoded.fault}`) };
  };

  return {
    /** One page of the change feed, 1 to 100 orders. */
    orderPage(from: FeedPosition, limit: number, asking: Asking): Promise<Read<Page<OrderItem>>> {
      const query = { ...positionOf(from), limit: String(limit) };
      return get(withQuery(paths.orders, query), asking, decodeOrderPage);
    },
    /** One order in full; an id that is not plain digits is never asked for. */
    async order(orderId: string, asking: Asking): Promise<Read<OrderDetail>> {
      const to = orderPath(orderId);
      if ('complaint' in to) return { failed: noAnswer('unreadable', to.complaint.rule) };
      return get(to.path, asking, decodeOrder);
    },
    /** One page of the product list; `undefined` asks for the first. */
    productPage(
      cursor: string | undefined,
      limit: number,
      asking: Asking,
    ): Promise<Read<Page<ProductItem>>> {
      const query = { cursor, limit: String(limit) };
      return get(withQuery(paths.products, query), asking, decodeProductPage);
    },
    /** The last 20 sync sessions, as the service describes them. */
    syncHistory(asking: Asking): Promise<Read<readonly JsonObject[]>> {
      return get(`${paths.sync}/history`, asking, decodeHistory);
    },
  };
}

/** An empty position would be read as none, which is browse mode. */
function positionOf({ cursor, updatedAfter }: FeedPosition): Readonly<Record<string, string>> {
  if (updatedAfter) return { updatedAfter };
  if (cursor) return { cursor };
  throw new Error('the feed is never asked without a position');
}
