import type { RunRow } from '../../store/runs.ts';
import type { HeldRow } from '../pass/parked-rows.ts';
import { standingFiles } from '../state/counting-file.ts';
import { keepsLeftOut } from '../state/keeps-last.ts';
import {
  heldFields,
  keepUnapplied,
  type OfferField,
  offerFields,
  type UnappliedChange,
  unappliedOf,
} from '../state/unapplied-changes.ts';
import { type Aim, aimOf, chainOf } from '../state/undo-chain.ts';
import type { CatalogConfig, CatalogStore, SourceConfig } from '../terms/ports.ts';
import { isOnSale } from '../terms/traits.ts';
import { namesIn } from './against-export.ts';
import type { Reversal, Reverse } from './reverse.ts';

interface Undone {
  readonly source: SourceConfig;
  readonly catalog: CatalogConfig;
  readonly undo: RunRow;
  readonly reverse: Pick<Reverse, 'reversals' | 'created'>;
  /** What a brake held of the file until now, by product. */
  readonly held: ReadonlyMap<number, HeldRow>;
}

/**
 * What an undo leaves without effect is reported until a file says it again. Two cases. The undo takes back changes that no
 * later file repeats. Or it takes back another undo: the file counts again, but no pass reads it, and the rows that a
 * brake held were withdrawn by the first undo. Part of the transaction that commits the undo.
 */
export function noteUnappliedByUndo(store: CatalogStore, undone: Undone): void {
  const { source, undo } = undone;
  const aim = aimOf(undo, (id) => store.runs.get(id));
  const { run, takesBack } = aim;
  const open = unappliedOf(store, source.name);
  const before = open.size;
  const stays = stockThatStays(open, undo, aim);
  // An undo that is planned again has less left to take back, so the entries of its first plan (`undone`) stay.
  for (const [article, [id, row, , why]] of open)
    if (id === run && row === 0 && !(takesBack && why === 'undone')) open.delete(article);
  turnRefused(store, open, aim);
  for (const article of stays) open.set(article, [run, 0, ['availableQty'], 'undone']);
  const fields = offerFields(source);
  if (!takesBack)
    for (const article of heldOf(store, run, undo)) open.set(article, [run, 0, fields]);
  // An entry of a later run is newer and stays.
  for (const [article, taken] of unrepeated(store, undone, aim))
    if ((open.get(article)?.[0] ?? 0) <= run)
      open.set(article, [run, 0, together(open.get(article), run, taken), 'undone']);
  if (before > 0 || open.size > 0) keepUnapplied(store, source.name, open);
}

/** The file counts again, but the stock that its undo put back stays: nobody asked to take that back, too. */
function stockThatStays(
  open: ReadonlyMap<string, UnappliedChange>,
  { quantities }: RunRow,
  aim: Aim,
): readonly string[] {
  if (aim.takesBack || quantities === 1) return [];
  return [...open].flatMap(([article, [id, row, fields = [], why]]) => {
    const isUndone = id === aim.run && row === 0 && why === 'undone';
    return isUndone && fields.includes('availableQty') ? [article] : [];
  });
}

/** Of one article the undo may take back the content that was sent and the stock that was held. */
function together(
  entry: UnappliedChange | undefined,
  run: number,
  taken: readonly OfferField[],
): readonly OfferField[] {
  const [id, , fields = [], why] = entry ?? [];
  return id === run && why === 'undone' ? [...new Set([...fields, ...taken])] : taken;
}

/** Rows of the file that the marketplace refused: `retry` must not send what a person has taken back. */
function turnRefused(
  { mirror }: CatalogStore,
  open: Map<string, UnappliedChange>,
  { run, takesBack }: Aim,
): void {
  const [from, to] = takesBack
    ? (['refused', 'undone'] as const)
    : (['undone', 'refused'] as const);
  for (const [article, [id, row, fields, why, before]] of open) {
    if (id !== run || why !== from) continue;
    open.set(article, [id, row, fields, to, before]);
    const product = mirror.find(article);
    if (takesBack && product !== undefined) mirror.clearRefusal(product.id);
  }
}

/** What the undo takes back and no file will say again. */
function unrepeated(
  store: CatalogStore,
  undone: Undone,
  { run, takesBack }: Aim,
): readonly Taken[] {
  // Else the next file says everything again, also of articles that it leaves out.
  const { source, catalog } = undone;
  if (!takesBack || !keepsLeftOut(source, catalog)) return [];
  const newest = standingFiles(store, store.sources.acceptedRun(source.name)).next().value;
  // An undo that is planned again has taken the file back by now.
  const isNewest = newest === undefined || newest.id <= run;
  const taken = isNewest ? undone.reverse : offeredOf(store, undone);
  return [...withdrawn(store, undone), ...takenBack(store, source, taken)];
}

/**
 * Held rows of changes: the same rows of an older file had already given way to them, so nothing says any more that
 * these articles are sold out.
 */
function withdrawn({ mirror }: CatalogStore, { source, held }: Undone): readonly Taken[] {
  if (source.contents === 'full') return [];
  return [...held].flatMap(([product, row]) => {
    const article = mirror.get(product)?.external_id;
    return article === undefined ? [] : [[article, heldFields(source, row)] as const];
  });
}

/** Of a file that is not the newest: only what buyers can order again and no later file names. */
function offeredOf(store: CatalogStore, { source, reverse }: Undone): Undone['reverse'] {
  const isNamed = source.contents === 'delta' ? () => false : namesIn(store, source);
  const isOffered = ({ product, whole, quantity = 0 }: Reversal): boolean => {
    const row = store.mirror.get(product);
    if (row === undefined || isNamed(product)) return false;
    const isBack = whole !== undefined && whole.isActive !== false && !isOnSale(row);
    return isBack || quantity > (row.quantity ?? 0);
  };
  return { reversals: reverse.reversals.filter(isOffered), created: [] };
}

type Taken = readonly [article: string, fields: readonly OfferField[]];

function takenBack(
  { mirror }: CatalogStore,
  source: SourceConfig,
  { reversals, created }: Undone['reverse'],
): readonly Taken[] {
  const fields = offerFields(source);
  const isTaken = ({ whole, quantity }: Reversal, field: OfferField): boolean =>
    field === 'availableQty' ? quantity !== undefined : whole !== undefined;
  const ids = created.flatMap((product) => mirror.get(product)?.external_id ?? []);
  return [
    ...reversals.map(
      (reversal) =>
        [reversal.externalId, fields.filter((field) => isTaken(reversal, field))] as const,
    ),
    ...ids.map((externalId) => [externalId, fields] as const),
  ];
}

function heldOf(store: CatalogStore, run: number, undo: RunRow): readonly string[] {
  const undos = new Set(chainOf(store.runs, undo.id).undos.map(({ id }) => `run ${id}`));
  const holds = store.holds
    .endedOf(run, 'WITHDRAWN')
    .filter(({ ended_by: by }) => undos.has(by ?? ''));
  const products = holds.flatMap(({ id }) => [...(store.holds.productsOf(id) ?? [])]);
  return products.flatMap((product) => store.mirror.get(product)?.external_id ?? []);
}
