import type { ProductRow } from '../../store/mirror.ts';
import type { ComplaintRow, RunRow } from '../../store/runs.ts';
import { complaintsMax } from '../mapping/row-complaints.ts';
import { filesOfStock } from '../state/counting-file.ts';
import { keepsLeftOut } from '../state/keeps-last.ts';
import { ownerOfStock } from '../state/owner-of-stock.ts';
import { offerFields, type UnappliedChange } from '../state/unapplied-changes.ts';
import { holdKinds, holdOf, isOfLane, kindOf } from '../terms/plan.ts';
import type { CatalogStore } from '../terms/ports.ts';
import { isRefusal } from '../terms/refusal.ts';
import { isOnSale } from '../terms/traits.ts';
import { isSending } from '../terms/unreleased.ts';
import type { CommitInput } from './commit-plan.ts';

/**
 * File 1 says something of an article in a row that is held, rejected or not sent yet; file 2 leaves the article out,
 * which under `missing: keep` or `vanished: ignore` means nothing. So no file repeats it, and it is told as unapplied.
 * Asked before the index and the plan of file 1 give way.
 */
export function leftOut(
  store: CatalogStore,
  { source, run, catalog }: Pick<CommitInput, 'source' | 'run' | 'catalog'>,
  gone: readonly number[],
): ReadonlyMap<string, UnappliedChange> {
  const accepted = store.sources.acceptedRun(source.name);
  const found = new Map<string, UnappliedChange>();
  if (gone.length === 0 || accepted === run.id || !keepsLeftOut(source, catalog)) return found;
  const file = filesOfStock(store, accepted).next().value;
  if (file === undefined) return found;
  const { id: before, final } = file;
  const rejected = rejectedRows(store, before);
  // What the owner of the stock exported last can be sent without a row (order-stock.ts).
  const isSentAgain = source.kind === 'stock' && ownerOfStock(catalog)?.name === source.name;
  // Behind an undo: an undo begins only when the file before it is through, and it withdrew what that file held.
  const wished =
    before === accepted ? wishedBy(store, { source: source.name, run: before }, gone) : new Map();
  const fields = offerFields(source);
  for (const id of gone) {
    const product = store.mirror.get(id);
    if (product === undefined || (source.kind === 'products' && !isOnSale(product))) continue;
    const { external_id: externalId } = product;
    const row = rejected.get(externalId);
    if (row !== undefined) found.set(externalId, rejectedIn(before, row, isSentAgain));
    else if (isUnsent(product, wished.get(id), { id: before, final }))
      found.set(externalId, [before, 0, fields]);
  }
  return found;
}

function rejectedIn(run: number, { row, code }: Rejected, isSentAgain: boolean): UnappliedChange {
  const entry = [run, row ?? 0, []] as const;
  return isSentAgain && isRefusal(code) ? [...entry, 'refused'] : entry;
}

type Rejected = Pick<ComplaintRow, 'row' | 'code'>;

/** By article; all at once, because the file may leave out many. */
function rejectedRows({ complaints }: CatalogStore, run: number): ReadonlyMap<string, Rejected> {
  const rejected = complaints.of(run, complaintsMax, 'rejected');
  // Of several complaints on an article one on a row counts, so those come last.
  const ofRows = rejected.toSorted((a, b) => Number(a.row !== null) - Number(b.row !== null));
  return new Map(ofRows.map((complaint) => [complaint.external_id ?? '', complaint]));
}

/** The marks of the rows that the run would have sent of these products, held or not. */
function wishedBy(
  store: CatalogStore,
  { source, run }: { readonly source: string; readonly run: number },
  products: readonly number[],
): ReadonlyMap<number, number> {
  const { marks } = store.plans.ofRun(run) ?? {};
  const { rows } = store.index.read(source);
  const asked = new Set(products);
  const wished = new Map<number, number>();
  marks?.forEach((mark, record) => {
    const product = rows[record] ?? 0;
    if (isSending(mark) && asked.has(product)) wished.set(product, mark);
  });
  return wished;
}

/**
 * A row of an article with an open request counts as one to send, and may turn out to be what the marketplace has. So
 * in a run whose rows have all met their end only a held one is unsent.
 */
function isUnsent(
  { quantity_run: stock, content_run: content }: ProductRow,
  mark: number | undefined,
  { id, final }: Pick<RunRow, 'id' | 'final'>,
): boolean {
  if (mark === undefined || (final === 1 && holdOf(mark) === holdKinds.none)) return false;
  return id !== (isOfLane(kindOf(mark), 'stock') ? stock : content);
}
