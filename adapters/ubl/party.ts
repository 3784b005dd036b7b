import type { Fields } from '../order/fields.ts';
import { isDate } from '../order/moment.ts';
import { buyerIds, buyerNames, customerNumbers, partnerIds } from '../order/party.ts';
import type { XmlPart } from '../xml/document.ts';
import { cac, cbc, vatScheme } from './element.ts';

/** spec "customer block", both kinds. */
export function buyerParty(order: Fields): XmlPart {
  const name = order.takeFirst(buyerNames);
  const legalName = order.take('customer.legalName');
  return (
    cac('BuyerCustomerParty', [
      cbc('SupplierAssignedAccountID', order.takeFirst(customerNumbers)),
      cac('Party', [
        identification('buyerTenantId', order.takeFirst(buyerIds)),
        identification('internalPartnerId', order.takeFirst(partnerIds)),
        cac('PartyName', [cbc('Name', name)]),
        cac('PostalAddress', [addressLine(order.take('customer.address'))]),
        cac('PartyTaxScheme', taxScheme(order.take('customer.taxId'))),
        cac('PartyLegalEntity', [cbc('RegistrationName', legalName ?? name)]),
        cac('Contact', [
          cbc('Telephone', order.take('customer.contactPhone')),
          cbc('ElectronicMail', order.take('customer.contactEmail')),
        ]),
      ]),
    ]) ?? cac('BuyerCustomerParty', [cac('Party', [cac('PartyName', [cbc('Name', 'unknown')])])])
  );
}

export function sellerParty(order: Fields): XmlPart {
  const name = order.take('supplierName') ?? 'unknown';
  return cac('SellerSupplierParty', [
    cac('Party', [
      cac('PartyName', [cbc('Name', name)]),
      cac('PartyLegalEntity', [cbc('RegistrationName', name)]),
    ]),
  ]);
}

export function delivery(order: Fields): XmlPart {
  const date = order.take('requestedDeliveryDate', isDate);
  return cac('Delivery', [
    cac('DeliveryLocation', [
      cac('Address', [
        cbc('CityName', order.take('deliveryCity')),
        addressLine(order.take('customer.deliveryAddress')),
        country(order.take('deliveryCountry')),
      ]),
    ]),
    cac('RequestedDeliveryPeriod', [cbc('StartDate', date), cbc('EndDate', date)]),
  ]);
}

/** A two-letter code, or whatever the service calls the country. */
function country(text: string | undefined): XmlPart {
  const isCode = text !== undefined && /^[A-Z]{2}$/.test(text);
  return cac('Country', [cbc(isCode ? 'IdentificationCode' : 'Name', text)]);
}

function identification(schemeName: string, id: string | undefined): XmlPart {
  return cac('PartyIdentification', [cbc('ID', id, { schemeName })]);
}

function addressLine(text: string | undefined): XmlPart {
  return cac('AddressLine', [cbc('Line', text)]);
}

function taxScheme(taxId: string | undefined): readonly XmlPart[] {
  return taxId === undefined ? [] : [cbc('CompanyID', taxId), vatScheme];
}
