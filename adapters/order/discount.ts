import { isZero, plainDecimal, total } from './decimal.ts';
import type { Fields } from './fields.ts';

/**
 * The service does not send it, but totals that a format adds up would not add up without it (spec "Amount rules":
 * totalAmount = subtotal + deliveryFee - discount). Undefined where there is none, or no way to tell. Asked for before
 * the amounts are taken: one that has no room in its place counts all the same.
 */
export function discountOf(order: Fields): string | undefined {
  const sent = new Map(order.rest().map(({ name, text }) => [name, text]));
  const amount = (name: string): string | undefined => plainDecimal(sent.get(name) ?? '');
  const [subtotal, totalAmount] = [amount('subtotal'), amount('totalAmount')];
  const deliveryFee = sent.has('deliveryFee') ? amount('deliveryFee') : '0';
  if (subtotal === undefined || deliveryFee === undefined || totalAmount === undefined)
    return undefined;
  const discount = total([subtotal, deliveryFee], [totalAmount]);
  return isZero(discount) ? undefined : discount;
}
