import type { Fields } from '../order/fields.ts';
import { buyerIds, buyerNames, customerNumbers, partnerIds } from '../order/party.ts';
import { upTo } from '../order/text.ts';
import { element, group, leaf, type XmlPart } from '../xml/document.ts';
import { lengths, shown } from './element.ts';

const isText = upTo(lengths.text);
const isKey = upTo(lengths.key);

/** spec "customer block": the buyer. A company has its legal name and tax number, which the schema keeps together. */
export function buyer(order: Fields): XmlPart {
  const number =
    order.takeFirst(customerNumbers, isKey) ??
    order.takeFirst(buyerIds, isKey) ??
    order.takeFirst(partnerIds, isKey);
  const name = order.takeOrShow(buyerNames, isText);
  const legalName = order.takeOrShow(['customer.legalName'], isText) ?? name;
  const taxId = order.take('customer.taxId', isTaxNumber);
  const street = order.take('customer.address', isText);
  const parts = [
    leaf('Ид', number),
    leaf('Наименование', shown(name ?? 'unknown')),
    leaf('ОфициальноеНаименование', shown(legalName ?? 'unknown')),
    street === undefined ? undefined : element('ЮридическийАдрес', [leaf('Представление', street)]),
    leaf('ИНН', taxId),
    address(order),
    contacts(order),
    leaf('Роль', 'Покупатель'),
  ];
  return element('Контрагент', parts);
}

/** ИННТип: ten digits for a company, twelve for a person. Others stay among the properties. */
function isTaxNumber(text: string): boolean {
  return /^\d{10}(?:\d{2})?$/.test(text);
}

/** Where the goods go. */
function address(order: Fields): XmlPart {
  const street = order.take('customer.deliveryAddress', isText);
  const country = order.take('deliveryCountry', isText);
  const city = order.take('deliveryCity', isText);
  const whole = street ?? [country, city].filter((part) => part !== undefined).join(', ');
  if (whole === '') return undefined;
  return element('Адрес', [
    leaf('Представление', shown(whole)),
    field('Страна', country),
    field('Город', city),
  ]);
}

function field(kind: string, text: string | undefined): XmlPart {
  if (text === undefined) return undefined;
  return element('АдресноеПоле', [leaf('Тип', kind), leaf('Значение', text)]);
}

function contacts(order: Fields): XmlPart {
  return group('Контакты', [
    contact('Телефон рабочий', order.take('customer.contactPhone', isText)),
    contact('Почта', order.take('customer.contactEmail', isText)),
  ]);
}

function contact(kind: string, text: string | undefined): XmlPart {
  if (text === undefined) return undefined;
  return element('Контакт', [leaf('Тип', kind), leaf('Значение', text)]);
}
