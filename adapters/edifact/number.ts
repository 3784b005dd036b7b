import type { OrderDocument } from '../../src/domain/order-document.ts';
import { cannotHold } from '../order/cannot-hold.ts';
import type { Fields } from '../order/fields.ts';
import { takeDecimal } from '../order/fields.ts';
import type { Segment } from './segment.ts';
import { segment } from './segment.ts';

/** Digits that D.96A has for amounts (5004), quantities (6060) and prices (5118), point and sign not counted. */
export const amountDigits = 18;
export const quantityDigits = 15;

export interface Taken {
  readonly document: OrderDocument;
  readonly fields: Fields;
  /** ` of line 2`, or empty for the order. */
  readonly of: string;
}

/** The number, every digit; an order with more digits than the format has is refused. */
export function takeNumber(taken: Taken, name: string, digitsMax: number): string | undefined {
  const text = takeDecimal(taken.fields, name);
  if (text !== undefined && text.replaceAll(/\D/g, '').length > digitsMax) {
    const why = `${name}${taken.of} has more than the ${digitsMax} digits that EDIFACT allows.`;
    cannotHold(taken.document, why);
  }
  return text;
}

export interface Amount {
  readonly name: string;
  readonly qualifier: string;
  /** Only where it is not the currency of the order. */
  readonly currency?: string | undefined;
}

export function takeAmount(
  taken: Taken,
  { name, qualifier, currency }: Amount,
): readonly Segment[] {
  const text = takeNumber(taken, name, amountDigits);
  return text === undefined ? [] : [segment('MOA', [[qualifier, text, currency]])];
}
