import { discountOf } from '../order/discount.ts';
import { type Fields, takeDecimal } from '../order/fields.ts';
import { type Amount, takeAmount } from './number.ts';
import { type Segment, segment } from './segment.ts';

interface Money {
  /** Segment group 18: delivery fee and discount. */
  readonly charges: readonly Segment[];
  /** The MOA of the summary section. */
  readonly totals: readonly Segment[];
}

/** Data element 5025: line items, taxable, tax, message total, paid, due. */
const totalQualifiers: readonly Amount[] = [
  { name: 'subtotal', qualifier: '79' },
  { name: 'totalAmount', qualifier: '125' },
  { name: 'vatTotal', qualifier: '176' },
  { name: 'grossTotal', qualifier: '86' },
  { name: 'amountPaid', qualifier: '11' },
  { name: 'amountDue', qualifier: '9' },
];

/** spec "Amount rules". */
export function money(order: Fields): Money {
  const discount = discountOf(order);
  const deliveryFee = takeDecimal(order, 'deliveryFee');
  return {
    charges: [...charge('C', 'FC', deliveryFee), ...charge('A', 'DI', discount)],
    totals: totalQualifiers.flatMap((amount) => takeAmount(order, amount)),
  };
}

/** 8: allowance or charge amount. */
function charge(kind: 'A' | 'C', service: string, amount: string | undefined): readonly Segment[] {
  if (amount === undefined) return [];
  return [
    segment('ALC', [kind, undefined, undefined, undefined, service]),
    segment('MOA', [['8', amount]]),
  ];
}
