import type { HeldRow } from '../pass/parked-rows.ts';
import { isStockAlone, kindOf, kinds } from '../terms/plan.ts';
import type { CatalogStore, SourceConfig, StateDeps } from '../terms/ports.ts';
import { pilotOf } from './pilot.ts';
import { chainOfSource } from './undo-chain.ts';
import { undoneOf } from './undone.ts';

/** What decides whether, and how often, buyers can order. */
export type OfferField = 'availableQty' | 'isActive';
/**
 * What a row said without effect: its run and place (0 where the row was held), the fields that no later row has said
 * since, and why. `refused`: the marketplace refused it, and no newer row of the article was read; `undone`: a person
 * took the file back; `only`: the configuration left its article out. `before`: what earlier rows had said without
 * effect.
 */
export type UnappliedChange = readonly [
  run: number,
  row: number,
  fields?: readonly OfferField[] | undefined,
  why?: 'refused' | 'undone' | 'only' | undefined,
  before?: UnappliedChange | undefined,
];

/** So many articles of a source are remembered. */
export const unappliedMax = 10_000;

export function keepUnapplied(
  store: CatalogStore,
  source: string,
  open: ReadonlyMap<string, UnappliedChange>,
): void {
  const mostNeeded = [...open].toSorted(
    ([, a], [, b]) => Number(isOutside(b)) - Number(isOutside(a)),
  );
  const all = Object.fromEntries(mostNeeded.slice(-unappliedMax));
  store.meta.set(unappliedChangesOf(source), JSON.stringify(all));
}

/** In a pilot nearly all articles may be outside of `only`: they must not push the other entries out. */
export function isOutside([, , , why]: UnappliedChange): boolean {
  return why === 'only';
}

/**
 * What had been without effect before the file of `run` was read. If its row is read once more, as after `retry`, only
 * that is owed: an older row may have said a field that this one does not.
 */
export function unappliedBefore(
  { runs }: CatalogStore,
  change: UnappliedChange | undefined,
  run: number,
): UnappliedChange | undefined {
  if (change === undefined) return undefined;
  const [id, row, fields, why, before] = change;
  const isItsOwn = id === run || runs.get(id)?.sha256 === runs.get(run)?.sha256;
  // What was before another file's row is among the fields of that.
  return isItsOwn ? before : [id, row, fields, why];
}

export function isOnMarketplace({ mirror }: CatalogStore, article: string): boolean {
  return mirror.find(article)?.content_hash != null;
}

/** The article was on the marketplace and is not any more: nobody waits for what was said of it. */
export function isTakenOff(store: CatalogStore, article: string): boolean {
  return !isOnMarketplace(store, article) && store.mirror.find(article)?.last_request != null;
}

/** The fields that a brake kept back with a held row. */
export function heldFields(source: SourceConfig, { mark }: HeldRow): readonly OfferField[] {
  const isStockHeld = !isStockAlone(mark);
  const isContentHeld = kindOf(mark) !== kinds.stock || isStockAlone(mark);
  const held = { availableQty: isStockHeld, isActive: isContentHeld };
  return offerFields(source).filter((field) => held[field]);
}

export function offerFields({ mapping }: Pick<SourceConfig, 'mapping'>): readonly OfferField[] {
  const fields = ['availableQty', 'isActive'] as const;
  return fields.filter((field) => mapping[field] !== undefined);
}

/**
 * An entry by an undo that is told elsewhere: its file is the
 * newest one and refused, or the newest file names the article.
 */
export function reportedByUndo(
  store: CatalogStore,
  source: string,
): (article: string, unapplied: UnappliedChange) => boolean {
  const { index, mirror } = store;
  const { file, undos } = chainOfSource(store, source);
  const named = new Set(undos.length === 0 ? [] : index.read(source).rows);
  return (article, [run, , , why]) =>
    why === 'undone' && (file?.id === run || named.has(mirror.find(article)?.id ?? 0));
}

export function isRefused([, , , why]: UnappliedChange): boolean {
  return why === 'refused';
}

/**
 * Whether it can be sent without a new export: a row of changes
 * from the spool, a whole file's last word from the state.
 */
export function goesAgain(
  store: CatalogStore,
  { name, contents }: Pick<SourceConfig, 'name' | 'contents'>,
  run: number,
): boolean {
  if (contents === 'delta') return isStored(store, run);
  const isTakenBack = undoneOf(store, name).includes(store.runs.get(run)?.sha256 ?? '');
  return !store.sources.isFromBackup(run) && !isTakenBack;
}

/** What stands in a backup may be older than what was sent since (fault 34). */
export function isStored({ runs, sources, spool }: CatalogStore, run: number): boolean {
  const row = runs.get(run);
  return row !== undefined && !sources.isFromBackup(run) && spool.get(row.sha256) !== undefined;
}

/** The run of the row that said something of the article without effect. */
export function unappliedRun(
  store: CatalogStore,
  { source, externalId }: { readonly source: string; readonly externalId: string },
): number | undefined {
  const change = unappliedOf(store, source).get(externalId);
  if (change === undefined) return undefined;
  return reportedByUndo(store, source)(externalId, change) ? undefined : change[0];
}

/**
 * Whether something that was said of the article is lost. It is not where `only` left the article out of the newest
 * file: that file is read again once `only` lets the article in.
 */
export function hasUnapplied(
  { store, config }: StateDeps,
  of: { readonly source: string; readonly externalId: string },
): boolean {
  const run = unappliedRun(store, of);
  const isReadAgain = run === store.sources.acceptedRun(of.source);
  return run !== undefined && !(isReadAgain && !pilotOf(config)(of.externalId));
}

/** By article. */
export function unappliedOf({ meta }: CatalogStore, source: string): Map<string, UnappliedChange> {
  const text = meta.get(unappliedChangesOf(source)) ?? '{}';
  // JSON has null for what is absent in the middle of a list.
  return new Map(Object.entries(JSON.parse(text, (_, value) => value ?? undefined)));
}

/** In `meta`. */
export function unappliedChangesOf(source: string): string {
  return `rejected changes of ${source}`;
}
