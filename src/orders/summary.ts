import { isJsonObject, type Json, type JsonObject, jsonText } from '../domain/json.ts';
import type { OrderOrigin } from '../domain/order-document.ts';

/** As many digits as a 64-bit id has. Ids are compared and sent as text, never through Number(). */
const orderIdPattern = /^[0-9]{1,19}$/;

export function isOrderId(text: string): boolean {
  return orderIdPattern.test(text);
}

export function textField(object: JsonObject, name: string): string {
  return jsonText(object[name]) ?? '';
}

/** spec "The three origins of an order on the feed"; a counter sale may be for a buyer or for a partner. */
export function originOf(summary: JsonObject): OrderOrigin {
  if (summary['saleChannel'] === 'DIRECT_SALE') return 'counterSale';
  const hasBuyer = jsonText(summary['buyerId']) !== undefined;
  return summary['customerKind'] === 'INTERNAL_PARTNER' && !hasBuyer ? 'operator' : 'buyer';
}

/** The `order` object of the answer to a GET of an order. */
export function orderOf(detail: JsonObject): JsonObject | undefined {
  const order = detail['order'];
  return isJsonObject(order) ? order : undefined;
}

export function isPresent(value: Json | undefined): value is Exclude<Json, null> {
  return value !== undefined && value !== null;
}
