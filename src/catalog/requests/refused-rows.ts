import { keepsLastStock } from '../state/keeps-last.ts';
import { ownerOfStock } from '../state/owner-of-stock.ts';
import type { RequestItem } from '../state/request-items.ts';
import {
  goesAgain,
  isRefused,
  isStored,
  keepUnapplied,
  offerFields,
  type UnappliedChange,
  unappliedBefore,
  unappliedOf,
} from '../state/unapplied-changes.ts';
import type { CatalogStore, StateDeps } from '../terms/ports.ts';
import type { OpenRequest } from './settle.ts';

type Item = Pick<RequestItem, 'product' | 'externalId' | 'row' | 'quantityRun'>;

/**
 * The marketplace refused, or never answered, rows of a file of changes. The next file does not repeat them, so they
 * are told until a row says it again. So are rows of a whole stock file whose articles a newer one left out before the
 * answer came. Part of the transaction that stores the answer.
 */
export function noteRefused(
  { store, config }: StateDeps,
  { source: name, run }: Pick<OpenRequest, 'source' | 'run'>,
  items: readonly Pick<RequestItem, 'externalId' | 'row'>[],
): void {
  const rows = items.filter(({ row }) => row !== null);
  if (rows.length === 0) return;
  const source = config.sources.find((declared) => declared.name === name);
  if (source === undefined) return;
  const open = unappliedOf(store, name);
  const isOwner = source === ownerOfStock(config);
  const isReported = (id: string): boolean =>
    source.contents === 'delta' || (isOwner && open.has(id));
  const fields = offerFields(source);
  const reported = rows.filter(({ externalId }) => isReported(externalId));
  for (const { externalId, row } of reported) {
    const before = unappliedBefore(store, open.get(externalId), run);
    open.set(externalId, [run, row ?? 0, fields, 'refused', before]);
  }
  if (reported.length > 0) keepUnapplied(store, name, open);
}

/**
 * What was told as refused has been confirmed, so it is told no longer: the last exported stock was sent without a row,
 * or the row of an older whole file got its answer after a newer file had left it out. Part of the same transaction.
 */
export function forgetRefused(
  { store, config }: StateDeps,
  { source, run }: Pick<OpenRequest, 'source' | 'run'>,
  items: readonly Item[],
): void {
  const isLate =
    store.sources.acceptedRun(source) !== run &&
    config.sources.some(({ name, contents }) => name === source && contents === 'full');
  const repeated = items.filter((item) =>
    item.row === null ? isExportedLast(store, item) : isLate,
  );
  forget(store, { source, items: repeated }, (unapplied, { row, quantityRun }) =>
    row === null ? isRefused(unapplied) || unapplied[0] === quantityRun : unapplied[0] === run,
  );
}

/**
 * The same where the stock travelled with a product that another source created or brought back (creating-quantity.ts).
 * Part of the same transaction.
 */
export function forgetCarried({ store, config }: StateDeps, items: readonly Item[]): void {
  const owner = ownerOfStock(config);
  const carried = items.filter((item) => item.row !== null && isExportedLast(store, item));
  if (owner !== undefined) forget(store, { source: owner.name, items: carried }, isRefused);
}

function isExportedLast({ mirror }: CatalogStore, { product, quantityRun }: Item): boolean {
  return quantityRun !== undefined && mirror.get(product)?.exported_run === quantityRun;
}

function forget(
  store: CatalogStore,
  { source, items }: { readonly source: string; readonly items: readonly Item[] },
  isOver: (unapplied: UnappliedChange, item: Item) => boolean,
): void {
  if (items.length === 0) return;
  const open = unappliedOf(store, source);
  const over = items.filter((item) => {
    const unapplied = open.get(item.externalId);
    return unapplied !== undefined && isOver(unapplied, item);
  });
  for (const { externalId } of over) open.delete(externalId);
  if (over.length > 0) keepUnapplied(store, source, open);
}

/**
 * Articles whose stock was refused and that the newest whole file leaves out, which keeps their last stock (`missing:
 * keep`). That stock is in the state, so `retry` can send it without a row.
 */
export function refusedStock(
  { store, config }: StateDeps,
  externalId: string | undefined,
): readonly string[] {
  const owner = ownerOfStock(config);
  if (owner === undefined || !keepsLastStock(owner)) return [];
  const counts = store.sources.acceptedRun(owner.name) ?? 0;
  const isOwn = (article: string): boolean =>
    store.runs.get(store.mirror.find(article)?.exported_run ?? 0)?.source === owner.name;
  const isRejected = (article: string): boolean =>
    store.complaints
      .ofProduct(counts, article)
      .some(({ level, row }) => level === 'rejected' && row !== null);
  return [...unappliedOf(store, owner.name)]
    .filter(([article]) => externalId === undefined || article === externalId)
    .filter(([, unapplied]) => isRefused(unapplied) && goesAgain(store, owner, unapplied[0]))
    .map(([article]) => article)
    .filter((article) => isOwn(article) && !isRejected(article));
}

/** Products with refused rows in files of changes that are not the newest of their source any more. */
interface RefusedBefore {
  /** Their rows can be read again. */
  readonly readAgain: ReadonlySet<number>;
  /** Their file is no longer stored, or other rows of it wait for release. */
  readonly left: ReadonlySet<number>;
}

type RunOf = (run: number, source: string, ids: readonly number[]) => void;

/** Of one article or of all; `onReadable` is called with each run that can be read again. */
export function refusedBefore(
  { store, config }: StateDeps,
  externalId: string | undefined,
  onReadable?: RunOf,
): RefusedBefore {
  const [readAgain, left] = [new Set<number>(), new Set<number>()];
  for (const { name } of config.sources.filter(({ contents }) => contents === 'delta'))
    for (const [run, ids] of refusedIn(store, name, externalId)) {
      const isReadable = isStored(store, run) && store.parked.get(run) === undefined;
      if (isReadable) onReadable?.(run, name, ids);
      for (const id of ids) (isReadable ? readAgain : left).add(id);
    }
  return { readAgain, left };
}

/**
 * Has these rows read again, as a run of their own: no newer file names their articles, so nothing newer is overtaken
 * (parked-rows.ts).
 */
export function readRefusedAgain(deps: StateDeps, externalId: string | undefined): RefusedBefore {
  return refusedBefore(deps, externalId, (run, source, ids) => {
    deps.store.parked.put(run, source, { marks: new Uint8Array(), ids: Int32Array.from(ids) });
  });
}

/** Refused articles by run, without the run that counts: that file is looked at again as a whole. */
function refusedIn(
  store: CatalogStore,
  source: string,
  externalId: string | undefined,
): ReadonlyMap<number, readonly number[]> {
  const counts = store.sources.acceptedRun(source);
  const runs = new Map<number, number[]>();
  for (const [article, unapplied] of unappliedOf(store, source)) {
    const [run] = unapplied;
    const isAsked = externalId === undefined || article === externalId;
    const id = store.mirror.find(article)?.id;
    if (!isAsked || !isRefused(unapplied) || run === counts || id === undefined) continue;
    const ids = runs.get(run);
    if (ids === undefined) runs.set(run, [id]);
    else ids.push(id);
  }
  return runs;
}
