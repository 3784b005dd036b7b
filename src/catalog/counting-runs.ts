import { isWhole } from './plan.ts';
import type { CatalogStore, EngineDeps } from './ports.ts';

/** The products sources and the run of each whose rows count. */
export function countingRuns({ store, config }: Pick<EngineDeps, 'store' | 'config'>) {
  const products = config.sources.filter(({ kind }) => kind === 'products');
  return new Map(products.map(({ name }) => [name, countingRun(store, name)]));
}

/** Of a file that is held as a whole no row counts (I13); 0 where no file does. */
export function countingRun(store: CatalogStore, source: string): number {
  const row = store.sources.get(source);
  const held = store.holds.open().filter(isWhole);
  const isHeld = held.some(({ run }) => run === row?.accepted_run);
  return (isHeld ? row?.restore_run : row?.accepted_run) ?? 0;
}
