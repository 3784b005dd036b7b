import { type Column, differentValues, filledShare } from './column.ts';

/** Rows that stand for several articles or for none; `where:` leaves them out. */
export interface ParentRows {
  readonly column: string;
  readonly notIn: readonly string[];
}

/**
 * Types that shops write, the same in every language. A row of these types is no article, and has no stock of its own.
 */
const parents = ['variable', 'grouped', 'external'];
const magentoParents = ['configurable', 'bundle', 'grouped'];
const articles = ['simple', 'variation', 'virtual', 'downloadable'];
const known = new Set([...parents, ...magentoParents, ...articles]);

/** The column is found by its values (`variable`, `simple, virtual`), because shops translate its name. */
export function parentRows(columns: readonly Column[]): ParentRows | undefined {
  const column = columns.find(isProductType);
  if (column === undefined) return undefined;
  const values = differentValues(column);
  const isMagento = values.some((value) => value === 'configurable' || value === 'bundle');
  const usual = isMagento ? magentoParents : parents;
  const shown = values.filter((value) => partsOf(value).some((part) => isParent(part)));
  if (shown.length === values.length) return undefined;
  return { column: column.name, notIn: [...new Set([...usual, ...shown])] };
}

/** The columns without the rows that are left out. */
export function articleRows(
  columns: readonly Column[],
  leftOut: readonly ParentRows[],
): readonly Column[] {
  if (leftOut.length === 0) return columns;
  const marked = leftOut.map(({ column, notIn }) => ({
    cells: columns.find(({ name }) => name === column)?.cells ?? [],
    notIn,
  }));
  const isKept = (row: number) =>
    !marked.some(({ cells, notIn }) => notIn.includes(cells[row] ?? ''));
  const kept = (cells: readonly string[]) => cells.filter((_, at) => isKept(at));
  return columns.map((column) => ({
    ...column,
    cells: kept(column.cells),
    ...(column.padded && { padded: kept(column.padded) }),
  }));
}

/**
 * Whether the column holds types of products. `simple` may be said of anything, so where no other type stands beside it
 * the name counts, too; `downloadable` alone is not enough.
 */
export function isProductType(column: Column): boolean {
  const parts = differentValues(column).flatMap(partsOf);
  const isShown = parts.some((part) => isParent(part) || part === 'variation');
  const isNamed = /^(?:product[ _-]?)?type?$/i.test(column.name) && parts.includes('simple');
  return filledShare(column) === 1 && (isShown || isNamed) && parts.every((one) => known.has(one));
}

function isParent(part: string): boolean {
  return parents.includes(part) || magentoParents.includes(part);
}

function partsOf(value: string): readonly string[] {
  return value.split(',').map((part) => part.trim());
}
