import type { Fields } from '../order/fields.ts';
import { buyerIds, buyerNames, customerNumbers, partnerIds } from '../order/party.ts';
import { piecesOf, upTo } from '../order/text.ts';
import { element, group, leaf, type XmlPart } from '../xml/document.ts';
import { isCountry } from './codes.ts';
import { bme } from './element.ts';

const idLength = 250;
const nameLines = ['NAME', 'NAME2', 'NAME3'];
const nameLength = 50;
const remarksLength = 250;

interface PartyId {
  readonly type: string;
  readonly text: string;
}

interface Party {
  readonly role: 'buyer' | 'supplier' | 'delivery';
  readonly ids: readonly [PartyId, ...PartyId[]];
  readonly address: XmlPart;
}

/** Buyer, supplier and where the goods go; then the references to them by their first id. */
export function partiesOf(order: Fields): readonly XmlPart[] {
  const buyer = buyerOf(order);
  const supplier = supplierOf(order);
  const delivery = deliveryOf(order);
  return [
    element('PARTIES', [buyer, supplier, delivery].map(partyElement)),
    element('ORDER_PARTIES_REFERENCE', [
      idElement('bme:BUYER_IDREF', buyer.ids[0]),
      idElement('bme:SUPPLIER_IDREF', supplier.ids[0]),
      delivery &&
        element('SHIPMENT_PARTIES_REFERENCE', [idElement('DELIVERY_IDREF', delivery.ids[0])]),
    ]),
  ];
}

function partyElement(party: Party | undefined): XmlPart {
  if (party === undefined) return undefined;
  return element('PARTY', [
    ...party.ids.map((id) => idElement('bme:PARTY_ID', id)),
    leaf('PARTY_ROLE', party.role),
    party.address,
  ]);
}

function idElement(name: string, { type, text }: PartyId): XmlPart {
  return leaf(name, text, { type });
}

/** spec "customer block", both kinds. */
function buyerOf(order: Fields): Party {
  const idOf = (type: string, names: readonly string[]): PartyId[] => {
    const text = order.takeFirst(names, upTo(idLength));
    return text === undefined ? [] : [{ type, text }];
  };
  const name = order.takeOrShow(buyerNames, isName);
  const [first = byName(name), ...others] = [
    ...idOf('supplier_specific', customerNumbers),
    ...idOf('buyerTenantId', buyerIds),
    ...idOf('internalPartnerId', partnerIds),
  ];
  const address = group('ADDRESS', [
    ...nameElements(name),
    bme('VAT_ID', order.take('customer.taxId', upTo(nameLength))),
    bme('PHONE', order.take('customer.contactPhone', upTo(nameLength))),
    bme('EMAIL', order.take('customer.contactEmail', upTo(remarksLength))),
    bme('ADDRESS_REMARKS', order.take('customer.address', upTo(remarksLength))),
  ]);
  return { role: 'buyer', ids: [first, ...others], address };
}

function supplierOf(order: Fields): Party {
  const name = order.takeOrShow(['supplierName'], isName);
  return { role: 'supplier', ids: [byName(name)], address: group('ADDRESS', nameElements(name)) };
}

function deliveryOf(order: Fields): Party | undefined {
  const code = order.take('deliveryCountry', isCountry);
  const address = group('ADDRESS', [
    bme('CITY', order.take('deliveryCity', upTo(nameLength))),
    bme(
      'COUNTRY',
      order.take('deliveryCountry', (text) => code === undefined && upTo(nameLength)(text)),
    ),
    bme('COUNTRY_CODED', code),
    bme('ADDRESS_REMARKS', order.take('customer.deliveryAddress', upTo(remarksLength))),
  ]);
  if (address === undefined) return undefined;
  return { role: 'delivery', ids: [{ type: 'party_specific', text: 'delivery' }], address };
}

/** A party needs an id; the supplier has none on the marketplace, and an order may lack the buyer's. */
function byName(name: string | undefined): PartyId {
  return { type: 'party_specific', text: piecesOf(name ?? '', idLength)[0] ?? 'unknown' };
}

function isName(text: string): boolean {
  return piecesOf(text, nameLength).length <= nameLines.length;
}

function nameElements(name: string | undefined): readonly XmlPart[] {
  const pieces = piecesOf(name ?? '', nameLength);
  return nameLines.map((line, index) => bme(line, pieces[index]));
}
