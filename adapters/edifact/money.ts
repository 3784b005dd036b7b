import { discountOf } from '../order/discount.ts';
import { type Fields, takeDecimal } from '../order/fields.ts';
import type { Amount } from './number.ts';
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
  const deliveryFee = takeDecimal(order, 'deliveryFee');
  const amounts = totalQualifiers.map(({ name, qualifier }) => ({
    name,
    qualifier,
    text: takeDecimal(order, name),
  }));
  const amountOf = (wanted: string): string | undefined =>
    amounts.find(({ name }) => name === wanted)?.text;
  const [subtotal, totalAmount] = [amountOf('subtotal'), amountOf('totalAmount')];
  const discount = discountOf({ subtotal, deliveryFee, totalAmount });
  return {
    charges: [...charge('C', 'FC', deliveryFee), ...charge('A', 'DI', discount)],
    totals: amounts.flatMap(({ qualifier, text }) =>
      text === undefined ? [] : [segment('MOA', [[qualifier, text]])],
    ),
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
