import type { OrderDocument } from '../../src/domain/order-document.ts';
import type { Field } from './fields.ts';
import { upTo } from './text.ts';

/** The order's number; its id where there is none, or the format has no room for it. */
export function numberOf(order: OrderDocument, lengthMax = Number.POSITIVE_INFINITY): string {
  return hasNumber(order, lengthMax) ? order.orderNumber : order.orderId;
}

/** A number without room, for where the format keeps what has no place. */
export function leftNumber(order: OrderDocument, lengthMax: number): readonly Field[] {
  const { orderNumber } = order;
  if (orderNumber === '' || hasNumber(order, lengthMax)) return [];
  return [{ name: 'orderNumber', text: orderNumber }];
}

export function hasNumber({ orderNumber }: OrderDocument, lengthMax: number): boolean {
  return orderNumber !== '' && upTo(lengthMax)(orderNumber);
}
