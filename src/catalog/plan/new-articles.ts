import { kinds } from '../terms/plan.ts';
import type { CatalogStore } from '../terms/ports.ts';
import type { SourceProposal } from './proposal.ts';

type Planned = Pick<SourceProposal, 'source' | 'run' | 'new'>;

/** How many articles the plans of some sources create: one that several of them name is one. */
export function newArticles(store: CatalogStore, planned: readonly Planned[]): number {
  const creating = planned.filter((one) => one.new > 0);
  // What an undo brings back has rows in no file.
  const ofFiles = creating.filter(({ run }) => store.runs.get(run)?.undoes == null);
  const all = creating.reduce((sum, one) => sum + one.new, 0);
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

/** By the file's rows and their marks, which lie side by side. */
function created(store: CatalogStore, source: string): number[] {
  const { marks } = store.plans.get(store.sources.get(source)?.plan ?? 0) ?? {};
  const { rows } = store.index.read(source);
  const products: number[] = [];
  for (let record = 0; record < rows.length; record += 1)
    if (marks?.[record] === kinds.create) products.push(rows[record] ?? 0);
  return products;
}
