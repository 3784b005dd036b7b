import { isZero, total } from './decimal.ts';

interface NetAmounts {
  readonly subtotal: string | undefined;
  readonly deliveryFee: string | undefined;
  readonly totalAmount: string | undefined;
}

/**
 * The service does not send it, but totals that a format adds up would not add up without it (spec "Amount rules":
 * totalAmount = subtotal + deliveryFee - discount). Undefined where there is none, or no way to tell.
 */
export function discountOf({ subtotal, deliveryFee, totalAmount }: NetAmounts): string | undefined {
  if (subtotal === undefined || totalAmount === undefined) return undefined;
  const discount = total([subtotal, deliveryFee ?? '0'], [totalAmount]);
  return isZero(discount) ? undefined : discount;
}
