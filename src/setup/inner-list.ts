import { keysOf, pathOf } from '../../adapters/json/path.ts';
import type { AdapterOptions } from '../domain/adapter.ts';
import { type Column, filledCells } from './column.ts';
import type { FirstRows } from './first-rows.ts';
import { isCalled } from './words.ts';

const item = /^([^[\]]+)\[\d+\]\./;

/**
 * `[{"type":"table","data":[{"sku":…},…]}]`: databases put the rows of a table into a list beside elements that
 * describe the table. Read as one article, it would have the stock of all. So if article numbers stand in no other
 * place, that inner list is read.
 */
export function innerList({
  format,
  options,
  columns,
}: FirstRows): Pick<AdapterOptions, 'path'> | undefined {
  if (format !== 'json') return undefined;
  const lists = new Set(columns.flatMap(({ name }) => item.exec(name)?.[1] ?? []));
  const list = [...lists].find((one) => holdsNumbers(one, columns));
  if (list === undefined) return undefined;
  return { path: pathOf([...keysOf(options.path ?? ''), ...keysOf(list)]) };
}

function holdsNumbers(list: string, columns: readonly Column[]): boolean {
  const numbers = columns.filter(({ name }) => isCalled(name, 'externalId'));
  const inside = numbers.filter(({ name }) => name.startsWith(`${list}[`));
  // The first element of a list has a second name, without its position.
  const isOnlyThere = numbers.every(({ name }) =>
    [`${list}[`, `${list}.`].some((start) => name.startsWith(start)),
  );
  const isInOne = inside.every((column) => filledCells(column).length === 1);
  return inside.length > 1 && isOnlyThere && isInOne;
}
