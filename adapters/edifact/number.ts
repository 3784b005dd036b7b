import type { OrderDocument } from '../../src/domain/order-document.ts';
import { cannotHold } from '../order/cannot-hold.ts';
import { type Fields, takeDecimal } from '../order/fields.ts';
import { type Segment, segment } from './segment.ts';

/** Digits that D.96A has for quantities (6060) and prices (5118), point and sign not counted; 5004 has 18. */
const quantityDigits = 15;

export interface Taken {
  readonly document: OrderDocument;
  readonly fields: Fields;
  /** ` of line 2`: for the refusal. */
  readonly of: string;
}

/** A quantity or a price, every digit; an order with more digits than the format has is refused. */
export function takeQuantity({ document, fields, of }: Taken, name: string): string | undefined {
  const text = takeDecimal(fields, name);
  if (text !== undefined && text.replaceAll(/\D/g, '').length > quantityDigits)
    cannotHold(document, `${name}${of} has more than the ${quantityDigits} digits of EDIFACT.`);
  return text;
}

export interface Amount {
  readonly name: string;
  readonly qualifier: string;
  /** Only where it is not the currency of the order. */
  readonly currency?: string | undefined;
}

export function takeAmount(
  fields: Fields,
  { name, qualifier, currency }: Amount,
): readonly Segment[] {
  const text = takeDecimal(fields, name);
  return text === undefined ? [] : [segment('MOA', [[qualifier, text, currency]])];
}
