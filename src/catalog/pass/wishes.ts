import type { MappedRow } from '../mapping/mapped-row.ts';
import type { CommitInput } from '../plan/commit-plan.ts';
import type { Judged } from '../plan/judge-file.ts';
import { isAfterPause } from '../state/pause.ts';
import { keepStockWhilePaused } from '../state/stock-while-paused.ts';
import { keepsVanished, meaningOfVanished } from '../state/vanished.ts';
import { hashOfContent } from '../terms/fingerprint.ts';
import type { KnownProduct } from '../terms/known-product.ts';
import { holdKinds, holdOf, isStockAlone, isWhole } from '../terms/plan.ts';
import type { CatalogStore, SourceConfig } from '../terms/ports.ts';
import { isSending } from '../terms/unreleased.ts';
import { unknownContent } from './assumed.ts';
import { type RowWish, stockOf, stockWish } from './diff.ts';
import type { Knowledge, ProductWish } from './knowledge.ts';
import { cutUnknown } from './last-records.ts';
import type { PassFacts } from './note-unchanged.ts';
import type { PassResult } from './pass-result.ts';

/** Notes the stock that a file says, if another one is kept, or the kept one is from before a restore. */
export function noteExported(
  exported: Map<number, number>,
  { id, exportedQuantity, exportedRun }: KnownProduct,
  stated: number | null | undefined,
): void {
  if (stated != null && (stated !== exportedQuantity || exportedRun === null))
    exported.set(id, stated);
}

/**
 * The product that a stock row is for. No later file repeats a row of changes, so an article that nobody knows is added
 * to the mirror for it: the upsert that creates the article carries that stock.
 */
export function stockedProduct(
  knowledge: Pick<Knowledge, 'find' | 'findOrAdd'>,
  { contents }: Pick<SourceConfig, 'contents'>,
  { externalId, quantity }: Pick<MappedRow, 'externalId' | 'quantity'>,
): KnownProduct | undefined {
  const isKept = contents === 'delta' && quantity !== undefined;
  return isKept ? knowledge.findOrAdd(externalId) : knowledge.find(externalId);
}

/**
 * What other rows of the article are compared with: also where no source names it yet, and so nothing is wished, and
 * where the row says what `adopt` was shown, which is not all that it says (assumed.ts).
 */
export function statedWish(wish: ProductWish, { fields }: Pick<MappedRow, 'fields'>): RowWish {
  const { contentHash, content } = wish;
  if (contentHash !== null && contentHash !== unknownContent) return wish;
  const stated = contentHash === null ? JSON.stringify(fields) : content;
  return { ...wish, contentHash: hashOfContent(stated) };
}

/**
 * What a row says that was settled unread. One that would be rejected beside the other rows of this file (a quoted text
 * may look like whole rows among them) says what it equalled: what is confirmed.
 */
export function settledWish(
  { input, knowledge }: Pick<PassFacts, 'input' | 'knowledge'>,
  product: KnownProduct,
  mapped: MappedRow | undefined,
): RowWish {
  const { contentHash, quantity } = product;
  if (input.source.kind === 'stock') return mapped ? stockOf(mapped) : stockWish(quantity);
  return mapped ? statedWish(knowledge.wishOf(product, mapped), mapped) : { contentHash, quantity };
}

/** Nothing of the article was ever sent or taken over: only stock exports have named it so far. */
export function isNeverSent({
  contentHash,
  lastRequest,
  inFlight,
}: Pick<KnownProduct, 'contentHash' | 'lastRequest' | 'inFlight'>): boolean {
  return contentHash === null && lastRequest === null && !inFlight;
}

/** Keeps what other sources' requests may carry of this file: nothing that is held, and nothing of a paused source. */
export function keepWishes(store: CatalogStore, input: CommitInput, judged: Judged): void {
  const { source, catalog, run, result } = input;
  const withoutStock = withoutStockOf(result, judged);
  const exported = exportedOf(result, judged, withoutStock);
  const unknown = unknownOf(result, judged);
  if (isAfterPause(store, source.name, run.id)) {
    if (isDoubted(judged)) return;
    const stocks = { seen: result.seen, withoutStock, exported, unknown };
    keepStockWhilePaused(store, { source, run: run.id }, stocks);
    return;
  }
  const { holds, gone } = judged;
  for (const [product, quantity] of exported) store.mirror.setExported(product, quantity, run.id);
  // Kept under an older `missing: keep`; under `zero` the file that counts says all.
  if (meaningOfVanished(source, catalog) === 'zero') store.unknownStock.clear();
  for (const [externalId, quantity] of unknown)
    store.unknownStock.say(externalId, quantity, run.id);
  if (!holds.some(keepsVanished))
    for (const product of gone.emptied) store.mirror.setExported(product, 0, run.id);
  if (holds.some(isWhole)) return;
  for (const id of result.returned) store.mirror.clearRefusal(id);
  for (const [product, path] of result.pictures) store.pictures.name(product, path);
}

/**
 * Rows of articles that nobody knows cannot be held one by one, so a doubt about other rows' stock drops all of them.
 */
function unknownOf(result: PassResult, judged: Judged): ReadonlyMap<string, number> {
  if (judged.hasPartialSums || isDoubted(judged)) return new Map();
  const cut = cutUnknown(result, judged.cutFiles).map(({ externalId }) => externalId);
  return new Map([...(result.unknownStock ?? [])].filter(([article]) => !cut.includes(article)));
}

function isDoubted({ holds, hasPartialSums }: Judged): boolean {
  const doubtful = hasPartialSums ? ['factor', 'zeroed'] : ['factor'];
  return holds.some((hold) => doubtful.includes(hold.kind) || isWhole(hold));
}

/**
 * What a creating upsert may carry. Of a file whose stock is doubted only what is sent of it all the same: a sum is sent
 * as it is stored here.
 */
function exportedOf(
  result: PassResult,
  judged: Judged,
  withoutStock: ReadonlySet<number>,
): Iterable<readonly [number, number]> {
  const { exported } = result;
  if (isDoubted(judged)) {
    const sent = sentIn(result, judged);
    return [...exported].filter(([product]) => sent.has(product));
  }
  return withoutStock.size === 0
    ? exported
    : [...exported].filter(([product]) => !withoutStock.has(product));
}

/** Products of which a row is sent that no brake holds. */
function sentIn({ ids }: PassResult, { marks }: Judged): ReadonlySet<number> {
  const isSent = (mark: number): boolean => isSending(mark) && holdOf(mark) === holdKinds.none;
  return new Set(ids.filter((_, record) => isSent(marks[record] ?? 0)));
}

/** Products of whose stock the file says nothing: a brake holds it (I13), or half a row says it (fault 4). */
function withoutStockOf(
  result: PassResult,
  { marks, holds, cutFiles }: Judged,
): ReadonlySet<number> {
  const cut = cutUnknown(result, cutFiles).flatMap(({ id }) => id ?? []);
  if (holds.length === 0) return new Set(cut);
  const isHeld = (mark: number): boolean => holdOf(mark) !== holdKinds.none && !isStockAlone(mark);
  return new Set([...cut, ...result.ids.filter((_, record) => isHeld(marks[record] ?? 0))]);
}
