import type { ProductRow } from '../../store/mirror.ts';
import type { RunRow } from '../../store/runs.ts';
import { fileInUse } from '../state/counting-file.ts';
import { amongOthers, fieldsOf } from '../state/others.ts';
import { createOwnHides } from '../state/own-hides.ts';
import { pilotOf } from '../state/pilot.ts';
import { unappliedOf } from '../state/unapplied-changes.ts';
import { meaningOfLeaving } from '../state/vanished.ts';
import type { OpenStock } from '../stock/open-stock.ts';
import type { ExportDeps, SourceConfig } from '../terms/ports.ts';
import { resting } from '../terms/resting.ts';
import { contentBefore } from './content-before.ts';
import { exportedBefore } from './exported-before.ts';
import { lastWordOf } from './last-word.ts';
import { type Reverse, reverse } from './reverse.ts';
import { sharedOf, withSentByOthers } from './shared-undo.ts';
import { type Touched, touchedBy } from './touched.ts';

type Deps = ExportDeps & {
  readonly openStock: Pick<OpenStock, 'lessOrders' | 'ordersOf'>;
};

interface UndoInput {
  readonly source: SourceConfig;
  /** The run that is taken back. */
  readonly run: RunRow;
  /** The run that takes it back, once it has begun. */
  readonly undo?: RunRow;
  readonly quantities: boolean;
}

/**
 * What taking back a run means by now: its own changes that no later run has touched (contract.md `undo`). Others have
 * their turn meanwhile, as during pass 1.
 */
export async function reverseOf(deps: Deps, input: UndoInput): Promise<Reverse> {
  const { store, config } = deps;
  const { source, run, quantities } = input;
  const shared = sharedOf(deps, input);
  const among = amongOthers(deps, source);
  const sentBy = touchedBy(store, run.id);
  const all = shared === undefined ? sentBy : withSentByOthers(store, input, sentBy);
  const touched: (readonly [ProductRow, Touched])[] = [];
  for await (const [product, before] of resting(deps, all)) {
    const row = store.mirror.get(product);
    if (row !== undefined) touched.push([row, before]);
  }
  const before = await contentBefore(deps, { ...{ source, run, among }, shared, touched });
  return reverse(
    {
      ...{ run, source, shared, quantities, before },
      vanishedMeans: meaningOfLeaving(source, config),
      hasStockSource: config.sources.some(({ kind }) => kind === 'stock'),
      openStock: deps.openStock,
      exportedBefore: await exportedOfOrdered(deps, input, touched),
      isInPilot: pilotOf(config),
      isOwnHide: createOwnHides(store.requests),
      wasSaidInactive: (product) =>
        fieldsOf(store.parts.get(product, source.name, run.id - 1))?.isActive === false,
      isUnappliedSince: unappliedSince(store, input),
      lastWord: lastWordOf(store, run.id),
      isOwnRun: (other) => store.runs.get(other)?.source === source.name,
    },
    resting(deps, touched),
  );
}

/** What was exported of articles with open orders, which are taken off the stock that comes back. */
function exportedOfOrdered(
  deps: Deps,
  { source, run, quantities }: UndoInput,
  touched: readonly (readonly [ProductRow, Touched])[],
): ReturnType<typeof exportedBefore> {
  const isReduced = quantities && deps.config.openOrders === 'subtract';
  const ids = isReduced ? touched.map(([row]) => row.external_id) : [];
  const wanted = new Set(ids.filter((id) => deps.openStock.ordersOf(id).length > 0));
  return exportedBefore(deps, { source, run, wanted });
}

/** Whether a later row of an article came to nothing: it is told as unapplied, or the file that counts rejected it. */
function unappliedSince(
  store: Deps['store'],
  { source: { name }, run }: UndoInput,
): (externalId: string) => boolean {
  const unapplied = unappliedOf(store, name);
  const counts = fileInUse(store, name)?.id ?? 0;
  const isRejected = (externalId: string): boolean =>
    store.complaints.ofProduct(counts, externalId).some(({ level }) => level === 'rejected');
  return (externalId) => {
    const [id = 0, , , why] = unapplied.get(externalId) ?? [];
    const isReported = id > run.id && why !== 'undone';
    return isReported || (counts > run.id && isRejected(externalId));
  };
}
