import type { Fields } from '../mapping/mapped-row.ts';
import type { CatalogStore, SourceConfig, StateDeps } from '../terms/ports.ts';
import { productsSources } from '../terms/source-kinds.ts';
import type { Touched } from './touched.ts';

/** What an undo must know where several products sources give the fields of an article. */
export interface Shared {
  /** The source itself has said something else of the article since. */
  isLater(product: number): boolean;
}

interface Undone {
  readonly source: SourceConfig;
  readonly run: { readonly id: number };
}

/** Undefined where the source alone gives articles their fields. */
export function sharedOf(
  { store, config }: StateDeps,
  { source, run }: Undone,
): Shared | undefined {
  const products = productsSources(config);
  if (source.kind !== 'products' || products.length < 2) return undefined;
  return {
    isLater(product) {
      const newest = store.parts.newestRun(product, source.name) ?? 0;
      // The undo of this run writes its own part before it is sent: that one is no later word.
      return newest > run.id && store.runs.get(newest)?.undoes !== run.id;
    },
  };
}

/**
 * Adds articles of which the run said something new that another source's request carried: where both change an
 * article, one request is sent for both.
 */
export function withSentByOthers(
  { parts }: Pick<CatalogStore, 'parts'>,
  { source, run }: Undone,
  touched: ReadonlyMap<number, Touched>,
): ReadonlyMap<number, Touched> {
  const all = new Map(touched);
  for (const product of parts.ofRun(source.name, run.id)) {
    const before = all.get(product) ?? { isRemoved: false };
    if (before.was === undefined && !before.isRemoved)
      all.set(product, { ...before, isSentByOther: true });
  }
  return all;
}

/** Of a product that was sent whole: what this source gives of it. */
export function ownOf({ mapping }: SourceConfig, sent: Fields): Fields {
  const own = Object.entries(sent).filter(([field]) => field in mapping);
  return Object.fromEntries(own) as Fields;
}
