import type { ProductRow } from '../../store/mirror.ts';
import type { RequestItem } from './request-items.ts';

/** What an item changes of the content, for `undo`. */
export function contentBefore(
  row: ProductRow | undefined,
): Pick<RequestItem, 'was' | 'wasSentIn' | 'wasRun'> {
  return {
    was: row?.content_hash ?? null,
    wasSentIn: row?.content_request ?? null,
    wasRun: row?.content_run ?? null,
  };
}

/** The same of the stock. */
export function stockBefore(row: ProductRow | undefined): Pick<RequestItem, 'had' | 'hadRun'> {
  return { had: row?.quantity ?? null, hadRun: row?.quantity_run ?? null };
}
