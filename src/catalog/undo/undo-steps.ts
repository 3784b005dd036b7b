import { contentText, productText, stockText } from '../../domain/product-text.ts';
import { stockHash } from '../pass/diff.ts';
import type { Item, Stretch } from '../requests/pass-two.ts';
import { contentBefore, stockBefore } from '../state/before-item.ts';
import { seenAgain } from '../state/own-hides.ts';
import { contentHash } from '../terms/fingerprint.ts';
import { type Kind, kinds } from '../terms/plan.ts';
import type { CatalogStore, EngineDeps } from '../terms/ports.ts';
import { resting } from '../terms/resting.ts';
import { isInactive, packTraits, traitsOf } from '../terms/traits.ts';
import type { Reversal, Reverse } from './reverse.ts';

const stretchSize = 512;
/** The end of each article is counted like that of a row, but there is no row that a person could look at. */
const countedRow = 0;

/** One mark an article, so that the books of the undo balance like those of a file. */
export async function marksOf(
  deps: Pick<EngineDeps, 'store' | 'clock' | 'stopping'>,
  { reversals }: Reverse,
): Promise<Uint8Array> {
  const marks = new Uint8Array(reversals.length);
  for await (const [at, reversal] of resting(deps, reversals.entries()))
    marks[at] = kindOfReversal(deps.store, reversal);
  return marks;
}

function kindOfReversal(store: CatalogStore, reversal: Reversal): Kind {
  const row = store.mirror.get(reversal.product);
  if (row?.refused_hash === refusedHashOf(reversal)) return kinds.rejected;
  if (reversal.whole === undefined) return kinds.stock;
  return row?.content_hash == null ? kinds.create : kinds.upsert;
}

function refusedHashOf({ whole, quantity }: Reversal): number {
  return whole === undefined
    ? stockHash({ contentHash: null, quantity: quantity ?? null })
    : contentHash(whole);
}

interface StepsInput {
  readonly store: CatalogStore;
  readonly reversals: readonly Reversal[];
  readonly inFlight: { has(product: number): boolean };
}

/** The articles of an undo as items, in stretches; those with a request under way are deferred until its answer. */
export async function* undoSteps(input: StepsInput): AsyncGenerator<Stretch, void> {
  const { store, reversals, inFlight } = input;
  for (let start = 0; start < reversals.length; start += stretchSize) {
    const part = reversals.slice(start, start + stretchSize);
    const free = part.filter(({ product }) => !inFlight.has(product));
    const wanted = free.filter((reversal) => kindOfReversal(store, reversal) !== kinds.rejected);
    yield {
      items: wanted.map((reversal) => itemOf(store, reversal)),
      sent: [],
      unchanged: 0,
      deferred: part.flatMap(({ product, externalId }) =>
        inFlight.has(product) ? [{ row: countedRow, externalId }] : [],
      ),
    };
  }
}

function itemOf(store: CatalogStore, reversal: Reversal): Item {
  const { product, externalId, whole, quantity } = reversal;
  const confirmed = store.mirror.get(product);
  const base = { product, externalId, row: countedRow, refusedHash: refusedHashOf(reversal) };
  const stock = quantity === undefined ? {} : { quantity, ...stockBefore(confirmed) };
  if (whole === undefined)
    return { text: stockText(externalId, quantity ?? 0), wish: { ...base, ...stock } };
  const sent = {
    ...(confirmed !== undefined && isInactive(confirmed) ? seenAgain : {}),
    ...whole,
    ...(quantity === undefined ? {} : { availableQty: quantity }),
  };
  const content = {
    contentHash: contentHash(whole),
    traits: packTraits(traitsOf(whole, contentText(whole))),
    ...contentBefore(confirmed),
    ...(reversal.isVanished === true && { isVanished: reversal.isVanished }),
  };
  return { text: productText(sent), wish: { ...base, ...content, ...stock } };
}
