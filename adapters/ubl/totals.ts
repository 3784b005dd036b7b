import { total } from '../order/decimal.ts';
import { discountOf } from '../order/discount.ts';
import { type Fields, takeDecimal } from '../order/fields.ts';
import type { XmlPart } from '../xml/document.ts';
import { amount, cac, cbc } from './element.ts';

/** spec "Amount rules", in the places that UBL has for them, in UBL's order. */
export function totals(order: Fields, currency: string): readonly XmlPart[] {
  const amounts = takenAmounts(order);
  const { payable, deliveryFee, discount } = amounts;
  return [
    allowanceCharge('true', 'Delivery fee', amount('Amount', deliveryFee, currency)),
    allowanceCharge('false', 'Discount', amount('Amount', discount, currency)),
    cac('TaxTotal', [amount('TaxAmount', amounts.vatTotal, currency)]),
    payable === undefined
      ? undefined
      : cac('AnticipatedMonetaryTotal', [
          amount('LineExtensionAmount', amounts.subtotal, currency),
          amount('TaxExclusiveAmount', amounts.totalAmount, currency),
          amount('TaxInclusiveAmount', amounts.grossTotal, currency),
          amount('AllowanceTotalAmount', discount, currency),
          amount('ChargeTotalAmount', deliveryFee, currency),
          amount('PrepaidAmount', amounts.amountPaid, currency),
          amount('PayableAmount', payable, currency),
        ]),
  ];
}

type Amounts = Readonly<Record<string, string | undefined>>;

/** Without an amount to pay there is no place for the other totals, so they stay for the notes. */
function takenAmounts(order: Fields): Amounts {
  const take = (name: string): string | undefined => takeDecimal(order, name);
  const discount = discountOf(order);
  const [deliveryFee, vatTotal, due] = [take('deliveryFee'), take('vatTotal'), take('amountDue')];
  const grossTotal = take('grossTotal');
  if (due === undefined && grossTotal === undefined) return { deliveryFee, vatTotal };
  const amountPaid = take('amountPaid');
  return {
    subtotal: take('subtotal'),
    deliveryFee,
    totalAmount: take('totalAmount'),
    vatTotal,
    grossTotal,
    amountPaid,
    discount,
    payable: due ?? total([grossTotal ?? '0'], [amountPaid ?? '0']),
  };
}

function allowanceCharge(isCharge: string, reason: string, value: XmlPart): XmlPart {
  if (value === undefined) return undefined;
  return cac('AllowanceCharge', [
    cbc('ChargeIndicator', isCharge),
    cbc('AllowanceChargeReason', reason),
    value,
  ]);
}
