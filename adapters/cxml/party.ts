import type { Fields } from '../order/fields.ts';
import { buyerIds, buyerNames, customerNumbers, partnerIds } from '../order/party.ts';
import { element, leaf, type XmlPart } from '../xml/document.ts';
import { inLanguage } from './element.ts';

interface Parties {
  /** The credentials of the cXML header: who orders, and from whom. */
  readonly header: XmlPart;
  readonly shipTo: XmlPart;
  readonly billTo: XmlPart;
}

/** spec "customer block", both kinds: the buyer is billed; the goods go to city and country of the order. */
export function partiesOf(order: Fields): Parties {
  const name = order.takeFirst(buyerNames) ?? 'unknown';
  const number = order.takeFirst(customerNumbers);
  const from = [
    credential('externalId', number),
    credential('buyerTenantId', order.takeFirst(buyerIds)),
    credential('internalPartnerId', order.takeFirst(partnerIds)),
  ].filter((part) => part !== undefined);
  return {
    header: element('Header', [
      element('From', from.length === 0 ? [credential('name', name)] : from),
      element('To', [credential('name', order.take('supplierName') ?? 'unknown')]),
      element('Sender', [credential('name', 'Stockhand'), leaf('UserAgent', 'Stockhand')]),
    ]),
    shipTo: element('ShipTo', [element('Address', [inLanguage('Name', name), shipping(order)])]),
    billTo: element('BillTo', [
      element('Address', [inLanguage('Name', name), ...contact(order)], {
        addressID: number,
        addressIDDomain: number === undefined ? undefined : 'externalId',
      }),
    ]),
  };
}

function credential(domain: string, identity: string | undefined): XmlPart {
  if (identity === undefined) return undefined;
  return element('Credential', [leaf('Identity', identity)], { domain });
}

/** The DTD wants street, city and country together; what the service did not send is empty. */
function shipping(order: Fields): XmlPart {
  const [street, city, country] = [
    'customer.deliveryAddress',
    'deliveryCity',
    'deliveryCountry',
  ].map((name) => order.take(name));
  if (street === undefined && city === undefined && country === undefined) return undefined;
  return postalAddress({ street, city, country });
}

function contact(order: Fields): readonly XmlPart[] {
  const street = order.take('customer.address');
  return [
    street === undefined ? undefined : postalAddress({ street }),
    leaf('Email', order.take('customer.contactEmail')),
    phone(order.take('customer.contactPhone')),
  ];
}

interface Place {
  readonly street: string | undefined;
  readonly city?: string | undefined;
  readonly country?: string | undefined;
}

function postalAddress({ street = '', city = '', country = '' }: Place): XmlPart {
  const isCode = /^[A-Z]{2}$/.test(country);
  return element('PostalAddress', [
    leaf('Street', street),
    leaf('City', city),
    leaf('Country', country, { isoCountryCode: isCode ? country : '' }),
  ]);
}

/** The service sends one text; the DTD wants its parts. */
function phone(text: string | undefined): XmlPart {
  if (text === undefined) return undefined;
  return element('Phone', [
    element('TelephoneNumber', [
      leaf('CountryCode', '', { isoCountryCode: '' }),
      leaf('AreaOrCityCode', ''),
      leaf('Number', text),
    ]),
  ]);
}
