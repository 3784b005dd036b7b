import { type RequestItem, readItems } from '../state/request-items.ts';
import type { CatalogStore } from '../terms/ports.ts';

/** What a run changed: the hash of an article's content, or its stock. */
interface Changed {
  /** What was there before; null for nothing. */
  readonly was: number | null;
  /** The run whose word that was; absent in requests of an older version. */
  readonly wasRun: number | null | undefined;
  /** What the run sent last. */
  readonly now: number | undefined;
}

/** What a run changed of an article, and what was there before it. */
export interface Touched {
  /** Absent where it sent no content. `wasSentIn`: the request that had confirmed the content before. */
  content?: Changed & { readonly wasSentIn: number | null };
  /** Absent where it sent no stock. */
  stock?: Changed;
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
  if (was !== undefined)
    touched.content = { was, wasSentIn, wasRun, ...touched.content, now: contentHash };
  if (had !== undefined)
    touched.stock = { was: had, wasRun: hadRun, ...touched.stock, now: quantity };
}
