import type { HeldRow } from '../pass/parked-rows.ts';
import type { PassResult } from '../pass/pass-result.ts';
import type { StatedFields } from '../pass/stated-fields.ts';
import type { CatalogConfig, CatalogStore, SourceConfig } from '../terms/ports.ts';
import { isRefusal } from '../terms/refusal.ts';
import { keepsLeftOut } from './keeps-last.ts';
import {
  heldFields,
  isOutside,
  isTakenOff,
  keepUnapplied,
  type OfferField,
  offerFields,
  type UnappliedChange,
  unappliedBefore,
  unappliedOf,
} from './unapplied-changes.ts';

/**
 * A file of changes says stock 0, and its row is rejected. No later file repeats the row, and the next one would cover
 * the loss up. So it is told until another row says that field of the article. So are rows that `only` left out, and
 * held rows that a newer file withdrew. Part of the transaction that commits the plan.
 */
export function noteUnapplied(
  store: CatalogStore,
  { source, catalog }: { readonly source: SourceConfig; readonly catalog: CatalogConfig },
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
function isOver({ kind, contents }: SourceConfig, unapplied: UnappliedChange): boolean {
  const [, , , why] = unapplied;
  return kind === 'stock' ? why !== undefined && !isOutside(unapplied) : contents === 'full';
}

interface Open extends Read {
  readonly open: Map<string, UnappliedChange>;
}

function readChanges(store: CatalogStore, source: SourceConfig, { run, result, open }: Open): void {
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
 * A new whole file says everything, so no entry is left. Two kinds of file end only the entries of articles that they
 * name: one that keeps what it leaves out, and one that was read before, as changes, and now counts as a whole one.
 */
function readWhole(
  store: CatalogStore,
  { source, keepsLast }: { readonly source: SourceConfig; readonly keepsLast: boolean },
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
  readonly source: SourceConfig;
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
