import type { OrderDocument } from '../../src/domain/order-document.ts';
import { cannotHold } from '../order/cannot-hold.ts';
import { type Fields, takeDecimal } from '../order/fields.ts';
import { upTo } from '../order/text.ts';
import { unitCode } from '../order/unit.ts';
import { element, leaf, type XmlPart } from '../xml/document.ts';
import { isAmount, lengths, property, shown, taxes } from './element.ts';

/** Codes of ОКЕИ for the units that the service calls common (spec unitOfMeasure), by their code in UN/ECE Rec. 20. */
const okei: ReadonlyMap<string, string> = new Map([
  ['C62', '796'],
  ['KGM', '166'],
  ['GRM', '163'],
  ['LTR', '112'],
  ['MLT', '111'],
  ['MTR', '006'],
  ['BX', '812'],
]);

/** spec "Order line fields". */
export function product(document: OrderDocument, line: Fields, index: number): XmlPart {
  const quantity = takeDecimal(line, 'quantity');
  if (quantity === undefined)
    return cannotHold(document, `line ${index + 1} has no usable quantity.`);
  const article = line.take('sellerExternalId', upTo(lengths.name));
  const id = article !== undefined && upTo(lengths.productKey)(article) ? article : undefined;
  const name = line.takeOrShow(['productName'], upTo(lengths.name)) ?? article ?? 'unknown';
  const [unitPrice, total] = ['unitPrice', 'lineTotal'].map((field) => takeAmount(line, field));
  const vat = { amount: takeAmount(line, 'vatAmount'), rate: takeDecimal(line, 'vatRate') };
  const unit = unitOf(line);
  return element('Товар', [
    leaf('Ид', id),
    leaf('Артикул', article),
    leaf('Наименование', shown(name)),
    unit,
    rates(vat.rate),
    element('ЗначенияРеквизитов', [
      property({ name: 'ТипНоменклатуры', text: 'Товар' }),
      ...line.rest().map(property),
    ]),
    leaf('ЦенаЗаЕдиницу', unitPrice),
    leaf('Количество', quantity),
    leaf('Сумма', total),
    taxes(vat),
  ]);
}

/** An amount with more than two places is among the properties: the schema has no more. */
export function takeAmount(fields: Fields, name: string): string | undefined {
  return takeDecimal(fields, name, isAmount);
}

function unitOf(line: Fields): XmlPart {
  const word = line.take('unitOfMeasure', upTo(lengths.text)) ?? '';
  const code = okei.get(unitCode(word, 'opentrans') ?? '');
  return {
    name: 'БазоваяЕдиница',
    attributes: { Код: code, НаименованиеПолное: word === '' ? undefined : word },
    content: word,
  };
}

function rates(rate: string | undefined): XmlPart {
  if (rate === undefined) return undefined;
  return element('СтавкиНалогов', [
    element('СтавкаНалога', [leaf('Наименование', 'НДС'), leaf('Ставка', rate)]),
  ]);
}
