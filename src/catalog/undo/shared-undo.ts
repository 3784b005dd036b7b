import type { Fields } from '../mapping/mapped-row.ts';
import type { CatalogStore, SourceConfig, StateDeps } from '../terms/ports.ts';
import { productsSources } from '../terms/source-kinds.ts';
import { type Word, wordOf } from './last-word.ts';
import type { Touched } from './touched.ts';

/** Where several products sources give the fields of an article: whose word it is what the source itself says of it. */
export type Shared = (product: number) => Word;

interface Undone {
  readonly source: SourceConfig;
  readonly run: { readonly id: number };
  readonly undo?: { readonly id: number };
}

/** Undefined where the source alone gives articles their fields. */
export function sharedOf(
  { store, config }: StateDeps,
  { source, run, undo }: Undone,
): Shared | undefined {
  const products = productsSources(config);
  if (source.kind !== 'products' || products.length < 2) return undefined;
  return (product) => {
    const runBefore = (later?: number) => store.parts.newestRun(product, source.name, later);
    const before = (by: number): number | undefined => {
      const undoes = store.runs.get(by)?.undoes;
      return undoes == null ? undefined : runBefore(undoes);
    };
    // The undo of this run writes its own part before it is sent: that one is no later word.
    return wordOf(run.id, runBefore(undo?.id) ?? run.id, before);
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
    if (before.content === undefined && !before.isRemoved)
      all.set(product, { ...before, isSentByOther: true });
  }
  return all;
}

/**
 * Of a product that was sent whole: what this source gives of it. That it is inactive because no export named it
 * (`isHidden`) is only given by the source that names it.
 */
export function ownOf({ mapping }: SourceConfig, sent: Fields, isHidden: boolean): Fields {
  const isOthers = (field: string): boolean =>
    field === 'externalId' || (isHidden && field === 'isActive' && mapping.name === undefined);
  const isOwn = (field: string): boolean => field in mapping && !isOthers(field);
  const own = Object.entries(sent).filter(([field]) => isOwn(field));
  return Object.fromEntries(own) as Fields;
}
