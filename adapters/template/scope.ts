import { isJsonObject, plain } from '../../src/domain/json.ts';
import type { OrderDocument } from '../../src/domain/order-document.ts';

/** The names of the JSON file, and the parts of `detail` without that word: `order`, `customer`, `internalPartner`. */
export function scopeOf(document: OrderDocument): object {
  const { summary, detail, changed, ...head } = document;
  const { order, customer, internalPartner } = detail;
  const lines = isJsonObject(order) && Array.isArray(order['lines']) ? order['lines'] : [];
  return {
    ...head,
    changed: changed.map((each) => ({ ...each })),
    summary: plain(summary),
    detail: plain(detail),
    order: plain(order ?? {}),
    customer: plain(customer ?? {}),
    internalPartner: plain(internalPartner ?? {}),
    lines: plain(lines),
  };
}
