import { lastStep } from '../domain/column-name.ts';
import { type Column, differentValues } from './column.ts';
import { isReserved } from './stock-words.ts';
import { isUsualName } from './words.ts';

/** `stocks/stock[2]/qty` and `stocks/stock/qty` are one element of an article, which stands there more than once. */
export function elementOf(name: string): string {
  return name.replace(/\[\d+\]/g, '');
}

/** JSON shows what stands first in a list a second time, under the name without positions. */
export function withoutAliases(columns: readonly Column[]): readonly Column[] {
  const listed = new Set(
    columns.flatMap(({ name }) => (name.includes('[1]') ? [elementOf(name)] : [])),
  );
  return columns.filter(({ name }) => name.includes('[') || !listed.has(name));
}

/** All columns of the same element, itself among them. */
export function repetitionsOf(column: Column, columns: readonly Column[]): readonly Column[] {
  const element = elementOf(column.name);
  return columns.filter(({ name }) => elementOf(name) === element);
}

/** What stands beside it and tells the repetitions apart as kinds of stock: added up they would count goods twice. */
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

function isKindOfStock(value: string): boolean {
  return isUsualName(value) || isReserved(value);
}
