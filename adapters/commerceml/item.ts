import {
  childNamed,
  childrenNamed,
  childText,
  numbered,
  type Put,
  putElement,
  type XmlElement,
} from '../xml/tree.ts';
import type { Classifier } from './classifier.ts';

/** Puts the columns that products and offers have in common. */
export function putItem(item: XmlElement, classifier: Classifier, put: Put): void {
  put('Статус', item.attributes['Статус']);
  const plain: XmlElement[] = [];
  for (const child of item.children) {
    const special = specials.get(child.name);
    if (special === undefined) plain.push(child);
    else special(child, classifier, put);
  }
  for (const [name, child] of numbered(plain)) putElement(child, name, put);
}

type Special = (element: XmlElement, classifier: Classifier, put: Put) => void;

/** Elements that are more than their text. Prices are managed in the supplier portal: `Цены` gives nothing. */
const specials: ReadonlyMap<string, Special> = new Map<string, Special>([
  ['Цены', () => undefined],
  // Stock of offers: `putStock` reads it.
  ['Склад', () => undefined],
  ['Остатки', () => undefined],
  ['Количество', () => undefined],
  ['БазоваяЕдиница', putUnit],
  ['Изготовитель', (element, _classifier, put) => put('Изготовитель', named(element))],
  ['ТорговаяМарка', (element, _classifier, put) => put('ТорговаяМарка', named(element))],
  ['Группы', putGroups],
  ['ЗначенияСвойств', putProperties],
  ['ЗначенияРеквизитов', (element, _classifier, put) => putPairs(element, 'Реквизит', put)],
  ['ХарактеристикиТовара', (element, _classifier, put) => putPairs(element, 'Характеристика', put)],
]);

/** The unit's text is often empty: then its full name stands for it, else its code. */
function putUnit(unit: XmlElement, _classifier: Classifier, put: Put): void {
  const readings = [
    // `Пересчет` inside it tells of other units.
    unit.ownText.trim(),
    unit.attributes['НаименованиеКраткое'],
    unit.attributes['НаименованиеПолное'],
    unit.attributes['Код'],
  ];
  put('БазоваяЕдиница', readings.find((reading) => reading !== undefined && reading !== '') ?? '');
  for (const [name, value] of Object.entries(unit.attributes))
    put(`БазоваяЕдиница/@${name}`, value);
}

function named(element: XmlElement): string {
  return childText(element, 'Наименование') ?? element.text;
}

function putGroups(groups: XmlElement, classifier: Classifier, put: Put): void {
  for (const id of childrenNamed(groups, 'Ид')) {
    put('Группа', classifier.name(id.text));
    put('Группа/Ид', id.text);
  }
}

function putProperties(properties: XmlElement, classifier: Classifier, put: Put): void {
  for (const property of properties.children) {
    const id = childText(property, 'Ид') ?? childText(property, 'Наименование');
    if (id === undefined || id === '') continue;
    const values = childrenNamed(property, 'Значение').map((value) => classifier.value(value.text));
    put(`Свойство:${classifier.name(id)}`, values.filter((value) => value !== '').join(', '));
  }
}

function putPairs(pairs: XmlElement, prefix: string, put: Put): void {
  for (const pair of pairs.children) {
    const name = childText(pair, 'Наименование');
    const values = childrenNamed(pair, 'Значение').map((value) => value.text);
    if (name !== undefined && name !== '') put(`${prefix}:${name}`, values.join(', '));
  }
}

/** Puts the stock of an offer: `Количество` and `Склад:<id>`, in each of the three ways that 1C writes it. */
export function putStock(offer: XmlElement, put: Put): void {
  put('Количество', given(offer));
  for (const store of childrenNamed(offer, 'Склад')) {
    putStore(store.attributes['ИдСклада'], store.attributes['КоличествоНаСкладе'], put);
  }
  const rests = childNamed(offer, 'Остатки');
  for (const rest of rests === undefined ? [] : childrenNamed(rests, 'Остаток')) {
    put('Количество', given(rest));
    for (const store of childrenNamed(rest, 'Склад')) {
      putStore(childText(store, 'Ид'), childText(store, 'Количество'), put);
    }
  }
}

/** An empty `Количество` says nothing: what the warehouses hold counts (quirk 34). */
function given(of: XmlElement): string | undefined {
  return childText(of, 'Количество') || undefined;
}

function putStore(id: string | undefined, quantity: string | undefined, put: Put): void {
  if (id !== undefined && id !== '') put(`Склад:${id}`, quantity);
}
