import type { SourceRow } from '../../store/plans.ts';
import { isOfNoRow } from '../terms/plan.ts';
import type { CatalogStore, StateDeps } from '../terms/ports.ts';
import { productsSources } from '../terms/source-kinds.ts';
import { pauseOf } from './pause.ts';

/** The products sources and the run of each whose rows count. */
export function countingRuns({ store, config }: StateDeps) {
  return new Map(productsSources(config).map(({ name }) => [name, countingRun(store, name)]));
}

/** The newest file of the source is not through. */
export function isUnderWay(row: SourceRow | undefined): boolean {
  return row !== undefined && row.run !== null && row.done === 0;
}

/** It has not been through pass 1 yet. */
export function isUnread({ sources }: Pick<CatalogStore, 'sources'>, source: string): boolean {
  const row = sources.get(source);
  return isUnderWay(row) && row?.plan === null;
}

/** The run whose rows count for the other sources: none that came while the source is paused; 0 where none counts. */
export function countingRun(store: CatalogStore, source: string): number {
  const run = unheldRun(store, source);
  return Math.min(run, pauseOf(store, source)?.run ?? run);
}

/**
 * The run whose rows count for its own source. A file that is
 * held as a whole, or for being empty, is passed over (I13).
 */
export function unheldRun(store: CatalogStore, source: string): number {
  const row = store.sources.get(source);
  const held = store.holds.open().filter(isOfNoRow);
  const isHeld = held.some(({ run }) => run === row?.accepted_run);
  return (isHeld ? row?.restore_run : row?.accepted_run) ?? 0;
}
