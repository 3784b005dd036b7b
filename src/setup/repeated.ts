import { lastStep, plainName } from '../domain/column-name.ts';
import { type Column, differentValues, filledCells } from './column.ts';
import { isReserved, stockDoubt } from './stock-words.ts';
import { isCalled, isUsualName } from './words.ts';

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
  return besideIn(column, columns).find((one) => differentValues(one).some(isKindOfStock))?.name;
}

/**
 * A column beside the repeated element that gives each an article number of its own, which comes nowhere else: these
 * are variants, and not one article in several warehouses. A bare `id` may be one of the stocks themselves.
 */
export function articlesBeside(column: Column, columns: readonly Column[]): string | undefined {
  const number = besideIn(column, columns).find(
    ({ name }) => isCalled(name, 'externalId') && plainName(lastStep(name)) !== 'id',
  );
  if (number === undefined || number.cells.length < 2) return undefined;
  const numbers = repetitionsOf(number, columns).flatMap(filledCells);
  return new Set(numbers).size === numbers.length ? number.name : undefined;
}

/** The columns of the element around the repeated one, and of its own attributes. */
function besideIn(column: Column, columns: readonly Column[]): readonly Column[] {
  const element = elementOf(column.name);
  const parent = element.slice(0, element.length - lastStep(element).length);
  return columns.filter(({ name }) => {
    const other = elementOf(name);
    const isInParent = parent !== '' && other.startsWith(parent);
    return other !== element && (isInParent || other.startsWith(`${element}/@`));
  });
}

/** `Sperrlager` or `in_transit` beside a stock says as much as in a column's name. */
function isKindOfStock(value: string): boolean {
  return isUsualName(value) || isReserved(value) || stockDoubt(value)?.isOther === true;
}
