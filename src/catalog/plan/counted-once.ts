import { batchProductsMax } from '../../domain/limits.ts';
import { holdKinds, holdOf, isOfLane, kindOf, kinds } from '../terms/plan.ts';
import type { CatalogStore } from '../terms/ports.ts';
import { addSummaries, type PlanSummary } from '../terms/summary.ts';
import type { SourceProposal } from './proposal.ts';

type Articles = Pick<PlanSummary, 'new' | 'changed'>;

/**
 * What the plans of some sources would send together. An article that several of them name is sent in one request, and
 * counts once.
 */
export function countedOnce(
  store: CatalogStore,
  sources: readonly SourceProposal[],
): Omit<PlanSummary, 'pictures'> {
  const total = addSummaries(sources);
  // What an undo brings back has rows in no file.
  const sending = sources.filter(
    (plan) => batchesOf(plan) > 0 && store.runs.get(plan.run)?.undoes == null,
  );
  if (sending.length < 2) return total;
  const isCounted = new Uint8Array(store.mirror.newestId() + 1);
  const again = { new: 0, changed: 0, batches: 0 };
  for (const plan of sending) {
    const { new: created, changed } = countAgain(store, plan.source, isCounted);
    again.new += created;
    again.changed += changed;
    again.batches +=
      batchesOf(plan) - batchesOf({ new: plan.new - created, changed: plan.changed - changed });
  }
  return {
    ...{ ...total, new: total.new - again.new, changed: total.changed - again.changed },
    calls: { ...total.calls, batchUpsert: total.calls.batchUpsert - again.batches },
  };
}

function batchesOf(plan: Articles): number {
  return Math.ceil((plan.new + plan.changed) / batchProductsMax);
}

/**
 * How many of the articles that the source's plan sends are counted already. `marks[i]` belongs to the product
 * `rows[i]`.
 */
function countAgain(store: CatalogStore, source: string, isCounted: Uint8Array): Articles {
  const { marks = new Uint8Array() } = store.plans.get(store.sources.get(source)?.plan ?? 0) ?? {};
  const { rows } = store.index.read(source);
  const again = { new: 0, changed: 0 };
  for (let record = 0; record < rows.length; record += 1) {
    const mark = marks[record] ?? 0;
    if (holdOf(mark) !== holdKinds.none || !isOfLane(kindOf(mark), 'products')) continue;
    const product = rows[record] ?? 0;
    again[kindOf(mark) === kinds.create ? 'new' : 'changed'] += isCounted[product] ?? 0;
    isCounted[product] = 1;
  }
  return again;
}
