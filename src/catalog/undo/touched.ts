import { readItems } from '../state/request-items.ts';
import type { CatalogStore } from '../terms/ports.ts';

/** What a run changed of an article, and what was there before it. */
export interface Touched {
  /** The content hash before, null for an article that the run created; absent where it sent no content. */
  was?: number | null;
  /** The request that had confirmed that content. */
  wasSentIn?: number | null;
  /** The quantity before; absent where the run sent none. */
  had?: number | null;
  isRemoved: boolean;
  /** What the run said of its content went with the request of another source (shared-undo.ts). */
  isSentByOther?: boolean;
}

/** From the requests of the run: they are the record of what was sent, whatever its file or a brake said. */
export function touchedBy(store: CatalogStore, run: number): Map<number, Touched> {
  const touched = new Map<number, Touched>();
  for (const { kind, items } of store.requests.answeredOf(run)) {
    for (const { product, was, wasSentIn, had } of readItems(items)) {
      const before = touched.get(product) ?? { isRemoved: false };
      // Of several requests the first one knows what was there before the run.
      if (was !== undefined && before.was === undefined) Object.assign(before, { was, wasSentIn });
      if (had !== undefined && before.had === undefined) before.had = had;
      before.isRemoved = kind === 'remove';
      touched.set(product, before);
    }
  }
  return touched;
}
