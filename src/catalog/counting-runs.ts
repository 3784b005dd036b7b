import { isWhole } from './plan.ts';
import type { EngineDeps } from './ports.ts';

/** The products sources and the run of each whose rows count: of a file that is held as a whole none does (I13). */
export function countingRuns({ store, config }: Pick<EngineDeps, 'store' | 'config'>) {
  const held = store.holds.open().filter(isWhole);
  const products = config.sources.filter(({ kind }) => kind === 'products');
  return new Map(
    products.map(({ name }) => {
      const row = store.sources.get(name);
      const isHeld = held.some(({ run }) => run === row?.accepted_run);
      return [name, (isHeld ? row?.restore_run : row?.accepted_run) ?? 0];
    }),
  );
}
