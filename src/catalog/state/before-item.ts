import type { ProductRow } from '../../store/mirror.ts';
import type { RequestItem } from './request-items.ts';

/** What an item changes of the content, for `undo`. */
export function contentBefore({
  content_hash: was,
  content_request: wasSentIn,
  content_run: wasRun,
}: ProductRow): Pick<RequestItem, 'was' | 'wasSentIn' | 'wasRun'> {
  return { was, wasSentIn, wasRun };
}

/** The same of the stock. */
export function stockBefore({
  quantity: had,
  quantity_run: hadRun,
}: ProductRow): Pick<RequestItem, 'had' | 'hadRun'> {
  return { had, hadRun };
}
