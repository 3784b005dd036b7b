import { noPicture } from '../../domain/picture.ts';
import { createSentProducts } from '../state/sent-products.ts';
import { createSourceNaming } from '../state/source-naming.ts';
import { productsSources } from '../terms/source-kinds.ts';
import { contentItem, sendItems } from './resend.ts';
import { isPaused, type Room } from './room.ts';
import { type ItemRefusal, type OpenRequest, refuse } from './settle.ts';
import type { Track } from './track.ts';

/**
 * The marketplace answers to a stock that it does not know the product, though it had confirmed it: somebody removed it
 * in the portal. The confirmed content is sent once more with the stock, and the answer to that ends the row. If no
 * export names the product, or its content is no longer stored, the row is refused.
 */
export function sendAnew(
  room: Room,
  track: Track,
  { request, gone }: { readonly request: OpenRequest; readonly gone: readonly ItemRefusal[] },
): void {
  if (gone.length === 0) return;
  const { deps } = room;
  const { store } = deps;
  const itemOf = isPaused(room, track) ? () => undefined : createItems(room);
  const found = gone.map((refusal) => ({ refusal, item: itemOf(refusal) }));
  const refused = found.filter(({ item }) => item === undefined).map(({ refusal }) => refusal);
  store.transaction(() => {
    refuse(deps, request, refused);
    // In doubt, so that the whole product is sent, with its last exported stock, once an export names it.
    for (const { item } of refused)
      store.mirror.doubt(item.product, { content: true, quantity: true });
    // The picture went with the product that was removed.
    for (const { item } of gone) store.pictures.confirm(item.product, noPicture);
  });
  const { run, source } = request;
  const items = found.flatMap(({ item }) => item ?? []);
  sendItems(room, track, { run, source, kind: 'upsert', items });
}

function createItems({ deps: { store, config } }: Room) {
  const sent = createSentProducts(store.requests);
  const nameOf = createSourceNaming(store, productsSources(config));
  return ({ item: { product, row, refusedHash, quantity, ...of } }: ItemRefusal) => {
    const known = store.mirror.get(product);
    if (known === undefined || quantity === undefined || nameOf(product) === undefined)
      return undefined;
    const run = of.quantityRun === undefined ? {} : { quantityRun: of.quantityRun };
    const found = contentItem(sent, known, { quantity, ...run });
    const had = of.had === undefined ? {} : { had: of.had, hadRun: of.hadRun ?? null };
    return found && { ...found, wish: { ...found.wish, row, refusedHash, ...had } };
  };
}
