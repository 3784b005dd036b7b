import type { ProductRow } from '../../store/mirror.ts';
import type { RunRow } from '../../store/runs.ts';
import { countingFile } from '../state/counting-file.ts';
import type { Among } from '../state/others.ts';
import { createOwnHides } from '../state/own-hides.ts';
import { pilotOf } from '../state/pilot.ts';
import { type UnappliedChange, unappliedOf } from '../state/unapplied-changes.ts';
import { aimOf } from '../state/undo-chain.ts';
import { meaningOfVanished } from '../state/vanished.ts';
import type { OpenStock } from '../stock/open-stock.ts';
import type { ExportDeps, SourceConfig } from '../terms/ports.ts';
import { resting } from '../terms/resting.ts';
import { contentBefore } from './content-before.ts';
import { exportedBefore } from './exported-before.ts';
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
  readonly quantities: boolean;
  readonly among: Among;
}

/**
 * What taking back a run means by now: its own changes that no later run has touched (contract.md `undo`). Others have
 * their turn meanwhile, as during pass 1.
 */
export async function reverseOf(deps: Deps, input: UndoInput): Promise<Reverse> {
  const { store, config, clock } = deps;
  const { source, run, quantities } = input;
  const shared = sharedOf(deps, input);
  const sentBy = touchedBy(store, run.id);
  const all = shared === undefined ? sentBy : withSentByOthers(store, input, sentBy);
  const touched: (readonly [ProductRow, Touched])[] = [];
  for await (const [product, before] of resting(clock, all)) {
    const row = store.mirror.get(product);
    if (row !== undefined) touched.push([row, before]);
  }
  const requestBefore = new Map(touched.map(([{ id }, { wasSentIn }]) => [id, wasSentIn]));
  const before = await contentBefore(deps, { ...input, shared, touched, requestBefore });
  return reverse(
    {
      ...{ run, source, shared, quantities, before },
      vanishedMeans: meaningOfVanished(source, config),
      hasStockSource: config.sources.some(({ kind }) => kind === 'stock'),
      openStock: deps.openStock,
      exportedBefore: await exportedOfOrdered(deps, input, touched),
      isInPilot: pilotOf(config),
      wasVanished: wasVanished(store, requestBefore),
      isUnappliedSince: unappliedSince(store, input),
      isRemovedSince: removedSince(store, run),
      isLaterRun: (later) => later > run.id && store.runs.get(later)?.source === source.name,
    },
    resting(clock, touched),
  );
}

function wasVanished(
  { requests }: Deps['store'],
  requestBefore: ReadonlyMap<number, number | null | undefined>,
): (product: number) => boolean {
  const isOwnHide = createOwnHides(requests);
  return (product) => isOwnHide(requestBefore.get(product) ?? null, product);
}

/** Not by an undo of the same file: that is the matter that this undo turns round. */
function removedSince(
  { requests, runs }: Deps['store'],
  run: RunRow,
): (row: Pick<ProductRow, 'last_request'>) => boolean {
  const fileOf = (of: RunRow): number => (of.undoes === null ? of.id : aimOf(of, runs.get).run);
  return ({ last_request: request }) => {
    const last = requests.get(request ?? 0);
    const by = last?.kind === 'remove' ? runs.get(last.run) : undefined;
    return by !== undefined && by.id > run.id && fileOf(by) !== fileOf(run);
  };
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

function isUnapplied([id, , , why]: UnappliedChange, run: UndoInput['run']): boolean {
  return id > run.id && why !== 'undone';
}

/** Whether a later row of an article came to nothing: it is told as unapplied, or the file that counts rejected it. */
function unappliedSince(
  store: Deps['store'],
  { source: { name }, run }: UndoInput,
): (externalId: string) => boolean {
  const unapplied = unappliedOf(store, name);
  const counts = countingFile(store, store.sources.acceptedRun(name))?.id ?? 0;
  const isRejected = (externalId: string): boolean =>
    store.complaints.ofProduct(counts, externalId).some(({ level }) => level === 'rejected');
  return (externalId) => {
    const change = unapplied.get(externalId);
    const isReported = change !== undefined && isUnapplied(change, run);
    return isReported || (counts > run.id && isRejected(externalId));
  };
}
