import { type RequestItem, readItems } from '../state/request-items.ts';
import type { CatalogStore } from '../terms/ports.ts';

/** What a run changed of an article, and what was there before it. */
export interface Touched {
  /** The content hash before, null for an article that the run created; absent where it sent no content. */
  was?: number | null;
  /** The request that had confirmed that content. */
  wasSentIn?: number | null;
  /** The run whose word that content was; absent in requests of an older version. */
  wasRun?: number | null | undefined;
  /** The quantity before; absent where the run sent none. */
  had?: number | null;
  hadRun?: number | null | undefined;
  /** The content that the run sent last, and the quantity. */
  content?: number | undefined;
  quantity?: number | undefined;
  isRemoved: boolean;
  /** What the run said of its content went with the request of another source (shared-undo.ts). */
  isSentByOther?: boolean;
}

/** From the requests of the run: they are the record of what was sent, whatever its file or a brake said. */
export function touchedBy(
  { requests }: Pick<CatalogStore, 'requests'>,
  run: number,
): Map<number, Touched> {
  const touched = new Map<number, Touched>();
  for (const { kind, items } of requests.answeredOf(run)) {
    for (const item of readItems(items)) {
      const before = touched.get(item.product) ?? { isRemoved: false };
      noteBefore(before, item);
      before.isRemoved = kind === 'remove';
      touched.set(item.product, before);
    }
  }
  return touched;
}

/** Of several requests the first one knows what was there before the run. */
function noteBefore(
  touched: Touched,
  { was, wasSentIn = null, wasRun, had, hadRun, contentHash, quantity }: RequestItem,
): void {
  if (was !== undefined) {
    if (touched.was === undefined) Object.assign(touched, { was, wasSentIn, wasRun });
    touched.content = contentHash;
  }
  if (had !== undefined) {
    if (touched.had === undefined) Object.assign(touched, { had, hadRun });
    touched.quantity = quantity;
  }
}
