import type { OrderItem } from '../marketplace/page.ts';
import type { FeedItem } from '../store/journal.ts';
import type { JsonText } from './ports.ts';
import { originOf, textField } from './summary.ts';

/** A page's items as the journal stores them. `firstStartedAt`: epoch ms, by the service's clock. */
export function feedItems(
  items: readonly OrderItem[],
  firstStartedAt: number,
  json: JsonText,
): FeedItem[] {
  return items.map(({ id, version, summary }) => {
    const updatedAt = textField(summary, 'updatedAt');
    return {
      orderId: id,
      version,
      orderNumber: textField(summary, 'orderNumber'),
      status: textField(summary, 'status'),
      origin: originOf(summary),
      updatedAt,
      // An unreadable time counts as new: one file too many is better than an order that nobody sees.
      background: Date.parse(updatedAt) < firstStartedAt,
      summary: json.write(summary),
    };
  });
}

/**
 * The newest updatedAt so far. The feed runs forward in (updatedAt, id) order, but a page served twice must not move it
 * back.
 */
export function newestUpdatedAt(items: readonly FeedItem[], before: string | null): string | null {
  let mark = before;
  for (const { updatedAt } of items) {
    const time = Date.parse(updatedAt);
    if (!Number.isNaN(time) && !(time <= Date.parse(mark ?? ''))) mark = updatedAt;
  }
  return mark;
}
