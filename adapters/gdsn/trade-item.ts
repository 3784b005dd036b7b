import { childNamed, childText, type Put, putChildren, type XmlElement } from '../xml/tree.ts';
import { own } from './own.ts';

/**
 * Fields that are at another place in each version and each pool: as columns by their plain name.
 * Everything is under its whole path as well.
 */
const plainFields = [
  'brandName',
  'tradeItemDescription',
  'functionalName',
  'descriptionShort',
  'regulatedProductName',
  'additionalTradeItemDescription',
  'gpcCategoryCode',
  'netContent',
] as const;

/** One trade item as columns. */
export function putTradeItem(item: XmlElement, put: Put): void {
  const under = new Map<string, string>();
  putChildren(item, '', (column, value) => {
    if (value !== undefined) under.set(column, value);
  });
  for (const field of plainFields) {
    for (const [column, value] of plainColumns(
      field,
      own(item, (name) => name === field),
    )) {
      under.set(column, value);
    }
  }
  const [gtin] = own(item, (name) => name === 'gtin');
  if (gtin !== undefined && !under.has('gtin')) under.set('gtin', gtin.text);
  for (const [column, value] of under) put(column, value);
}

/**
 * `functionalName:en`, `functionalName:nl`, …, and `functionalName`
 * in the same one of them each time: a pool writes them in any order.
 */
function plainColumns(field: string, found: readonly XmlElement[]): Map<string, string> {
  const columns = new Map<string, string>();
  for (const element of [...found].sort(byLanguage)) {
    const value = withUnit(element);
    if (!columns.has(field)) columns.set(field, value);
    const language = element.attributes['languageCode'];
    if (language !== undefined && !columns.has(`${field}:${language}`)) {
      columns.set(`${field}:${language}`, value);
    }
  }
  return columns;
}

/** Those of no language first. */
function byLanguage(one: XmlElement, other: XmlElement): number {
  const [first, second] = [one, other].map(({ attributes }) => attributes['languageCode'] ?? '');
  if (first === second || first === undefined || second === undefined) return 0;
  return first < second ? -1 : 1;
}

/** A measurement as `500 MLT`, whether it is written as an attribute or as two elements. */
function withUnit(element: XmlElement): string {
  const value = childText(element, 'measurementValue') ?? element.text;
  const unit =
    childNamed(element, 'measurementUnitCode')?.text ?? element.attributes['measurementUnitCode'];
  return unit === undefined || value === '' ? value : `${value} ${unit}`;
}
