import type { HeldRow } from '../pass/parked-rows.ts';
import type { PassResult } from '../pass/pass-result.ts';
import type { StatedFields } from '../pass/stated-fields.ts';
import { isStockAlone, kindOf, kinds } from '../terms/plan.ts';
import type { CatalogConfig, CatalogStore, SourceConfig, StateDeps } from '../terms/ports.ts';
import { isRefusal } from '../terms/refusal.ts';
import { keepsLeftOut } from './keeps-last.ts';
import { pilotOf } from './pilot.ts';
import { chainOfSource } from './undo-chain.ts';
import { undoneOf } from './undone.ts';

type Source = SourceConfig;
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

/**
 * A file of changes says stock 0, and its row is rejected. No later file repeats the row, and the next one would cover
 * the loss up. So it is told until another row says that field of the article. So are rows that `only` left out, and
 * held rows that a newer file withdrew. Part of the transaction that commits the plan.
 */
export function noteUnapplied(
  store: CatalogStore,
  { source, catalog }: { readonly source: Source; readonly catalog: CatalogConfig },
  read: Read,
): void {
  const open = unappliedOf(store, source.name);
  if (source.contents === 'delta') readChanges(store, source, { ...read, open });
  else readWhole(store, { source, keepsLast: keepsLeftOut(source, catalog) }, { ...read, open });
  for (const [article, unapplied] of open)
    if (isOver(source, unapplied) && isTakenOff(store, article)) open.delete(article);
  keepUnapplied(store, source.name, open);
}

/**
 * Whether an entry ends once its article was taken off the marketplace. Not where the article may come back: it would
 * return with the stock from before a row that could not be read, and a file of changes may name it before it comes.
 */
function isOver({ kind, contents }: Source, unapplied: UnappliedChange): boolean {
  const [, , , why] = unapplied;
  return kind === 'stock' ? why !== undefined && !isOutside(unapplied) : contents === 'full';
}

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
function isOutside([, , , why]: UnappliedChange): boolean {
  return why === 'only';
}

interface Open extends Read {
  readonly open: Map<string, UnappliedChange>;
}

function readChanges(store: CatalogStore, source: Source, { run, result, open }: Open): void {
  const unsent = new Map([...outsideOf(result), ...rejectedBy(result)]);
  const { fields: stated = new Map(), held = new Map() } =
    result.stated ?? ({} as Partial<StatedFields>);
  for (const article of new Set([...stated.keys(), ...unsent.keys()])) {
    const of: Article = {
      source,
      before: unappliedBefore(store, open.get(article), run),
      held: held.get(store.mirror.find(article)?.id ?? 0),
      stated: stated.get(article) ?? offerFields(source),
    };
    const row = unsent.get(article);
    if (row !== undefined) {
      const [place, why] = row;
      const fields = [...new Set([...owedOf(of), ...of.stated])];
      open.set(article, [run, place, fields, why, of.before]);
      continue;
    }
    const left = new Set(leftOf(of));
    const [id, place, , why] = of.before ?? [of.held?.run ?? run, 0];
    if (left.size === 0) open.delete(article);
    else if (why === undefined || why === 'refused') open.set(article, [id, place, [...left]]);
    else open.set(article, [id, place, [...left], why]);
  }
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

/**
 * A new whole file says everything, so no entry is left. Two kinds of file end only the entries of articles that they
 * name: one that keeps what it leaves out, and one that was read before, as changes, and now counts as a whole one.
 */
function readWhole(
  store: CatalogStore,
  { source, keepsLast }: { readonly source: Source; readonly keepsLast: boolean },
  read: Open,
): void {
  const { run, result, left, withdrawn, open } = read;
  const isNewer = store.sources.acceptedRun(source.name) !== run;
  if (isNewer && !keepsLast) {
    open.clear();
    return;
  }
  const rejected = rejectedBy(result);
  for (const article of open.keys()) {
    const product = store.mirror.find(article)?.id ?? 0;
    if (!rejected.has(article) && (result.seen[product] ?? 0) !== 0) open.delete(article);
  }
  for (const [id, held] of withdrawn) {
    const article = store.mirror.get(id)?.external_id ?? '';
    open.set(article, [held.run, 0, heldFields(source, held)]);
  }
  // A refusal that knows no row (0) does not replace an entry that does.
  for (const [article, place] of left)
    if (place[1] !== 0 || !open.has(article)) open.set(article, place);
}

interface Read {
  readonly run: number;
  readonly result: PassResult;
  /** Of a whole file: what it leaves out of what the one before said (left-out.ts). */
  readonly left: ReadonlyMap<string, UnappliedChange>;
  /** Of a whole file: rows of files of changes that were held, and that it does not say (parked-rows.ts). */
  readonly withdrawn: ReadonlyMap<number, HeldRow>;
}

/** What came before a row of an article, and the fields that it says. */
interface Article {
  readonly source: Source;
  readonly before: UnappliedChange | undefined;
  readonly held: HeldRow | undefined;
  readonly stated: readonly OfferField[];
}

/**
 * The fields that are still without effect after this row. A field that is no longer mapped does not count.
 */
function leftOf(article: Article): readonly OfferField[] {
  const read = offerFields(article.source);
  return owedOf(article).filter((field) => read.includes(field) && !article.stated.includes(field));
}

function owedOf({ source, before, held }: Article): readonly OfferField[] {
  const [, , fields = offerFields(source)] = before ?? [0, 0, []];
  return held === undefined ? fields : [...fields, ...heldFields(source, held)];
}

type Unsent = readonly [row: number, why?: 'refused' | 'only'];

/** Rows with these complaints stand for no article, or under a number that no later row can have. */
const noArticle: ReadonlySet<string> = new Set([
  'ROW_TOTAL',
  'ROW_HEADER_AGAIN',
  'ROW_KEY_INVALID',
]);

/** By article. */
function outsideOf({ stated }: PassResult): ReadonlyMap<string, Unsent> {
  return new Map([...(stated?.outside ?? [])].map(([article, row]) => [article, [row, 'only']]));
}

/** By article. */
function rejectedBy({ complaints }: PassResult): ReadonlyMap<string, Unsent> {
  const rows = new Map<string, Unsent>();
  for (const { level, external_id: article, row, code } of complaints) {
    if (level !== 'rejected' || article === null || noArticle.has(code)) continue;
    if (isRefusal(code)) rows.set(article, [row ?? 0, 'refused']);
    else rows.set(article, [row ?? 0]);
  }
  return rows;
}

export function isOnMarketplace({ mirror }: CatalogStore, article: string): boolean {
  return mirror.find(article)?.content_hash != null;
}

/** The article was on the marketplace and is not any more: nobody waits for what was said of it. */
export function isTakenOff(store: CatalogStore, article: string): boolean {
  return !isOnMarketplace(store, article) && store.mirror.find(article)?.last_request != null;
}

/** The fields that a brake kept back with a held row. */
export function heldFields(source: Source, { mark }: HeldRow): readonly OfferField[] {
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
  { name, contents }: Pick<Source, 'name' | 'contents'>,
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
