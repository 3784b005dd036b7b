import type { OrderDocument } from '../../src/domain/order-document.ts';
import { cannotHold } from '../order/cannot-hold.ts';
import { type Fields, takeDecimal } from '../order/fields.ts';
import { unitCode } from '../order/unit.ts';
import { element, leaf, type XmlPart } from '../xml/document.ts';
import { extrinsic, inLanguage, money } from './element.ts';

interface ItemPlace {
  readonly index: number;
  readonly currency: string;
  /** The order's requestedDeliveryDate: cXML has a place for a bare date in each line only. */
  readonly wanted: string | undefined;
}

/** spec "Order line fields". The DTD wants a part number, a price, a unit and a classification. */
export function itemOut(document: OrderDocument, line: Fields, place: ItemPlace): XmlPart {
  const lineNumber = String(place.index + 1);
  const quantity = takeDecimal(line, 'quantity');
  const unitPrice = takeDecimal(line, 'unitPrice');
  if (quantity === undefined || unitPrice === undefined) {
    const missing = quantity === undefined ? 'quantity' : 'unitPrice';
    return cannotHold(document, `line ${lineNumber} has no usable ${missing}.`);
  }
  const currency = line.take('currency') ?? place.currency;
  const itemId = element('ItemID', [
    leaf('SupplierPartID', line.take('sellerExternalId') ?? ''),
    leaf('SupplierPartAuxiliaryID', line.take('productId')),
  ]);
  const tax = taxElement(line, currency);
  const detail = itemDetail(line, money(unitPrice, currency));
  return element('ItemOut', [itemId, detail, tax], {
    quantity,
    lineNumber,
    requestedDeliveryDate: place.wanted,
  });
}

function itemDetail(line: Fields, price: XmlPart): XmlPart {
  const unit = line.take('unitOfMeasure');
  return element('ItemDetail', [
    element('UnitPrice', [price]),
    inLanguage('Description', line.take('productName') ?? ''),
    leaf('UnitOfMeasure', unitCode(unit ?? '', 'opentrans') ?? unit ?? 'ZZ'),
    leaf('Classification', 'none', { domain: 'none' }),
    ...line.rest().map(extrinsic),
  ]);
}

/** Without an amount the rate stays among the extrinsic fields: the DTD has none without the other. */
function taxElement(line: Fields, currency: string): XmlPart {
  const amount = takeDecimal(line, 'vatAmount');
  if (amount === undefined) return undefined;
  const rate = takeDecimal(line, 'vatRate');
  return element('Tax', [
    money(amount, currency),
    inLanguage('Description', 'VAT'),
    element('TaxDetail', [element('TaxAmount', [money(amount, currency)])], {
      category: 'vat',
      percentageRate: rate,
    }),
  ]);
}
