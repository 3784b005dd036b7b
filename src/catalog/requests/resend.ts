import { contentText, productTextOf, stockText } from '../../domain/product-text.ts';
import type { ProductRow } from '../../store/mirror.ts';
import { isUnsure, stockHash, stockWish } from '../pass/diff.ts';
import { createOwnHides } from '../state/own-hides.ts';
import type { RequestItem } from '../state/request-items.ts';
import { createSentProducts, type SentProducts } from '../state/sent-products.ts';
import { hashOfContent } from '../terms/fingerprint.ts';
import type { EngineDeps } from '../terms/ports.ts';
import { packerOf } from './cursors.ts';
import type { Item } from './pass-two.ts';
import type { Room } from './room.ts';
import type { Track } from './track.ts';

/** What the marketplace confirmed of a product and no longer shows. */
export interface Lost {
  readonly product: number;
  readonly content: boolean;
  readonly quantity: boolean;
}

/**
 * Sends once more what was confirmed, from the stored requests and not from an export. The mirror stays as
 * it is, so for the brakes nothing has changed, and what they hold stays held (I13). Answers the products
 * whose confirmed content is no longer stored.
 */
export function resend(room: Room, source: string, lost: readonly Lost[]): readonly number[] {
  const { deps, tracks } = room;
  const run = deps.store.sources.acceptedRun(source);
  const track = tracks.get(source);
  if (run === undefined || track === undefined) return lost.map(({ product }) => product);
  const sent = createSentProducts(deps.store.requests);
  const kindOfHidden = createKindOfHidden(deps);
  const found = lost.map((product) => {
    const kind = kindOfHidden(product);
    const isGone = kind !== undefined && !deps.store.sources.isFromBackup(run);
    const item = itemOf(deps, sent, { ...product, isGone });
    if (kind !== undefined) return { kind, item: item && vanished(item) };
    return { kind: product.content ? 'upsert' : 'stock', item };
  });
  for (const kind of ['stock', 'upsert', 'hide'] as const) {
    const items = found
      .filter((sending) => sending.kind === kind)
      .flatMap(({ item }) => item ?? []);
    sendItems(room, track, { run, source, kind, items });
  }
  return lost.filter((_, index) => found[index]?.item === undefined).map(({ product }) => product);
}

/**
 * An article that was hidden because no export named it is resent as hidden by us (`hide`), so that
 * it comes back once an export names it. If another source's upsert has carried it since, it goes
 * as an `upsert`. Undefined for all others.
 */
function createKindOfHidden({ store }: EngineDeps): (lost: Lost) => 'hide' | 'upsert' | undefined {
  const { mirror, requests } = store;
  const isOwnHide = createOwnHides(requests);
  return ({ product, content }) => {
    const request = mirror.get(product)?.content_request ?? null;
    if (!content || request === null || !isOwnHide(request, product)) return undefined;
    return requests.kindOf(request) === 'hide' ? 'hide' : 'upsert';
  };
}

function vanished({ text, wish }: Item): Item {
  return { text, wish: { ...wish, isVanished: true } };
}

interface Sending {
  readonly run: number;
  readonly source: string;
  readonly kind: 'stock' | 'upsert' | 'hide';
  readonly items: readonly Item[];
}

/** Sends items in batches, which count as outstanding until they are answered. */
export function sendItems({ deps, book }: Room, track: Track, { items, ...of }: Sending): void {
  const lane = of.kind === 'stock' ? 'stock' : 'products';
  const batches = batchesOf(deps, of.kind, items);
  book.send(batches.map((batch) => ({ ...of, lane, batch })));
  track.outstanding += batches.length;
}

function batchesOf(deps: EngineDeps, kind: 'stock' | 'upsert' | 'hide', items: readonly Item[]) {
  const packer = packerOf(deps, kind);
  const closed = items.map((item) => packer.add(item));
  return [...closed, packer.flush()].filter((batch) => batch !== undefined);
}

/**
 * The item stands for no row: the books of the run that had sent it are closed. What we have hidden and no
 * export has named since a restore is to be hidden, whatever that left unsure.
 */
function itemOf(
  { store }: EngineDeps,
  sent: SentProducts,
  { product, content, quantity, isGone }: Lost & { readonly isGone: boolean },
): Item | undefined {
  const row = store.mirror.get(product);
  if (row === undefined || (quantity && isUnsure(row.quantity_run))) return undefined;
  const amount = quantity && row.quantity !== null ? carried(row, row.quantity) : {};
  if (content) return contentItem(sent, isGone ? { ...row, in_doubt: 0 } : row, amount);
  if (amount.quantity === undefined) return undefined;
  return stockItem(row, { ...amount, quantity: amount.quantity });
}

type Carried = Pick<RequestItem, 'quantity' | 'quantityRun'>;

/** An item for a stock that no row of the counting file says. */
export function stockItem(
  { id: product, external_id: externalId }: ProductRow,
  amount: Carried & { readonly quantity: number },
): Item {
  const { quantity } = amount;
  const refusedHash = stockHash(stockWish(quantity));
  return {
    text: stockText(externalId, quantity),
    wish: { product, externalId, row: null, refusedHash, ...amount },
  };
}

/** The quantity keeps the run that exported it. */
function carried({ quantity_run: quantityRun }: ProductRow, quantity: number): Carried {
  return quantityRun === null ? { quantity } : { quantity, quantityRun };
}

/** An item with the confirmed content; undefined where the request that carried it is no longer stored. */
export function contentItem(
  sent: SentProducts,
  row: ProductRow,
  amount: Carried,
): Item | undefined {
  const { id, external_id: externalId, content_hash: contentHash, content_run: contentRun } = row;
  const fields = sent.in(row.content_request, externalId);
  const text = fields && contentText({ ...fields, name: fields.name ?? '' });
  if (text === undefined || contentHash === null || row.in_doubt === 1) return undefined;
  if (hashOfContent(text) !== contentHash) return undefined;
  return {
    text: productTextOf(externalId, amount.quantity, text),
    wish: {
      ...{ product: id, externalId, row: null, contentHash, refusedHash: contentHash },
      ...(contentRun === null ? {} : { contentRun }),
      ...amount,
    },
  };
}
