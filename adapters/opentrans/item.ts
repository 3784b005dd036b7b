import type { OrderDocument } from '../../src/domain/order-document.ts';
import { cannotHold } from '../order/cannot-hold.ts';
import { pointMoved } from '../order/decimal.ts';
import { type Fields, takeDecimal } from '../order/fields.ts';
import { lengthOf, upTo } from '../order/text.ts';
import { unitCode } from '../order/unit.ts';
import { element, group, leaf, type XmlPart } from '../xml/document.ts';
import { bme, fieldUdx } from './element.ts';

const lineIdLength = 50;
const productIdLength = 32;
const shortLength = 150;
const longLength = 64_000;

/** The schema wants a unit of its list; the supplier's own word then is in ITEM_UDX. */
const mutuallyDefined = 'ZZ';

interface ItemPlace {
  readonly index: number;
  readonly currency: string | undefined;
}

/** spec "Order line fields". */
export function orderItem(document: OrderDocument, line: Fields, place: ItemPlace): XmlPart {
  refuseOtherCurrency(document, line, place);
  const take = (name: string): string | undefined => takeDecimal(line, name);
  const quantity =
    take('quantity') ?? cannotHold(document, `line ${place.index + 1} has no usable quantity.`);
  const unit = line.take('unitOfMeasure', (word) => unitCode(word, 'opentrans') !== undefined);
  return element('ORDER_ITEM', [
    leaf('LINE_ITEM_ID', line.take('id', upTo(lineIdLength)) ?? String(place.index + 1)),
    productId(line),
    leaf('QUANTITY', quantity),
    bme('ORDER_UNIT', unitCode(unit ?? '', 'opentrans') ?? mutuallyDefined),
    price(line),
    leaf('PRICE_LINE_AMOUNT', take('lineTotal')),
    group('ITEM_UDX', line.rest().map(fieldUdx)),
  ]);
}

/** The format has one currency, at its head. */
function refuseOtherCurrency(document: OrderDocument, line: Fields, place: ItemPlace): void {
  if (place.currency === undefined) return;
  const currency = line.take('currency') ?? place.currency;
  if (currency === place.currency) return;
  const why = `line ${place.index + 1} is in ${currency}, and openTRANS has one currency an order.`;
  cannotHold(document, why);
}

function productId(line: Fields): XmlPart {
  const name = line.take('productName', upTo(longLength));
  const isShort = name !== undefined && lengthOf(name) <= shortLength;
  return element('PRODUCT_ID', [
    bme('SUPPLIER_PID', line.take('sellerExternalId', upTo(productIdLength)), 'supplier_specific'),
    bme(isShort ? 'DESCRIPTION_SHORT' : 'DESCRIPTION_LONG', name),
  ]);
}

/** TAX is a factor: 0.21 is the service's 21 per cent. */
function price(line: Fields): XmlPart {
  const unitPrice = takeDecimal(line, 'unitPrice');
  if (unitPrice === undefined) return undefined;
  const rate = takeDecimal(line, 'vatRate');
  const amount = takeDecimal(line, 'vatAmount');
  const tax = [
    bme('TAX', rate === undefined ? undefined : pointMoved(rate, -2)),
    leaf('TAX_AMOUNT', amount),
  ];
  const isTaxed = tax.some((part) => part !== undefined);
  return element('PRODUCT_PRICE_FIX', [
    bme('PRICE_AMOUNT', unitPrice),
    isTaxed ? element('TAX_DETAILS_FIX', [bme('TAX_TYPE', 'vat'), ...tax]) : undefined,
  ]);
}
