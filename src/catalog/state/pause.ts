import type { CatalogStore } from '../terms/ports.ts';
import { readMeta } from '../terms/read-meta.ts';

export interface Pause {
  /** Epoch ms. */
  readonly at: number;
  readonly who: string;
  /**
   * The run whose rows counted when the pause began; later ones wait. Absent in a pause that an older version noted.
   */
  readonly run?: number;
}

/** In `meta`. */
export const pauseName = (source: string): string => `pause of ${source}`;

export function isPaused(store: CatalogStore, source: string): boolean {
  return store.sources.get(source)?.paused === 1;
}

/** Undefined where the source is not paused; a very old version did not keep since when. */
export function pauseOf(store: CatalogStore, source: string): Pause | undefined {
  return isPaused(store, source) ? readMeta(store, pauseName(source)) : undefined;
}

/** True for a run that came in the pause: nothing of it may travel with what another source sends. */
export function isAfterPause(store: CatalogStore, source: string, run: number): boolean {
  return run > (pauseOf(store, source)?.run ?? run);
}
