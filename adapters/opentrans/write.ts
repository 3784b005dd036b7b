import type { WriteAdapter } from '../../src/domain/adapter.ts';
import type { OrderDocument } from '../../src/domain/order-document.ts';
import { cannotHold } from '../order/cannot-hold.ts';
import { type Fields, type OrderFields, orderFields, takeDecimal } from '../order/fields.ts';
import { changeFields, headFields, inWords } from '../order/head.ts';
import { refuseUnholdableKeys } from '../order/keys.ts';
import { isDate, isInstant } from '../order/moment.ts';
import { leftNumber, numberOf } from '../order/number.ts';
import { piecesOf, upTo } from '../order/text.ts';
import {
  element,
  group,
  leaf,
  unholdableInXml,
  type XmlElement,
  type XmlPart,
  xmlBytes,
} from '../xml/document.ts';
import { isCurrency } from './codes.ts';
import { bme, dateRange, fieldUdx, headUdx } from './element.ts';
import { orderItem } from './item.ts';
import { partiesOf } from './party.ts';

/** openTRANS 2.1: a new order is an ORDER, a later version an ORDERCHANGE, whole; an ended one asks for a person. */
export const opentrans: WriteAdapter = {
  extension: 'xml',
  write(order) {
    refuseUnholdableKeys(order, unholdableInXml);
    const fields = orderFields(order);
    if (fields.lines.length === 0)
      cannotHold(order, 'it has no lines, and an openTRANS order needs one.');
    return xmlBytes(documentOf(order, fields));
  },
};

const namespaces = {
  xmlns: 'http://www.opentrans.org/XMLSchema/2.1',
  'xmlns:bme': 'http://www.bmecat.org/bmecat/2005',
};

/** Parts in the order of the schema; HEADER_UDX is made last, because it holds what found no other place. */
function documentOf(order: OrderDocument, { order: fields, lines }: OrderFields): XmlElement {
  const isNew = order.change === 'new';
  const kind = isNew ? 'ORDER' : 'ORDERCHANGE';
  const currency = fields.takeOrShow(['currency'], isCurrency);
  const items = lines.map((line, index) => orderItem(order, line, { index, currency }));
  const summary = element(`${kind}_SUMMARY`, [
    leaf('TOTAL_ITEM_NUM', String(lines.length)),
    leaf('TOTAL_AMOUNT', takeDecimal(fields, 'subtotal')),
  ]);
  const information = [
    ...start(order, fields),
    dateRange(fields.take('requestedDeliveryDate', isDate)),
    ...partiesOf(fields),
    bme('CURRENCY', currency !== undefined && isCurrency(currency) ? currency : undefined),
    ...remarks(order, fields),
  ];
  const udx = group('HEADER_UDX', userDefined(order, fields));
  const header = element(`${kind}_HEADER`, [
    controlInfo(order),
    element(`${kind}_INFO`, [...information, udx]),
  ]);
  const list = element(`${kind}_ITEM_LIST`, items);
  const attributes = { ...namespaces, version: '2.1', ...(isNew ? { type: 'standard' } : {}) };
  return element(kind, [header, list, summary], attributes);
}

const idLength = 250;

/** An order number that is too long for the format is in HEADER_UDX; the id takes its place. */
function start(order: OrderDocument, fields: Fields): readonly XmlPart[] {
  const number = numberOf(order, idLength);
  const created = fields.take('createdAt', isInstant);
  if (order.change === 'new')
    return [leaf('ORDER_ID', number), leaf('ORDER_DATE', created ?? order.writtenAt)];
  return [
    leaf('ORDER_ID', number),
    leaf('ORDERCHANGE_DATE', fields.take('updatedAt', isInstant) ?? order.writtenAt),
    leaf('ORDER_DATE', created),
    leaf('ORDERCHANGE_SEQUENCE_ID', String(order.sequence)),
  ];
}

/** The format has no document that cancels: whoever imports must not continue by itself. */
function controlInfo({ change, status, writtenAt, summary }: OrderDocument): XmlPart {
  const reason = summary['cancelReason'] ?? summary['voidReason'];
  const words = typeof reason === 'string' ? `${status}: ${reason}` : status;
  return element('CONTROL_INFO', [
    leaf(
      'STOP_AUTOMATIC_PROCESSING',
      change === 'ended' ? piecesOf(words, idLength)[0] : undefined,
    ),
    leaf('GENERATOR_INFO', 'Stockhand'),
    leaf('GENERATION_DATE', writtenAt),
  ]);
}

const remarksLength = 64_000;

function remarks(order: OrderDocument, fields: Fields): readonly XmlPart[] {
  const reasons = ['cancelReason', 'voidReason'].flatMap((name) => {
    const text = fields.take(name, upTo(remarksLength - name.length - 2));
    return text === undefined ? [] : { name, text };
  });
  const changes = changeFields(order).map(({ text }) => piecesOf(text, remarksLength)[0]);
  return [
    ...reasons.map((reason) => leaf('REMARKS', inWords(reason), { type: 'general' })),
    ...changes.map((text) => leaf('REMARKS', text, { type: 'orderchange' })),
  ];
}

function userDefined(order: OrderDocument, fields: Fields): readonly XmlPart[] {
  const head = [...leftNumber(order, idLength), ...headFields(order)];
  return [...head.map(headUdx), ...fields.rest().map(fieldUdx)];
}
