import type { Fields } from '../mapping/mapped-row.ts';
import { asInactive } from '../pass/blocked.ts';
import type { RequestItem } from '../state/request-items.ts';
import { createSentProducts } from '../state/sent-products.ts';
import { blockedItem } from './blocked-item.ts';
import type { Item } from './pass-two.ts';
import { sendItems, stockItem } from './resend.ts';
import { isPaused, lookAgain, type Room } from './room.ts';
import type { ItemRefusal, OpenRequest } from './settle.ts';
import type { Track } from './track.ts';

/**
 * The marketplace refused an article's row, so the article is on sale as it was confirmed last. Nobody is to
 * buy what is gone or blocked: if the row says less stock, that stock is sent alone. If it says inactive,
 * stock 0 is sent, or, where another source owns the stock, the confirmed content as inactive. Never a
 * higher stock, and the row stays refused.
 */
export function sendLower(
  room: Room,
  track: Track,
  { request, refused }: { readonly request: OpenRequest; readonly refused: readonly ItemRefusal[] },
): void {
  if (request.kind !== 'upsert' || refused.length === 0) return;
  const { run, source } = request;
  const lowerOf = createLower(room, request);
  const found = refused.flatMap((refusal) => lowerOf(refusal) ?? []);
  // Nothing is sent of a paused source. Once it is resumed its rows say it again (lowered.ts).
  if (found.length > 0 && isPaused(room, track)) {
    lookAgain(room, source);
    return;
  }
  for (const kind of ['stock', 'upsert'] as const) {
    const items = found.filter((lower) => lower.kind === kind).map(({ item }) => item);
    sendItems(room, track, { run, source, kind, items });
  }
}

interface Lower {
  readonly kind: 'stock' | 'upsert';
  readonly item: Item;
}

function createLower({ deps: { store } }: Room, { id }: OpenRequest) {
  const sent = createSentProducts(store.requests);
  return ({ item }: ItemRefusal): Lower | undefined => {
    const known = store.mirror.get(item.product);
    // Nothing to lower where the article was not there (new, or
    // removed in the portal: sent-anew.ts), or was lowered already.
    if (known === undefined || item.was == null || item.isLower === true) return undefined;
    const isBlocked = sent.in(id, item.externalId)?.isActive === false;
    if (item.quantity !== undefined) return lessStock(known, item, isBlocked ? 0 : item.quantity);
    const confirmed = isBlocked ? sent.in(item.wasSentIn, item.externalId) : undefined;
    return confirmed && blocked(item, confirmed);
  };
}

function lessStock(
  known: Parameters<typeof stockItem>[0],
  { had, hadRun = null, refusedHash }: Pick<RequestItem, 'had' | 'hadRun' | 'refusedHash'>,
  quantity: number,
): Lower | undefined {
  if (had == null || quantity >= had) return undefined;
  const { text, wish } = stockItem(known, { quantity });
  return {
    kind: 'stock',
    item: { text, wish: { ...wish, had, hadRun, refusedHash, isLower: true } },
  };
}

function blocked(
  { product, externalId, refusedHash, was = null, wasSentIn = null, wasRun = null }: RequestItem,
  confirmed: Fields,
): Lower | undefined {
  if (confirmed.isActive === false) return undefined;
  const before = { product, externalId, refusedHash, was, wasSentIn, wasRun };
  return { kind: 'upsert', item: blockedItem(asInactive(confirmed), before) };
}
