import type { PassResult } from '../pass/pass-result.ts';
import type { CatalogStore, SourceConfig } from '../terms/ports.ts';
import { readMeta } from '../terms/read-meta.ts';
import { keepsLastStock } from './keeps-last.ts';
import { askStockAgain } from './stock-to-resend.ts';

/** By article: a stock in thousandths, and the run that said it. */
type StatedWhilePaused = Readonly<Record<string, readonly [quantity: number, run: number]>>;

/** In `meta`. */
export const stockWhilePausedOf = (source: string): string => `said in the pause of ${source}`;

interface Stocks extends Pick<PassResult, 'seen'> {
  /** Products of whose stock the file says nothing, though it names them. */
  readonly withoutStock: ReadonlySet<number>;
  /** By number in the mirror. */
  readonly exported: Iterable<readonly [number, number]>;
  /** Of articles that nobody knows yet. */
  readonly unknown: Iterable<readonly [string, number]>;
}

/**
 * In a pause file 1 says stock 5 and file 2 leaves the article out, which keeps the 5 (`missing: keep`). An article
 * that is created in the pause must not carry it yet, so the 5 is remembered here: after the pause no file may repeat
 * it. Kept until a file names the article again.
 */
export function keepStockWhilePaused(
  store: CatalogStore,
  { source, run }: { readonly source: SourceConfig; readonly run: number },
  { seen, withoutStock, exported, unknown }: Stocks,
): void {
  if (!keepsLastStock(source)) return;
  const isNamed = (article: string): boolean => {
    const { id = 0 } = store.mirror.find(article) ?? {};
    return (seen[id] ?? 0) !== 0 && !withoutStock.has(id);
  };
  const before = Object.entries(read(store, source.name)).filter(([article]) => !isNamed(article));
  const known = [...exported].map(
    ([product, quantity]) => [store.mirror.get(product)?.external_id ?? '', quantity] as const,
  );
  const now = [...known, ...unknown].map(
    ([article, quantity]) => [article, [quantity, run]] as const,
  );
  const all: StatedWhilePaused = Object.fromEntries([...before, ...now]);
  store.meta.set(stockWhilePausedOf(source.name), JSON.stringify(all));
}

/** Part of the transaction that resumes the source, before its newest file is looked at once more. */
export function noteStockWhilePaused(store: CatalogStore, source: SourceConfig): void {
  const { meta, mirror, sources, unknownStock } = store;
  const all = Object.entries(read(store, source.name));
  if (all.length === 0) return;
  meta.set(stockWhilePausedOf(source.name), '{}');
  if (!keepsLastStock(source)) return;
  for (const [article, [quantity, run]] of all) {
    // What stands in a backup may be older than what was sent since (fault 34).
    if (sources.isFromBackup(run)) continue;
    const product = mirror.find(article);
    if (product === undefined) unknownStock.say(article, quantity, run);
    else mirror.setExported(product.id, quantity, run);
  }
  askStockAgain(store, source.name);
}

function read(store: CatalogStore, source: string): StatedWhilePaused {
  return readMeta(store, stockWhilePausedOf(source)) ?? {};
}
