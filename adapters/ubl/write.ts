import type { WriteAdapter } from '../../src/domain/adapter.ts';
import type { OrderDocument } from '../../src/domain/order-document.ts';
import { cannotHold } from '../order/cannot-hold.ts';
import type { OrderFields } from '../order/fields.ts';
import { orderFields } from '../order/fields.ts';
import { changeFields, headFields, inWords, lineFields } from '../order/head.ts';
import { refuseUnholdableKeys } from '../order/keys.ts';
import { isInstant, momentOf } from '../order/moment.ts';
import type { XmlElement, XmlPart } from '../xml/document.ts';
import { element, unholdableInXml, xmlBytes } from '../xml/document.ts';
import { cac, cbc, namespacesOf } from './element.ts';
import { orderLine } from './line.ts';
import { buyerParty, delivery, sellerParty } from './party.ts';
import { totals } from './totals.ts';

/**
 * UBL 2.1: a new order is an Order, a changed one an OrderChange, an ended one an OrderCancellation, so that no ERP
 * takes a cancelled order for a new one.
 */
export const ubl: WriteAdapter = {
  extension: 'xml',
  write(order) {
    refuseUnholdableKeys(order, unholdableInXml);
    return xmlBytes(documentOf(order, orderFields(order)));
  },
};

function documentOf(order: OrderDocument, fields: OrderFields): XmlElement {
  if (order.change === 'ended') return cancellation(order, fields);
  const { parts, ...body } = bodyOf(order, fields);
  const reference = orderReference(order, fields);
  const notes = notesOf(order, fields);
  return order.change === 'new'
    ? document('Order', [...reference.own, cbc('OrderTypeCode', orderTypeCode), ...notes, ...body, ...parts])
    : document('OrderChange', []);
}
