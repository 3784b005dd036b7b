import type { WriteAdapter } from '../../src/domain/adapter.ts';
import type { Encoding } from '../../src/domain/encoding.ts';
import type { OrderDocument } from '../../src/domain/order-document.ts';
import { cannotHold } from '../order/cannot-hold.ts';
import { discountOf } from '../order/discount.ts';
import { type Fields, type OrderFields, orderFields } from '../order/fields.ts';
import { changeFields, headFields } from '../order/head.ts';
import { refuseUnholdableKeys } from '../order/keys.ts';
import { isInstant, utcMomentOf } from '../order/moment.ts';
import { leftNumber, numberOf } from '../order/number.ts';
import { lengthOf } from '../order/text.ts';
import { encode, unholdableIn } from '../text/encode.ts';
import {
  element,
  leaf,
  unholdableInXml,
  type XmlElement,
  type XmlPart,
  xmlText,
} from '../xml/document.ts';
import { isAmount, lengths, property, taxes } from './element.ts';
import { product, takeAmount } from './order-line.ts';
import { buyer } from './order-party.ts';

/** The order document of CommerceML 2, as 1C takes it from a shop. */
export function createCommerceMl(encoding: Encoding = 'utf-8'): WriteAdapter {
  const lacking = new RegExp(unholdableIn(encoding), 'gu');
  return {
    extension: 'xml',
    write(order) {
      refuseUnholdableKeys(order, unholdableInXml);
      const text = xmlText(information(order, orderFields(order)), {
        encoding: encoding.toUpperCase(),
      });
      // XML writes by its number what a code page lacks, so that nothing is lost. Names are all in the page.
      const held = text.replaceAll(lacking, (character) => `&#${character.codePointAt(0)};`);
      return encode(held, encoding);
    },
  };
}

export const commerceml: WriteAdapter = createCommerceMl();

function information(order: OrderDocument, fields: OrderFields): XmlElement {
  return element('КоммерческаяИнформация', [document(order, fields)], {
    xmlns: 'urn:1C.ru:commerceml_2',
    ВерсияСхемы: '2.10',
    ДатаФормирования: order.writtenAt,
  });
}

/** The order of its elements is the schema's. */
function document(order: OrderDocument, { order: fields, lines }: OrderFields): XmlElement {
  const currency = fields.take('currency', (text) => lengthOf(text) === 3);
  if (currency === undefined) cannotHold(order, 'it names no currency of three letters.');
  const totals = totalsOf(order, fields);
  const placed = utcMomentOf(fields.take('createdAt', isInstant) ?? order.writtenAt);
  const party = buyer(fields);
  const products = lines.map((line, index) => product(order, line, index));
  return element('Документ', [
    leaf('Ид', order.orderId),
    leaf('Номер', numberOf(order, lengths.name)),
    leaf('Дата', placed?.date),
    leaf('ХозОперация', 'Заказ товара'),
    leaf('Роль', 'Продавец'),
    leaf('Валюта', currency),
    leaf('Курс', '1'),
    leaf('Сумма', totals.total),
    element('Контрагенты', [party]),
    leaf('Время', placed?.time.slice(0, 'hh:mm:ss'.length)),
    taxes({ amount: totals.vat }),
    charge('Скидки', 'Скидка', { name: 'Скидка', amount: totals.discount }),
    charge('ДопРасходы', 'ДопРасход', { name: 'Доставка', amount: totals.delivery }),
    products.length === 0 ? undefined : element('Товары', products),
    element('ЗначенияРеквизитов', properties(order, fields, totals.subtotal).map(property)),
  ]);
}

/** spec "Amount rules": the net total, in which delivery and discount are, and VAT is not. */
function totalsOf(order: OrderDocument, fields: Fields) {
  const discount = discountOf(fields);
  const total = takeAmount(fields, 'totalAmount');
  if (total === undefined) return cannotHold(order, 'it has no totalAmount of two places at most.');
  return {
    total,
    delivery: takeAmount(fields, 'deliveryFee'),
    subtotal: takeAmount(fields, 'subtotal'),
    vat: takeAmount(fields, 'vatTotal'),
    discount: discount !== undefined && isAmount(discount) ? discount : undefined,
  };
}

function charge(
  list: string,
  kind: string,
  { name, amount }: { readonly name: string; readonly amount: string | undefined },
): XmlPart {
  if (amount === undefined) return undefined;
  return element(list, [
    element(kind, [
      leaf('Наименование', name),
      leaf('Сумма', amount),
      leaf('УчтеноВСумме', 'true'),
    ]),
  ]);
}

/** `Отменен` and `Статус заказа` are the names by which 1C knows them. */
function properties(order: OrderDocument, fields: Fields, subtotal: string | undefined) {
  const own = [
    { name: 'Отменен', text: String(order.change === 'ended') },
    { name: 'Статус заказа', text: order.status },
    ...headFields(order),
    ...leftNumber(order, lengths.name),
    { name: 'subtotal', text: subtotal ?? '' },
    ...fields.rest(),
    ...changeFields(order),
  ];
  return own.filter(({ text }) => text !== '');
}
