import type { WriteAdapter } from '../../src/domain/adapter.ts';
import type { OrderDocument } from '../../src/domain/order-document.ts';
import { cannotHold } from '../order/cannot-hold.ts';
import { type Field, type Fields, type OrderFields, orderFields } from '../order/fields.ts';
import { changeFields, headFields, inWords, lineFields } from '../order/head.ts';
import { refuseUnholdableKeys } from '../order/keys.ts';
import { isInstant, momentOf } from '../order/moment.ts';
import { numberOf } from '../order/number.ts';
import {
  element,
  unholdableInXml,
  type XmlElement,
  type XmlPart,
  xmlBytes,
} from '../xml/document.ts';
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
    const fields = orderFields(order);
    const isEnded = order.change === 'ended';
    return xmlBytes(isEnded ? cancellation(order, fields) : orderOrChange(order, fields));
  },
};

/** Notes come last in time, because they hold what found no other place; the schema wants them near the top. */
function orderOrChange(order: OrderDocument, { order: fields, lines }: OrderFields): XmlElement {
  if (lines.length === 0) cannotHold(order, 'it has no lines, and a UBL order needs one.');
  const currency = fields.take('currency') ?? cannotHold(order, 'it names no currency.');
  const isNew = order.change === 'new';
  const start = isNew ? orderStart(order, fields) : changeStart(order, fields);
  const reference = isNew ? undefined : orderReference(order, fields);
  const parts = [
    cbc('DocumentCurrencyCode', currency),
    reference,
    ...documentReferences(order),
    buyerParty(fields),
    sellerParty(fields),
    delivery(fields),
    ...totals(fields, currency),
    ...lines.map((line, index) => orderLine(order, line, { index, currency })),
  ];
  return document(isNew ? 'Order' : 'OrderChange', [
    ...start,
    ...notes(order, fields.rest()),
    ...parts,
  ]);
}

/** It has no place for amounts and lines: they are notes. */
function cancellation(order: OrderDocument, { order: fields, lines }: OrderFields): XmlElement {
  const reason = fields.takeFirst(['cancelReason', 'voidReason']);
  const start = [
    cbc('ID', String(order.sequence)),
    ...issued(order, fields.takeFirst(['cancelledAt', 'rejectedAt', 'updatedAt'], isInstant)),
  ];
  const parts = [
    cbc('CancellationNote', reason === undefined ? order.status : `${order.status}: ${reason}`),
    orderReference(order, fields),
    ...documentReferences(order),
    buyerParty(fields),
    sellerParty(fields),
  ];
  const rest = [...fields.rest(), ...lineFields(lines)];
  return document('OrderCancellation', [...start, ...notes(order, rest), ...parts]);
}

function document(kind: string, parts: readonly XmlPart[]): XmlElement {
  return element(kind, [cbc('UBLVersionID', '2.1'), ...parts], namespacesOf(kind));
}

/** UN/CEFACT code list 1001: an order. */
const orderTypeCode = '220';

function orderStart(order: OrderDocument, fields: Fields): readonly XmlPart[] {
  return [
    cbc('ID', numberOf(order)),
    cbc('UUID', fields.take('uuid')),
    ...issued(order, fields.take('createdAt', isInstant)),
    cbc('OrderTypeCode', orderTypeCode),
  ];
}

function changeStart(order: OrderDocument, fields: Fields): readonly XmlPart[] {
  return [
    cbc('ID', String(order.sequence)),
    ...issued(order, fields.take('updatedAt', isInstant)),
    cbc('SequenceNumberID', String(order.sequence)),
  ];
}

function orderReference(order: OrderDocument, fields: Fields): XmlPart {
  const created = fields.take('createdAt', isInstant);
  return cac('OrderReference', [
    cbc('ID', numberOf(order)),
    cbc('UUID', fields.take('uuid')),
    ...(created === undefined ? [] : issued(order, created)),
  ]);
}

/** UBL needs a date; where the service sends none it is the file's own. */
function issued({ writtenAt }: OrderDocument, text: string | undefined): readonly XmlPart[] {
  const moment = momentOf(text ?? writtenAt);
  if (moment === undefined) return [];
  return [cbc('IssueDate', moment.date), cbc('IssueTime', `${moment.time}${moment.zone}`)];
}

const referenced: ReadonlySet<string> = new Set([
  'orderId',
  'version',
  'sequence',
  'previousSequence',
  'reissueOf',
]);

function documentReferences(order: OrderDocument): readonly XmlPart[] {
  return headFields(order)
    .filter(({ name }) => referenced.has(name))
    .map(({ name, text }) =>
      cac('AdditionalDocumentReference', [cbc('ID', text), cbc('DocumentType', name)]),
    );
}

function notes(order: OrderDocument, rest: readonly Field[]): readonly XmlPart[] {
  const head = headFields(order).filter(({ name }) => !referenced.has(name));
  return [...head, ...rest, ...changeFields(order)].map((field) => cbc('Note', inWords(field)));
}
