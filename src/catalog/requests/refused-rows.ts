import { keepsLastStock } from '../state/keeps-last.ts';
import { ownersOfStock } from '../state/owners-of-stock.ts';
import type { RequestItem } from '../state/request-items.ts';
import type { Unsaid } from '../state/unsaid-changes.ts';
import {
  goesAgain,
  isRefused,
  isStored,
  keepUnsaid,
  offerFields,
  unsaidOf,
} from '../state/unsaid-changes.ts';
import type { CatalogStore, EngineDeps } from '../terms/ports.ts';
import type { OpenRequest } from './settle.ts';

type Deps = Pick<EngineDeps, 'store' | 'config'>;
type Item = Pick<RequestItem, 'product' | 'externalId' | 'row' | 'quantityRun'>;

/**
 * Rows of a file of changes that the marketplace refused, or never answered: the next file of changes says nothing of
 * them, so they are told until a row says it again. Likewise of a whole file what a newer one left out before the answer
 * came. Part of the transaction that stores the answer.
 */
export function noteRefused(
  { store, config }: Deps,
  { source: name, run }: Pick<OpenRequest, 'source' | 'run'>,
  items: readonly Pick<RequestItem, 'externalId' | 'row'>[],
): void {
  const rows = items.filter(({ row }) => row !== null);
  if (rows.length === 0) return;
  const source = config.sources.find((each) => each.name === name);
  if (source === undefined) return;
  const open = new Map(Object.entries(unsaidOf(store, name)));
  const isOwner = source === ownersOfStock(config)[0];
  const isTold = (id: string): boolean => source.contents === 'delta' || (isOwner && open.has(id));
  const fields = offerFields(source);
  const told = rows.filter(({ externalId }) => isTold(externalId));
  for (const { externalId, row } of told) open.set(externalId, [run, row ?? 0, fields, 'refused']);
  if (told.length > 0) keepUnsaid(store, name, open);
}

/**
 * What was exported last is there by now, without a row: nothing is left to tell. Nor of a row that a newer whole file
 * left out while it was on its way. Part of the same transaction.
 */
export function forgetRefused(
  { store, config }: Deps,
  { source, run }: Pick<OpenRequest, 'source' | 'run'>,
  items: readonly Item[],
): void {
  const isLate =
    store.sources.get(source)?.accepted_run !== run &&
    config.sources.some(({ name, contents }) => name === source && contents === 'full');
  const said = items.filter((item) => (item.row === null ? isExportedLast(store, item) : isLate));
  forget(store, { source, items: said }, (unsaid, { row, quantityRun }) =>
    row === null ? isRefused(unsaid) || unsaid[0] === quantityRun : unsaid[0] === run,
  );
}

/**
 * Likewise where it came with a product that another source created or brought back (creating-quantity.ts). Part of the
 * same transaction.
 */
export function forgetCarried({ store, config }: Deps, items: readonly Item[]): void {
  const [owner] = ownersOfStock(config);
  const carried = items.filter((item) => item.row !== null && isExportedLast(store, item));
  if (owner !== undefined) forget(store, { source: owner.name, items: carried }, isRefused);
}

function isExportedLast({ mirror }: CatalogStore, { product, quantityRun }: Item): boolean {
  return quantityRun !== undefined && mirror.get(product)?.exported_run === quantityRun;
}

function forget(
  store: CatalogStore,
  { source, items }: { readonly source: string; readonly items: readonly Item[] },
  isOver: (unsaid: Unsaid, item: Item) => boolean,
): void {
  if (items.length === 0) return;
  const open = new Map(Object.entries(unsaidOf(store, source)));
  const over = items.filter((item) => {
    const unsaid = open.get(item.externalId);
    return unsaid !== undefined && isOver(unsaid, item);
  });
  for (const { externalId } of over) open.delete(externalId);
  if (over.length > 0) keepUnsaid(store, source, open);
}

/**
 * Articles whose stock was refused and that the newest whole file leaves out with their last stock: what was exported of
 * them last is kept, and can be sent without a row.
 */
export function refusedStock(
  { store, config }: Deps,
  externalId: string | undefined,
): readonly string[] {
  const [owner] = ownersOfStock(config);
  if (owner === undefined || !keepsLastStock(owner)) return [];
  const counts = store.sources.get(owner.name)?.accepted_run ?? 0;
  const isOwn = (article: string): boolean =>
    store.runs.get(store.mirror.find(article)?.exported_run ?? 0)?.source === owner.name;
  const isRejected = (article: string): boolean =>
    store.complaints
      .ofProduct(counts, article)
      .some(({ level, row }) => level === 'rejected' && row !== null);
  return Object.entries(unsaidOf(store, owner.name))
    .filter(([article]) => externalId === undefined || article === externalId)
    .filter(([, unsaid]) => isRefused(unsaid) && goesAgain(store, owner, unsaid[0]))
    .map(([article]) => article)
    .filter((article) => isOwn(article) && !isRejected(article));
}

/** Products with such rows of files that are not the newest of their source any more. */
export interface RefusedBefore {
  /** Their rows can be read again. */
  readonly readAgain: ReadonlySet<number>;
  /** Their file is stored no more, or other rows of it wait for a yes. */
  readonly left: ReadonlySet<number>;
}

type RunOf = (run: number, source: string, ids: readonly number[]) => void;

/** Of one article or of all; `each` is told of the runs that can be read again. */
export function refusedBefore(
  { store, config }: Deps,
  externalId: string | undefined,
  each?: RunOf,
): RefusedBefore {
  const [readAgain, left] = [new Set<number>(), new Set<number>()];
  for (const { name } of config.sources.filter(({ contents }) => contents === 'delta'))
    for (const [run, ids] of refusedIn(store, name, externalId)) {
      const isReadable = isStored(store, run) && store.parked.get(run) === undefined;
      if (isReadable) each?.(run, name, ids);
      for (const id of ids) (isReadable ? readAgain : left).add(id);
    }
  return { readAgain, left };
}

/**
 * Has the rows read again that nothing newer was said of: as a run of their own, because the newest file does not name
 * their articles (parked-rows.ts).
 */
export function readRefusedAgain(deps: Deps, externalId: string | undefined): RefusedBefore {
  return refusedBefore(deps, externalId, (run, source, ids) => {
    deps.store.parked.put(run, source, { marks: new Uint8Array(), ids: Int32Array.from(ids) });
  });
}

/** By the run that is not the one that counts, which is looked at again as a whole. */
function refusedIn(
  store: CatalogStore,
  source: string,
  externalId: string | undefined,
): ReadonlyMap<number, readonly number[]> {
  const counts = store.sources.get(source)?.accepted_run;
  const runs = new Map<number, number[]>();
  for (const [article, unsaid] of Object.entries(unsaidOf(store, source))) {
    const [run] = unsaid;
    const isAsked = externalId === undefined || article === externalId;
    const id = store.mirror.find(article)?.id;
    if (!isAsked || !isRefused(unsaid) || run === counts || id === undefined) continue;
    runs.set(run, [...(runs.get(run) ?? []), id]);
  }
  return runs;
}
