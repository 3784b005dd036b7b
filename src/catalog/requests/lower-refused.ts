import { createSentProducts } from '../state/sent-products.ts';
import type { Item } from './pass-two.ts';
import type { Answered } from './request-book.ts';
import { batchesOf, stockItem } from './resend.ts';
import type { Room } from './room.ts';
import { isPaused, lookAgain } from './room.ts';
import type { ItemRefusal } from './settle.ts';
import type { Track } from './track.ts';

type Request = Answered['request'];

/**
 * An article whose row was refused is on sale as it was confirmed last. Where the row says less stock of it, that stock
 * goes alone, and none is left where it says inactive: nobody is to buy what is gone. Never more, and the row stays refused.
 */
export function sendLower(
  room: Room,
  track: Track,
  { request, refused }: { readonly request: Request; readonly refused: readonly ItemRefusal[] },
): void {
  if (request.kind !== 'upsert' || refused.length === 0) return;
  const { deps, book } = room;
  const { run, source } = request;
  const lowerOf = createLower(room, request);
  const items = refused.flatMap((refusal) => lowerOf(refusal) ?? []);
  // Once it is resumed, its rows say it again (lowered.ts).
  if (items.length > 0 && isPaused(room, track)) {
    lookAgain(room, source);
    return;
  }
  const batches = batchesOf(deps, 'stock', items);
  book.send(batches.map((batch) => ({ kind: 'stock', lane: 'stock', run, source, batch })));
  track.outstanding += batches.length;
}

function createLower({ deps: { store } }: Room, { id }: Request) {
  const sent = createSentProducts(store.requests);
  return ({ item }: ItemRefusal): Item | undefined => {
    const { product, externalId, was, had, refusedHash } = item;
    // What somebody removed in the portal, and was to be there again, has no stock (sent-anew.ts).
    if (was == null || had == null || item.quantity === undefined) return undefined;
    const isActive = sent.in(id, externalId)?.isActive !== false;
    const quantity = isActive ? item.quantity : 0;
    const known = store.mirror.get(product);
    if (known === undefined || quantity >= had) return undefined;
    const { text, wish } = stockItem(known, { quantity });
    return { text, wish: { ...wish, had, refusedHash, isLower: true } };
  };
}
