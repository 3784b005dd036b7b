import { plainName, saysAmount } from '../domain/column-name.ts';
import { shownValue } from '../domain/complaint.ts';
import type { NumberStyle } from '../domain/quantity.ts';
import type { Column } from './column.ts';
import { holdsFlags } from './flag.ts';
import { columnsRead, doubting, type Guess, guessedStock } from './guess.ts';
import { numberOf, stocksOf } from './parents.ts';
import { saysFree } from './stock-words.ts';
import { isMostlyStock } from './warehouses.ts';
import { matchName, saysOrderable, warehouseStart } from './words.ts';

/**
 * `Bestand` beside `davon frei`: a name that is not known as one of a stock is not read, but it may say that less can
 * be ordered than lies there. So the stock is not certain (quirk 33).
 */
export function withFreeBeside(
  guesses: readonly Guess[],
  columns: readonly Column[],
  style: NumberStyle | undefined,
): readonly Guess[] {
  const stock = guessedStock(guesses);
  if (stock === undefined || stock.columns.some(saysOrderable)) return guesses;
  const taken = columnsRead(guesses.filter(({ isProposed }) => isProposed));
  const there = stocksOf(stock, columns, style);
  const free = columns.filter(
    ({ name }) => !taken.has(name) && saysFree(name) && !saysAmount(name),
  );
  for (const column of free.filter((one) => !holdsFlags(one))) {
    const less = rowsWithLess(column, there, style);
    if (less === 0) continue;
    const rows = `${less} of ${column.cells.length} rows`;
    const reason = `${stock.reason}; ${shownValue(column.name)} has less in ${rows}: it may be what can be ordered`;
    return doubting(guesses, stock, reason);
  }
  const parts = partsOf(
    columns.filter(({ name }) => !taken.has(name) && !saysAmount(name)),
    there,
    style,
  );
  if (parts === undefined) return guesses;
  const [one, other] = parts.map(({ name }) => shownValue(name));
  const reason = `${stock.reason}; ${one} and ${other} make it up in every row: one of them may be what can be ordered`;
  return doubting(guesses, stock, reason);
}

/**
 * Two columns whose sum is the stock in every row, as what is promised and what is free, in whatever language. The stocks
 * of two warehouses are called so.
 */
function partsOf(
  columns: readonly Column[],
  there: readonly number[],
  style: NumberStyle | undefined,
): readonly Column[] | undefined {
  const quantities = columns
    .filter((column) => !holdsFlags(column) && isMostlyStock(column, { style }))
    .filter(({ name }) => !isPart(name))
    .map((column) => ({ column, values: column.cells.map((one) => numberOf(one, column, style)) }));
  const known = new Map(quantities.map(({ column, values }) => [textOf(values), column]));
  for (const { column, values } of quantities) {
    const rest = there.map((one, row) => one - (values[row] ?? 0));
    const other = known.get(textOf(rest));
    const isParted = rest.some((one, row) => one > 0 && (values[row] ?? 0) > 0);
    if (other !== undefined && other !== column && isParted) return [column, other];
  }
  return undefined;
}

function isPart(name: string): boolean {
  return matchName(name, 'availableQty') !== undefined || warehouseStart.test(plainName(name));
}

/** Rounded, because 0.1 + 0.2 is not 0.3. */
function textOf(values: readonly number[]): string {
  return values.map((one) => one.toFixed(3)).join(' ');
}

/** 0 where some row has more: then the column counts something else. Words, such as sold out, are left aside. */
function rowsWithLess(
  column: Column,
  there: readonly number[],
  style: NumberStyle | undefined,
): number {
  const more = column.cells.flatMap((cell, row) =>
    isMostlyStock({ ...column, cells: [cell] }, { style })
      ? [numberOf(cell, column, style) - (there[row] ?? 0)]
      : [],
  );
  return more.some((one) => one > 0) ? 0 : more.filter((one) => one < 0).length;
}
