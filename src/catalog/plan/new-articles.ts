import { kinds } from '../terms/plan.ts';
import type { CatalogStore } from '../terms/ports.ts';
import type { SourceProposal } from './proposal.ts';

type Planned = Pick<SourceProposal, 'source' | 'run' | 'new'>;

/** How many articles the plans of some sources create; an article that several of them create counts once. */
export function newArticles(store: CatalogStore, planned: readonly Planned[]): number {
  const creating = planned.filter((plan) => plan.new > 0);
  // What an undo brings back has rows in no file.
  const ofFiles = creating.filter(({ run }) => store.runs.get(run)?.undoes == null);
  const all = creating.reduce((sum, plan) => sum + plan.new, 0);
  if (ofFiles.length < 2) return all;
  const isCounted = new Uint8Array(store.mirror.newestId() + 1);
  let again = 0;
  for (const { source } of ofFiles)
    for (const product of created(store, source)) {
      again += isCounted[product] ?? 0;
      isCounted[product] = 1;
    }
  return all - again;
}

/** The products that the source's plan creates. `marks[i]` belongs to the product `rows[i]`. */
function created(store: CatalogStore, source: string): number[] {
  const { marks } = store.plans.get(store.sources.get(source)?.plan ?? 0) ?? {};
  const { rows } = store.index.read(source);
  const products: number[] = [];
  for (let record = 0; record < rows.length; record += 1)
    if (marks?.[record] === kinds.create) products.push(rows[record] ?? 0);
  return products;
}
