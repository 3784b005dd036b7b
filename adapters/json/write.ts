import { stringify } from 'lossless-json';
import type { WriteAdapter } from '../../src/domain/adapter.ts';
import {
  isNumberText,
  type Json,
  mayHoldNumberText,
  type NumberText,
} from '../../src/domain/json.ts';
import type { OrderDocument } from '../../src/domain/order-document.ts';

/** The order file as it is: contract.md section 4. Numbers keep every digit; unknown fields are carried. */
export const json: WriteAdapter = {
  extension: 'json',
  write: (order) => new TextEncoder().encode(`${orderText(order)}\n`),
};

const indent = 2;

function orderText(order: OrderDocument): string {
  const document = { ...order, orderId: digitsOf(order.orderId) };
  const quick = JSON.stringify(document, undefined, indent);
  if (!mayHoldNumberText(quick)) return quick;
  const numbers = {
    test: (part: unknown) => isNumberText(part as Json),
    stringify: (part: unknown) => (part as NumberText).value,
  };
  const text = stringify(document, undefined, indent, [numbers]);
  if (text === undefined) throw new Error('the order has no JSON text');
  return text;
}

/** The id as the service wrote it: a number, also above 2^53. */
function digitsOf(orderId: string): NumberText | number | string {
  if (!/^(?:0|[1-9][0-9]*)$/.test(orderId)) return orderId;
  const number = Number(orderId);
  return Number.isSafeInteger(number) ? number : { isLosslessNumber: true, value: orderId };
}
