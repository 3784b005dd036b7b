import { isJsonObject, isNumberText, type Json, type JsonObject } from '../../src/domain/json.ts';
import type { OrderDocument } from '../../src/domain/order-document.ts';

type Value =
  | string
  | number
  | boolean
  | null
  | readonly Value[]
  | { readonly [key: string]: Value };

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

/** Numbers as the digits that were sent: `12.50` stays `12.50`. */
function plain(value: Json): Value {
  if (isNumberText(value)) return value.value;
  if (Array.isArray(value)) return value.map((item: Json) => plain(item));
  return isJsonObject(value) ? plainObject(value) : (value as Value);
}

function plainObject(object: JsonObject): Value {
  return Object.fromEntries(Object.entries(object).map(([name, inner]) => [name, plain(inner)]));
}
