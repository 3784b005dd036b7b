import type { Fields } from '../order/fields.ts';
import { buyerNames, customerNumbers } from '../order/party.ts';
import { piecesOf } from '../order/text.ts';
import type { XmlElement } from '../xml/document.ts';
import { fits, segment } from './segment.ts';

const lineLength = 35;
const namesMax = 4;
const streetsMax = 2;

/** Sold-to party, ship-to party and vendor. */
export function partners(order: Fields): readonly XmlElement[] {
  const names = namesOf(order, buyerNames);
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
  const supplier = segment('E1EDKA1', { PARVW: 'LF', ...namesOf(order, ['supplierName']) });
  return [soldTo, shipTo, supplier];
}

/** NAME1 to NAME4; what is longer stands whole in the text of the order. */
function namesOf(order: Fields, fields: readonly string[]) {
  const name = order.takeOrShow(fields, (whole) => linesOf(whole).length <= namesMax);
  const [NAME1, NAME2, NAME3, NAME4] = linesOf(name);
  return { NAME1, NAME2, NAME3, NAME4 };
}

function streetsOf(order: Fields, name: string) {
  const street = order.take(name, (whole) => linesOf(whole).length <= streetsMax);
  const [STRAS, STRS2] = linesOf(street);
  return { STRAS, STRS2 };
}

function linesOf(text: string | undefined): readonly string[] {
  return piecesOf(oneLine(text) ?? '', lineLength);
}

/** A field of a segment is one line. */
export function oneLine(text: string | undefined): string | undefined {
  return text?.replaceAll(/[\t\r\n]/g, ' ').trim() || undefined;
}
