import type { Fields } from '../order/fields.ts';
import { buyerIds, buyerNames, customerNumbers, partnerIds } from '../order/party.ts';
import { upTo } from '../order/text.ts';
import { type DataElement, prosePieces, type Segment, segment } from './segment.ts';

const lineLength = 35;
const nameLines = 5;
const streetLines = 4;
const countryLength = 3;
const contactLength = 512;

/** Segment group 2: buyer with references and contact, supplier, and where the goods go. */
export function parties(order: Fields): readonly Segment[] {
  return [
    ...buyer(order),
    segment('NAD', ['SU', undefined, undefined, name(order, ['supplierName'])]),
    ...deliveryParty(order),
  ];
}

/** spec "customer block", both kinds. 91: the supplier gave the number. */
function buyer(order: Fields): readonly Segment[] {
  const number = order.takeFirst(customerNumbers, upTo(lineLength));
  const id = number === undefined ? undefined : [number, undefined, '91'];
  const marketIds = [buyerIds, partnerIds].map((ids) => order.takeFirst(ids, upTo(lineLength)));
  return [
    segment('NAD', [
      'BY',
      id,
      undefined,
      name(order, buyerNames),
      street(order, 'customer.address'),
    ]),
    ...reference('VA', order.take('customer.taxId', upTo(lineLength))),
    ...marketIds.flatMap((marketId) => reference('ACD', marketId)),
    ...contact(order),
  ];
}

function deliveryParty(order: Fields): readonly Segment[] {
  const place = [
    street(order, 'customer.deliveryAddress'),
    order.take('deliveryCity', upTo(lineLength)),
    undefined,
    undefined,
    order.take('deliveryCountry', upTo(countryLength)),
  ];
  const isThere = place.some((part) => part !== undefined);
  return isThere ? [segment('NAD', ['DP', undefined, undefined, undefined, ...place])] : [];
}

/** A name that is longer than its lines begins here and stands whole in the free text. */
function name(order: Fields, names: readonly string[]): DataElement {
  const text = order.takeOrShow(names, (whole) => linesOf(whole).length <= nameLines);
  return text === undefined ? undefined : linesOf(text).slice(0, nameLines);
}

function street(order: Fields, field: string): DataElement {
  const text = order.take(field, (whole) => linesOf(whole).length <= streetLines);
  return text === undefined ? undefined : linesOf(text);
}

function linesOf(text: string): readonly string[] {
  return prosePieces(text, lineLength);
}

export function reference(qualifier: string, text: string | undefined): readonly Segment[] {
  return text === undefined ? [] : [segment('RFF', [[qualifier, text]])];
}

function contact(order: Fields): readonly Segment[] {
  const ways = [
    { text: order.take('customer.contactPhone', upTo(contactLength)), channel: 'TE' },
    { text: order.take('customer.contactEmail', upTo(contactLength)), channel: 'EM' },
  ].filter(({ text }) => text !== undefined);
  if (ways.length === 0) return [];
  return [
    segment('CTA', ['OC']),
    ...ways.map(({ text, channel }) => segment('COM', [[text, channel]])),
  ];
}
