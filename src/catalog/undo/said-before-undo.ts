import type { RunRow } from '../../store/runs.ts';
import { keepsLastWord } from '../state/keeps-last.ts';
import { aimOf, chainOf } from '../state/undo-chain.ts';
import type { OfferField } from '../state/unsaid-changes.ts';
import { keepUnsaid, offerFields, unsaidOf } from '../state/unsaid-changes.ts';
import type { CatalogConfig, CatalogStore, SourceConfig } from '../terms/ports.ts';
import type { Reversal, Reverse } from './reverse.ts';

interface Undone {
  readonly source: SourceConfig;
  readonly catalog: CatalogConfig;
  readonly undo: RunRow;
  readonly reverse: Pick<Reverse, 'reversals' | 'created'>;
}

/**
 * An undo withdraws what brakes hold of the run that it takes back. Where that undo is taken back itself the file counts
 * again, and no pass looks at it: what was held of it is told until a file says it again. So is what the undo takes back of
 * the newest file, where the next one does not repeat it. Part of the transaction that commits the undo.
 */
export function tellSaidBefore(store: CatalogStore, { source, undo, ...undone }: Undone): void {
  const { run, takesBack } = aimOf(undo, (id) => store.runs.get(id));
  const open = new Map(Object.entries(unsaidOf(store, source.name)));
  const before = open.size;
  // Planned anew, an undo has less left to take back.
  for (const [article, [id, row, , why]] of open)
    if (id === run && row === 0 && !(takesBack && why === 'undone')) open.delete(article);
  const fields = offerFields(source);
  if (!takesBack)
    for (const article of heldOf(store, run, undo)) open.set(article, [run, 0, fields]);
  const isNewest =
    chainOf(store.runs, store.sources.get(source.name)?.accepted_run).file?.id === run;
  if (takesBack && isNewest && isUnrepeated(source, undone.catalog))
    for (const [article, taken] of takenBack(store, source, undone.reverse))
      open.set(article, [run, 0, taken, 'undone']);
  if (before > 0 || open.size > 0) keepUnsaid(store, source.name, open);
}

/** The next file says it only of the articles that it names. */
function isUnrepeated(source: SourceConfig, catalog: CatalogConfig): boolean {
  return source.contents === 'delta' || keepsLastWord(source, catalog);
}

function takenBack(
  { mirror }: CatalogStore,
  source: SourceConfig,
  { reversals, created }: Undone['reverse'],
): readonly (readonly [article: string, fields: readonly OfferField[]])[] {
  const fields = offerFields(source);
  const isTaken = ({ whole, quantity }: Reversal, field: OfferField): boolean =>
    field === 'availableQty' ? quantity !== undefined : whole !== undefined;
  const ids = created.flatMap((product) => mirror.get(product)?.external_id ?? []);
  return [
    ...reversals.map(
      (one) => [one.externalId, fields.filter((field) => isTaken(one, field))] as const,
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
