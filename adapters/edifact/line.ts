import type { OrderDocument } from '../../src/domain/order-document.ts';
import { cannotHold } from '../order/cannot-hold.ts';
import { type Fields, takeDecimal } from '../order/fields.ts';
import { isLineKey } from '../order/keys.ts';
import { upTo } from '../order/text.ts';
import { unitCode } from '../order/unit.ts';
import { freeText } from './free-text.ts';
import { type Taken, takeAmount, takeQuantity } from './number.ts';
import { reference } from './party.ts';
import { prosePieces, type Segment, segment } from './segment.ts';

const itemNumberLength = 35;
const descriptionLength = 35;
const descriptionsMax = 99;
const rateLength = 17;

interface LinePlace {
  readonly index: number;
  readonly currency: string | undefined;
}

/** Segment group 25, in its order (spec "Order line fields"). Free text comes last in time: it holds what is left. */
export function orderLine(
  document: OrderDocument,
  line: Fields,
  place: LinePlace,
): readonly Segment[] {
  const number = String(place.index + 1);
  const taken: Taken = { document, fields: line, of: ` of line ${number}` };
  const own = line.take('currency', (text) => text.length === 3);
  const currency = own === place.currency ? undefined : own;
  const start = [
    segment('LIN', [number, undefined, itemNumber(line)]),
    ...productId(line),
    ...descriptions(line),
    quantity(taken),
    ...takeAmount(line, { name: 'lineTotal', qualifier: '203', currency }),
    ...takeAmount(line, { name: 'lineTotalInclVat', qualifier: '128', currency }),
  ];
  const end = [
    ...price(taken, currency),
    ...reference('LI', line.take('id', upTo(itemNumberLength))),
    ...tax(taken, currency),
  ];
  return [...start, ...freeText(document, { fields: line.rest(), isNeeded }), ...end];
}

const neededElse: ReadonlySet<string> = new Set(['unitOfMeasure', 'vatRate']);

function isNeeded(name: string): boolean {
  return isLineKey(name) || neededElse.has(name);
}

/** SA: the supplier's article number. */
function itemNumber(line: Fields): readonly string[] | undefined {
  const number = line.take('sellerExternalId', upTo(itemNumberLength));
  return number === undefined ? undefined : [number, 'SA'];
}

function productId(line: Fields): readonly Segment[] {
  const id = line.take('productId', upTo(itemNumberLength));
  return id === undefined ? [] : [segment('PIA', ['1', [id, 'ZZZ']])];
}

function descriptions(line: Fields): readonly Segment[] {
  const name = line.take('productName', (text) => piecesOfName(text).length <= 2 * descriptionsMax);
  const pieces = piecesOfName(name ?? '');
  const count = Math.ceil(pieces.length / 2);
  return Array.from({ length: count }, (_, index) => {
    const two = pieces.slice(2 * index, 2 * index + 2);
    return segment('IMD', ['F', undefined, [undefined, undefined, undefined, ...two]]);
  });
}

function piecesOfName(name: string): readonly string[] {
  return prosePieces(name, descriptionLength);
}

function quantity(taken: Taken): Segment {
  const text =
    takeQuantity(taken, 'quantity') ??
    cannotHold(taken.document, `there is no usable quantity${taken.of}.`);
  const unit = taken.fields.take(
    'unitOfMeasure',
    (word) => unitCode(word, 'edifact') !== undefined,
  );
  return segment('QTY', [['21', text, unitCode(unit ?? '', 'edifact')]]);
}

/** AAA: the net price. */
function price(taken: Taken, currency: string | undefined): readonly Segment[] {
  const text = takeQuantity(taken, 'unitPrice');
  if (text === undefined) return [];
  const own = currency === undefined ? [] : [segment('CUX', [['2', currency, '9']])];
  return [segment('PRI', [['AAA', text]]), ...own];
}

function tax(taken: Taken, currency: string | undefined): readonly Segment[] {
  const rate = takeDecimal(taken.fields, 'vatRate', upTo(rateLength));
  const amount = takeAmount(taken.fields, { name: 'vatAmount', qualifier: '124', currency });
  if (rate === undefined && amount.length === 0) return [];
  const rateParts = [undefined, undefined, undefined, rate];
  return [segment('TAX', ['7', 'VAT', undefined, undefined, rateParts]), ...amount];
}
