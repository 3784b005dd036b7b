import type { WriteAdapter } from '../../src/domain/adapter.ts';
import type { OrderChange, OrderDocument } from '../../src/domain/order-document.ts';
import { cannotHold } from '../order/cannot-hold.ts';
import { discountOf } from '../order/discount.ts';
import { type Fields, type OrderFields, orderFields, takeDecimal } from '../order/fields.ts';
import { changeFields, headFields } from '../order/head.ts';
import { refuseUnholdableKeys } from '../order/keys.ts';
import { isDate, isInstant, utcMomentOf } from '../order/moment.ts';
import { leftNumber, numberOf } from '../order/number.ts';
import {
  element,
  unholdableInXml,
  type XmlElement,
  type XmlPart,
  xmlBytes,
} from '../xml/document.ts';
import { items } from './item.ts';
import { partners } from './party.ts';
import { fits, segment } from './segment.ts';
import { textOf } from './text.ts';

/** SAP IDoc ORDERS05 in XML: ORDERS for a new order, ORDCHG for what comes after it. */
export const idoc: WriteAdapter = {
  extension: 'xml',
  write(order) {
    refuseUnholdableKeys(order, unholdableInXml);
    return xmlBytes(
      element('ORDERS05', [element('IDOC', segments(order, orderFields(order)), { BEGIN: '1' })]),
    );
  },
};

/** E1EDK01-ACTION: nothing in particular, changes in header and items, reverse the entire document. */
const kinds: Readonly<Record<OrderChange, { message: string; action: string }>> = {
  new: { message: 'ORDERS', action: '000' },
  changed: { message: 'ORDCHG', action: '004' },
  ended: { message: 'ORDCHG', action: '001' },
};

/** Of E1EDK02-BELNR. */
const numberLength = 35;

/** In the order of the IDoc type. The text comes last in time, because it holds what found no other place. */
function segments(order: OrderDocument, { order: fields, lines }: OrderFields): readonly XmlPart[] {
  if (lines.length === 0) cannotHold(order, 'it has no lines, and an ORDERS05 needs one.');
  const currency = fields.take('currency', fits('E1EDK01', 'CURCY'));
  if (currency === undefined) return cannotHold(order, 'it names no currency of three letters.');
  const wanted = compactDate(fields.take('requestedDeliveryDate', isDate));
  const placed = utcMomentOf(fields.take('createdAt', isInstant) ?? order.writtenAt);
  const day = { DATUM: compactDate(placed?.date), UZEIT: compactTime(placed?.time) };
  const amounts = amountsOf(order, fields, currency);
  const parties = partners(fields);
  const positions = items(order, lines, { currency, wanted });
  return [
    control(order),
    segment('E1EDK01', {
      ACTION: kinds[order.change].action,
      CURCY: currency,
      BELNR: order.orderId,
    }),
    segment('E1EDK03', { IDDAT: '012', ...day }),
    wanted === undefined ? undefined : segment('E1EDK03', { IDDAT: '002', DATUM: wanted }),
    ...amounts.charges,
    ...parties,
    segment('E1EDK02', { QUALF: '001', BELNR: numberOf(order, numberLength), ...day }),
    textOf('K', [
      ...headFields(order),
      ...leftNumber(order, numberLength),
      ...fields.rest(),
      ...changeFields(order),
    ]),
    ...positions,
    amounts.total,
  ];
}

function control(order: OrderDocument): XmlElement {
  const written = utcMomentOf(order.writtenAt);
  return segment('EDI_DC40', {
    TABNAM: 'EDI_DC40',
    DOCNUM: String(order.sequence).padStart(16, '0'),
    DIRECT: '2',
    IDOCTYP: 'ORDERS05',
    MESTYP: kinds[order.change].message,
    SNDPOR: 'STOCKHAND',
    SNDPRT: 'LS',
    SNDPRN: 'STOCKHAND',
    RCVPOR: 'SAP',
    RCVPRT: 'LS',
    RCVPRN: 'SAP',
    CREDAT: compactDate(written?.date),
    CRETIM: compactTime(written?.time),
  });
}

interface Amounts {
  readonly charges: readonly XmlElement[];
  readonly total: XmlElement;
}

/** spec "Amount rules": VAT, delivery and discount of the whole order, and its net total. */
function amountsOf(order: OrderDocument, fields: Fields, currency: string): Amounts {
  const isShort = fits('E1EDS01', 'SUMME');
  const discount = discountOf(fields);
  const total = takeDecimal(fields, 'totalAmount', isShort);
  if (total === undefined) return cannotHold(order, 'it has no totalAmount of 18 characters.');
  const vat = takeDecimal(fields, 'vatTotal', isShort);
  const delivery = takeDecimal(fields, 'deliveryFee', isShort);
  return {
    charges: [
      ...(vat === undefined ? [] : [segment('E1EDK04', { MWSBT: vat })]),
      ...charge('+', 'Delivery fee', delivery),
      ...(discount !== undefined && isShort(discount) ? charge('-', 'Discount', discount) : []),
    ],
    total: segment('E1EDS01', { SUMID: '002', SUMME: total, WAERQ: currency }),
  };
}

function charge(sign: string, name: string, amount: string | undefined): readonly XmlElement[] {
  if (amount === undefined) return [];
  return [segment('E1EDK05', { ALCKZ: sign, KOTXT: name, BETRG: amount })];
}

function compactDate(date: string | undefined): string | undefined {
  return date?.replaceAll('-', '');
}

/** To the second, as the segments have it. */
function compactTime(time: string | undefined): string | undefined {
  return time?.replaceAll(':', '').slice(0, 'hhmmss'.length);
}
