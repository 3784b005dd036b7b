import type { MappedRow } from '../mapping/mapped-row.ts';
import type { CommitInput } from '../plan/commit-plan.ts';
import { isAfterPause } from '../state/pause.ts';
import { keepSaidInPause } from '../state/said-in-pause.ts';
import { keepsVanished, meaningOfVanished } from '../state/vanished.ts';
import type { Hold } from '../terms/file-facts.ts';
import type { KnownProduct } from '../terms/known-product.ts';
import { holdKinds, holdOf, isStockApart, isWhole } from '../terms/plan.ts';
import type { CatalogStore, SourceConfig } from '../terms/ports.ts';
import type { Knowledge } from './knowledge.ts';
import { cutUnknown } from './last-records.ts';
import type { PassResult } from './pass-result.ts';

interface Judged {
  readonly marks: Uint8Array;
  readonly holds: readonly Hold[];
  readonly hasPartialSums: boolean;
  /** Products that have no stock any more. */
  readonly emptied: readonly number[];
  /** Files of the export that may be cut off. */
  readonly cutFiles: readonly string[];
}

/** Notes what a file says of a stock where it is another one than is kept, or that one is of before a restore. */
export function noteExported(
  exported: Map<number, number>,
  { id, exportedQuantity, exportedRun }: KnownProduct,
  said: number | null | undefined,
): void {
  if (said != null && (said !== exportedQuantity || exportedRun === null)) exported.set(id, said);
}

/**
 * Of a file of changes, whose words no later file repeats, also an article that no products export has named yet: the
 * upsert that creates it carries them.
 */
export function stockedProduct(
  knowledge: Pick<Knowledge, 'find' | 'findOrAdd'>,
  { contents }: Pick<SourceConfig, 'contents'>,
  { externalId, quantity }: Pick<MappedRow, 'externalId' | 'quantity'>,
): KnownProduct | undefined {
  const isKept = contents === 'delta' && quantity !== undefined;
  return isKept ? knowledge.findOrAdd(externalId) : knowledge.find(externalId);
}

/** Nothing of it was ever sent or taken over: it may be named by stock exports alone. */
export function isUnheard({
  contentHash,
  lastRequest,
  inFlight,
}: Pick<KnownProduct, 'contentHash' | 'lastRequest' | 'inFlight'>): boolean {
  return contentHash === null && lastRequest === null && !inFlight;
}

/** What others may carry of a file from now on: nothing that is held, and nothing of a paused source. */
export function keepWishes(store: CatalogStore, input: CommitInput, judged: Judged): void {
  const { source, catalog, run, result } = input;
  const exported = exportedOf(result, judged);
  const unknown = unknownOf(result, judged);
  if (isAfterPause(store, source.name, run.id)) {
    if (isDoubted(judged)) return;
    const said = { seen: result.seen, held: heldStock(result, judged), exported, unknown };
    keepSaidInPause(store, { source, run: run.id }, said);
    return;
  }
  const { holds, emptied } = judged;
  for (const [product, quantity] of exported) store.mirror.setExported(product, quantity, run.id);
  // What an older configuration kept: now the file that counts says all.
  if (meaningOfVanished(source, catalog) === 'zero') store.unknownStock.clear();
  for (const [externalId, quantity] of unknown)
    store.unknownStock.say(externalId, quantity, run.id);
  if (!holds.some(keepsVanished))
    for (const product of emptied) store.mirror.setExported(product, 0, run.id);
  if (holds.some(isWhole)) return;
  for (const id of result.returned) store.mirror.clearRefusal(id);
  for (const [product, path] of result.pictures) store.pictures.name(product, path);
}

/** Of articles that nobody knows yet no row is held: what puts others of the file in doubt puts all of them. */
function unknownOf(result: PassResult, judged: Judged): ReadonlyMap<string, number> {
  if (judged.hasPartialSums || isDoubted(judged)) return new Map();
  const cut = cutUnknown(result, judged.cutFiles).map(({ externalId }) => externalId);
  return new Map([...(result.unknownStock ?? [])].filter(([article]) => !cut.includes(article)));
}

function isDoubted({ holds, hasPartialSums }: Judged): boolean {
  const doubtful = hasPartialSums ? ['factor', 'zeroed'] : ['factor'];
  return holds.some((hold) => doubtful.includes(hold.kind) || isWhole(hold));
}

/** What a creating upsert may carry: nothing that a brake holds (I13). */
function exportedOf(result: PassResult, judged: Judged): Iterable<readonly [number, number]> {
  if (isDoubted(judged)) return [];
  const held = heldStock(result, judged);
  // Half a row says nothing: what was said before it stays (fault 4).
  const cut = cutUnknown(result, judged.cutFiles).map(({ id }) => id);
  if (held.size === 0 && cut.length === 0) return result.exported;
  return [...result.exported].filter(([product]) => !held.has(product) && !cut.includes(product));
}

/** Products of which a brake holds what the file says of the stock. */
function heldStock({ ids }: PassResult, { marks, holds }: Judged): ReadonlySet<number> {
  if (holds.length === 0) return new Set();
  const keepsStock = (mark: number): boolean =>
    holdOf(mark) !== holdKinds.none && !isStockApart(mark);
  return new Set(ids.filter((_, record) => keepsStock(marks[record] ?? 0)));
}
