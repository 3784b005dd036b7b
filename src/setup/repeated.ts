import { lastStep } from '../domain/column-name.ts';
import { type Column, differentValues } from './column.ts';
import { isReserved, stockDoubt } from './stock-words.ts';
import { isUsualName } from './words.ts';

/**
 * The element without positions: `stocks/stock[2]/qty` and `stocks/stock/qty` are one element that an article has more
 * than once.
 */
export function elementOf(name: string): string {
  return name.replace(/\[\d+\]/g, '');
}

/**
 * JSON shows the first element of a list twice, once under the name without positions: that second name is left out.
 */
export function withoutAliases(columns: readonly Column[]): readonly Column[] {
  const listed = new Set(
    columns.flatMap(({ name }) => (name.includes('[1]') ? [elementOf(name)] : [])),
  );
  return columns.filter(({ name }) => name.includes('[') || !listed.has(name));
}

/** All columns of the same element, this one included. */
export function repetitionsOf(column: Column, columns: readonly Column[]): readonly Column[] {
  const element = elementOf(column.name);
  return columns.filter(({ name }) => elementOf(name) === element);
}

/**
 * A column beside the repeated element that says which kind of stock each is (`available`, `reserved`): added up, goods
 * would count twice.
 */
export function kindsBeside(column: Column, columns: readonly Column[]): string | undefined {
  const element = elementOf(column.name);
  const step = lastStep(element);
  const parent = element.slice(0, element.length - step.length);
  const beside = columns.filter(({ name }) => {
    const other = elementOf(name);
    const isInParent = parent !== '' && other.startsWith(parent);
    return other !== element && (isInParent || other.startsWith(`${element}/@`));
  });
  return beside.find((one) => differentValues(one).some(isKindOfStock))?.name;
}

/** `Sperrlager` or `in_transit` beside a stock says as much as in a column's name. */
function isKindOfStock(value: string): boolean {
  return isUsualName(value) || isReserved(value) || stockDoubt(value)?.isOther === true;
}
