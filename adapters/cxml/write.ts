import type { WriteAdapter } from '../../src/domain/adapter.ts';
import type { OrderChange, OrderDocument } from '../../src/domain/order-document.ts';
import { cannotHold } from '../order/cannot-hold.ts';
import { type Fields, type OrderFields, orderFields, takeDecimal } from '../order/fields.ts';
import { changeFields, headFields } from '../order/head.ts';
import { refuseUnholdableKeys } from '../order/keys.ts';
import { isDate, isInstant } from '../order/moment.ts';
import { numberOf } from '../order/number.ts';
import {
  element,
  unholdableInXml,
  type XmlElement,
  type XmlPart,
  xmlBytes,
} from '../xml/document.ts';
import { cost, extrinsic, money } from './element.ts';
import { itemOut } from './item.ts';
import { partiesOf } from './party.ts';

/** cXML 1.2 OrderRequest; a later version is an update of the file before it, an ended order a delete. */
export const cxml: WriteAdapter = {
  extension: 'xml',
  write(order) {
    refuseUnholdableKeys(order, unholdableInXml);
    return xmlBytes(documentOf(order, orderFields(order)), doctype);
  },
};

const doctype = '<!DOCTYPE cXML SYSTEM "http://xml.cxml.org/schemas/cXML/1.2.050/cXML.dtd">';
const requestTypes: Readonly<Record<OrderChange, string>> = {
  new: 'new',
  changed: 'update',
  ended: 'delete',
};

function documentOf(order: OrderDocument, { order: fields, lines }: OrderFields): XmlElement {
  if (lines.length === 0) cannotHold(order, 'it has no lines, and a cXML order needs one.');
  const currency = fields.take('currency') ?? cannotHold(order, 'it names no currency.');
  const parties = partiesOf(fields);
  const wanted = fields.take('requestedDeliveryDate', isDate);
  const items = lines.map((line, index) => itemOut(order, line, { index, currency, wanted }));
  const attributes = requestAttributes(order, fields);
  const header = element(
    'OrderRequestHeader',
    [
      totalElement(order, fields, currency),
      parties.shipTo,
      parties.billTo,
      cost('Shipping', takeDecimal(fields, 'deliveryFee'), {
        currency,
        description: 'Delivery fee',
      }),
      cost('Tax', takeDecimal(fields, 'vatTotal'), { currency, description: 'VAT' }),
      previousDocument(order),
      ...extrinsics(order, fields),
    ],
    attributes,
  );
  const request = element('Request', [element('OrderRequest', [header, ...items])], {
    deploymentMode: 'production',
  });
  return element('cXML', [parties.header, request], {
    payloadID: payloadId(order, order.sequence),
    timestamp: order.writtenAt,
  });
}

function requestAttributes(order: OrderDocument, fields: Fields) {
  return {
    orderID: numberOf(order),
    orderDate: fields.take('createdAt', isInstant) ?? order.writtenAt,
    type: requestTypes[order.change],
  };
}

/** cXML's total is of the items, without delivery and tax. */
function totalElement(order: OrderDocument, fields: Fields, currency: string): XmlPart {
  const subtotal = takeDecimal(fields, 'subtotal') ?? takeDecimal(fields, 'totalAmount');
  if (subtotal === undefined) return cannotHold(order, 'it has neither subtotal nor totalAmount.');
  return element('Total', [money(subtotal, currency)]);
}

/** The ids can be made again from the file before: an update and a delete name the request that they replace. */
function payloadId({ orderId }: OrderDocument, sequence: number): string {
  return `${sequence}.${orderId}@stockhand`;
}

function previousDocument(order: OrderDocument): XmlPart {
  if (order.previousSequence === null) return undefined;
  return element('DocumentReference', [], { payloadID: payloadId(order, order.previousSequence) });
}

function extrinsics(order: OrderDocument, fields: Fields): readonly XmlPart[] {
  return [...headFields(order), ...fields.rest(), ...changeFields(order)].map(extrinsic);
}
