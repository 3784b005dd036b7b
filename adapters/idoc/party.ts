import type { Fields } from '../order/fields.ts';
import { buyerNames, customerNumbers } from '../order/party.ts';
import { piecesOf, upTo } from '../order/text.ts';
import type { XmlElement } from '../xml/document.ts';
import { fits, segment } from './segment.ts';

const nameLength = 35;
const namesMax = 4;
const streetsMax = 2;

/** Sold-to party, ship-to party and vendor. */
export function partners(order: Fields): readonly XmlElement[] {
  const names = namesOf(order.takeOrShow(buyerNames, upTo(nameLength * namesMax)));
  const soldTo = segment('E1EDKA1', {
    PARVW: 'AG',
    PARTN: order.takeFirst(customerNumbers, fits('E1EDKA1', 'PARTN')),
    ...names,
    ...streetsOf(order, 'customer.address'),
    TELF1: oneLine(order.take('customer.contactPhone', fits('E1EDKA1', 'TELF1'))),
  });
  const shipTo = segment('E1EDKA1', {
    PARVW: 'WE',
    ...names,
    ...streetsOf(order, 'customer.deliveryAddress'),
    ORT01: oneLine(order.take('deliveryCity', fits('E1EDKA1', 'ORT01'))),
    LAND1: order.take('deliveryCountry', fits('E1EDKA1', 'LAND1')),
  });
  const supplier = order.takeOrShow(['supplierName'], upTo(nameLength * namesMax));
  return [soldTo, shipTo, segment('E1EDKA1', { PARVW: 'LF', ...namesOf(supplier) })];
}

/** NAME1 to NAME4; what is longer stands whole in the text of the order. */
function namesOf(name: string | undefined) {
  const [NAME1, NAME2, NAME3, NAME4] = piecesOf(oneLine(name) ?? '', nameLength);
  return { NAME1, NAME2, NAME3, NAME4 };
}

function streetsOf(order: Fields, name: string) {
  const street = order.take(name, upTo(nameLength * streetsMax));
  const [STRAS, STRS2] = piecesOf(oneLine(street) ?? '', nameLength);
  return { STRAS, STRS2 };
}

/** A field of a segment is one line. */
export function oneLine(text: string | undefined): string | undefined {
  return text?.replaceAll(/[\t\r\n]/g, ' ').trim() || undefined;
}
