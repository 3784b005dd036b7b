import { isDecimal, isZero, plainDecimal, total } from '../order/decimal.ts';
import type { Fields } from '../order/fields.ts';
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
  const take = (name: string): string | undefined => plain(order.take(name, isDecimal));
  const [deliveryFee, vatTotal, due] = [take('deliveryFee'), take('vatTotal'), take('amountDue')];
  const grossTotal = take('grossTotal');
  if (due === undefined && grossTotal === undefined) return { deliveryFee, vatTotal };
  const amountPaid = take('amountPaid');
  const amounts = { subtotal: take('subtotal'), deliveryFee, totalAmount: take('totalAmount') };
  return {
    ...amounts,
    vatTotal,
    grossTotal,
    amountPaid,
    discount: discountOf(amounts),
    payable: due ?? total([grossTotal ?? '0'], [amountPaid ?? '0']),
  };
}

function plain(text: string | undefined): string | undefined {
  return text === undefined ? undefined : plainDecimal(text);
}

/** The service does not send it, but the totals would not add up without it (spec "Amount rules"). */
export function discountOf({ subtotal, deliveryFee, totalAmount }: Amounts): string | undefined {
  if (subtotal === undefined || totalAmount === undefined) return undefined;
  const discount = total([subtotal, deliveryFee ?? '0'], [totalAmount]);
  return isZero(discount) ? undefined : discount;
}

function allowanceCharge(isCharge: string, reason: string, value: XmlPart): XmlPart {
  if (value === undefined) return undefined;
  return cac('AllowanceCharge', [
    cbc('ChargeIndicator', isCharge),
    cbc('AllowanceChargeReason', reason),
    value,
  ]);
}
