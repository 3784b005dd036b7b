import { quantity } from '../catalog/mapping/values.ts';
import { isPriceName, plainName } from '../domain/column-name.ts';
import { shownValue } from '../domain/complaint.ts';
import { counted } from '../domain/counted.ts';
import type { NumberStyle } from '../domain/quantity.ts';
import { type Column, differentShare, differentValues, filledShare } from './column.ts';
import { columnsRead, doubting, type Guess, guessedStock } from './guess.ts';
import { holdsYesOrNo } from './pairs.ts';
import { isCalled } from './words.ts';
import { notInRule } from './yaml-line.ts';

/**
 * Row SHIRT has the sum of the stocks of SHIRT-M and SHIRT-L, which name it as their parent: it would be sold beside
 * them. This is told, with the `where:` that leaves such rows out.
 */
export function withParents(
  guesses: readonly Guess[],
  columns: readonly Column[],
  style: NumberStyle | undefined,
): readonly Guess[] {
  const stock = guessedStock(guesses);
  const key = guesses.find(({ field }) => field === 'externalId')?.columns[0];
  if (stock === undefined || key === undefined) return guesses;
  const taken = columnsRead(guesses);
  const free = columns.filter(({ name }) => !taken.has(name) && !isPriceName(name));
  const ids = columns.filter((column) => column.name === key || isId(column));
  const keys = ids.find(({ name }) => name === key)?.cells ?? [];
  const family = familyIn(free, ids, stocksOf(stock, columns, style));
  if (family === undefined) return guesses;
  return doubting(guesses, stock, `${familyText(family, keys, free)}; ${stock.reason}`);
}

/** Which rows name which row above them. */
interface Family {
  readonly column: Column;
  /** By the row of the parent. */
  readonly children: ReadonlyMap<number, readonly number[]>;
  readonly isSum: boolean;
}

function isId(column: Column): boolean {
  const isNamed = isCalled(column.name, 'externalId');
  return isNamed && filledShare(column) === 1 && differentShare(column) === 1;
}

function familyIn(
  columns: readonly Column[],
  ids: readonly Column[],
  stocks: readonly number[],
): Family | undefined {
  const families = columns
    .filter((column) => !ids.includes(column))
    .flatMap((column) => ids.map((id) => ({ column, children: childrenIn(column, id) })));
  for (const { column, children } of families) {
    const stocked = [...children].filter(([parent]) => (stocks[parent] ?? 0) > 0);
    const isSum = stocked.some(
      ([parent, rows]) => rows.length > 1 && isSumOf(parent, rows, stocks),
    );
    if (isSum || (stocked.length > 0 && parentName.test(plainName(column.name))))
      return { column, children, isSum };
  }
  return undefined;
}

const parentName =
  /parent|vater|eltern|haupt|master|hoofd|padre|pere$|pai$|variante?(?:of|von)|родител|rodzic|nadrzedn/;

/** Empty unless most cells name another row: a number may equal an article number by accident. */
function childrenIn(column: Column, id: Column): ReadonlyMap<number, readonly number[]> {
  const rowOf = new Map(id.cells.map((cell, row) => [cell, row]));
  const others = column.cells.flatMap((cell, row) =>
    cell === '' || cell === id.cells[row] ? [] : [{ row, parent: rowOf.get(cell) }],
  );
  const children = new Map<number, number[]>();
  for (const { row, parent } of others) {
    if (parent === undefined) continue;
    const known = children.get(parent);
    if (known === undefined) children.set(parent, [row]);
    else known.push(row);
  }
  const hits = others.filter(({ parent }) => parent !== undefined).length;
  return hits * 2 > others.length ? children : new Map();
}

function isSumOf(parent: number, rows: readonly number[], stocks: readonly number[]): boolean {
  return stocks[parent] === rows.reduce((sum, row) => sum + (stocks[row] ?? 0), 0);
}

/** How many pieces lie there by the proposed columns, for each row. */
export function stocksOf(
  { columns: added, minus }: Guess,
  columns: readonly Column[],
  style: NumberStyle | undefined,
): readonly number[] {
  const valuesOf = (names: readonly string[]) =>
    columns
      .filter(({ name }) => names.includes(name))
      .map((column) => column.cells.map((cell) => numberOf(cell, column, style)));
  const [plus, less] = [valuesOf(added), valuesOf(minus)];
  const at = (values: readonly (readonly number[])[], row: number) =>
    values.reduce((sum, one) => sum + (one[row] ?? 0), 0);
  return (columns[0]?.cells ?? []).map((_, row) => at(plus, row) - at(less, row));
}

/** 0 for what is no number. */
export function numberOf(cell: string, { name }: Column, style: NumberStyle | undefined): number {
  const read = quantity(cell, { column: name, style, rounding: 'nearest' });
  return 'value' in read ? read.value : 0;
}

function familyText(
  { column, children, isSum }: Family,
  keys: readonly string[],
  free: readonly Column[],
): string {
  const [[parent, rows] = [0, []]] = children;
  const many = counted(rows.length, 'row');
  const has = isSum ? 'and has the stock of all of them' : 'and has a stock of its own';
  const mark = free.find((one) => one !== column && tellsApart(one, children));
  const rule = mark && ruleOf(mark, children);
  const remedy = rule ?? 'leave such rows out (where:)';
  return `${shownValue(keys[parent] ?? '')} is the ${column.name} of ${many} ${has}: ${remedy}`;
}

/**
 * Whether what parents have in this column stands in no other row, and the other rows repeat what they have: then it is
 * a mark, and not a text of each row.
 */
function tellsApart(column: Column, children: Family['children']): boolean {
  if (filledShare(column) < 1) return false;
  const [own, others] = split(column, children);
  const isWord = holdsYesOrNo(column) || differentValues(column).every((one) => /\p{L}/u.test(one));
  const isRepeated = new Set(others).size < others.length;
  return isWord && isRepeated && !others.some((cell) => own.includes(cell));
}

function split({ cells }: Column, children: Family['children']): [string[], string[]] {
  return [
    cells.filter((_, row) => children.has(row)),
    cells.filter((_, row) => !children.has(row)),
  ];
}

const valuesMax = 3;

function ruleOf(column: Column, children: Family['children']): string | undefined {
  const values = [...new Set(split(column, children)[0])];
  if (values.length > valuesMax) return undefined;
  return `where: ${notInRule(column.name, values)} leaves it out`;
}
