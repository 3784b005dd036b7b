import type { WriteAdapter } from '../../src/domain/adapter.ts';
import type { OrderChange, OrderDocument } from '../../src/domain/order-document.ts';
import { type Field, type Fields, orderFields } from '../order/fields.ts';
import { changeFields, headFields } from '../order/head.ts';
import { isOrderKey, refuseUnholdableKeys } from '../order/keys.ts';
import { isDate, isInstant } from '../order/moment.ts';
import { hasNumber, leftNumber, numberOf } from '../order/number.ts';
import { upTo } from '../order/text.ts';
import { freeText } from './free-text.ts';
import { interchange } from './interchange.ts';
import { orderLine } from './line.ts';
import { money } from './money.ts';
import { parties, reference } from './party.ts';
import { type Segment, segment, unholdableInEdifactKeys } from './segment.ts';

/** UN/EDIFACT ORDERS D.96A: one order, one message, one interchange. */
export const edifact: WriteAdapter = {
  extension: 'edi',
  write(order) {
    refuseUnholdableKeys(order, unholdableInEdifactKeys);
    return interchange(order, messageOf(order));
  },
};

/** The segments between UNH and UNT. The free text of the head holds what found no other place. */
function messageOf(document: OrderDocument): readonly Segment[] {
  const { order, lines } = orderFields(document);
  const currency = order.take('currency', (text) => text.length === 3);
  const start = [beginning(document), ...dates(document, order)];
  const groups = [...references(document), ...parties(order), ...currencies(currency)];
  const { charges, totals } = money(order);
  const items = lines.flatMap((line, index) => orderLine(document, line, { index, currency }));
  const texts = freeText(document, { fields: textFields(document, order), isNeeded: isOrderKey });
  const end = [segment('UNS', ['S']), ...totals, segment('CNT', [['2', String(lines.length)]])];
  return [...start, ...texts, ...groups, ...charges, ...items, ...end];
}

const numberLength = 35;

/** Data element 1225: 9 original, 5 replace (the file is the whole order), 1 cancellation. */
const functions: Readonly<Record<OrderChange, string>> = { new: '9', changed: '5', ended: '1' };

/** 220: an order. A number that is too long is in the free text, and the id in its place. */
function beginning(document: OrderDocument): Segment {
  return segment('BGM', ['220', numberOf(document, numberLength), functions[document.change]]);
}

/** 137: when the order was placed, or else written here, UTC, to the minute. 2: when it is wanted. */
function dates({ writtenAt }: OrderDocument, order: Fields): readonly Segment[] {
  const created = order.take('createdAt', isInstant) ?? writtenAt;
  const wanted = order.take('requestedDeliveryDate', isDate);
  return [
    segment('DTM', [['137', minuteOf(created), '203']]),
    ...(wanted === undefined ? [] : [segment('DTM', [['2', digitsOf(wanted), '102']])]),
  ];
}

const minuteLength = 12;

function minuteOf(instant: string): string {
  return digitsOf(new Date(instant).toISOString()).slice(0, minuteLength);
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}

/** Segment group 1: TN the order's id with its version, ON its number, PP this file, ACE the file before. */
function references(document: OrderDocument): readonly Segment[] {
  const { orderId, orderNumber, sequence, previousSequence } = document;
  const version = hasVersion(document) ? document.version : undefined;
  return [
    segment('RFF', [['TN', orderId, undefined, version]]),
    ...reference('ON', hasNumber(document, numberLength) ? orderNumber : undefined),
    ...reference('PP', String(sequence)),
    ...reference('ACE', previousSequence === null ? undefined : String(previousSequence)),
  ];
}

function hasVersion({ version }: OrderDocument): boolean {
  return version !== '' && upTo(numberLength)(version);
}

function currencies(currency: string | undefined): readonly Segment[] {
  return currency === undefined ? [] : [segment('CUX', [['2', currency, '9']])];
}

const inReferences: ReadonlySet<string> = new Set(['orderId', 'sequence', 'previousSequence']);

function textFields(document: OrderDocument, order: Fields): readonly Field[] {
  const head = headFields(document).filter(
    ({ name }) => !inReferences.has(name) && !(name === 'version' && hasVersion(document)),
  );
  const number = leftNumber(document, numberLength);
  return [...head, ...number, ...order.rest(), ...changeFields(document)];
}
