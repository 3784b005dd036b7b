import { shownValue } from '../domain/complaint.ts';
import type { NumberStyle } from '../domain/quantity.ts';
import type { Column } from './column.ts';
import type { Guess } from './guess.ts';
import { numberOf } from './parents.ts';
import { isAllThereIs, stockGuess } from './stock.ts';
import { stockDoubt } from './stock-words.ts';
import type { StockFile } from './warehouses.ts';
import { namedAs, saysOrderable } from './words.ts';

/**
 * Some programs (МойСклад, SAP Business One, Italian ones) count under Доступно, Available and Disponibile what is
 * ordered from suppliers. That shows where more can be ordered than lies there: such goods would be promised before they
 * have come. What lies there is read instead where nothing that is reserved would be sold with it, and rather what a
 * second such column says of today: Available for Shipping (Acumatica).
 */
export function stockOfToday(columns: readonly Column[], file: StockFile): Guess | undefined {
  const found = stockGuess(columns, file);
  const rows = found && rowsBeside(found, columns, file.style);
  if (found === undefined || rows === undefined || rows.more === 0) return found;
  const there = stockGuess(
    columns.filter(({ name }) => name !== rows.name),
    file,
  );
  const many = `in ${rows.more} of ${rows.all} rows: it may count goods that are still to come`;
  const isFree = there !== undefined && rowsBeside(there, columns, file.style)?.more === 0;
  const isSafe =
    there?.isProposed === true && (there.minus.length > 0 || rows.less === 0 || isFree);
  const [read, told] = isSafe
    ? [there, `${shownValue(rows.name)} has more ${many}`]
    : [found, `more than ${shownValue(rows.there)} ${many}`];
  return { ...read, certainty: 'likely', reason: `${read.reason}; ${told}` };
}

/** In how many rows more, and less, can be ordered than lies there; undefined where no two columns say both. */
function rowsBeside(
  { columns: [name = '', ...others], isProposed }: Guess,
  columns: readonly Column[],
  style: NumberStyle | undefined,
) {
  const orderable = columns.find((column) => column.name === name);
  const there = thereIn(columns.filter((column) => column !== orderable));
  if (!isProposed || orderable === undefined || there === undefined) return undefined;
  if (others.length > 0 || !saysOrderable(name)) return undefined;
  const over = orderable.cells.map(
    (cell, row) =>
      numberOf(cell, orderable, style) - numberOf(there.cells[row] ?? '', there, style),
  );
  return {
    name,
    there: there.name,
    all: over.length,
    more: over.filter((one) => one > 0).length,
    less: over.filter((one) => one < 0).length,
  };
}

/** What lies there, promised or not. */
function thereIn(columns: readonly Column[]): Column | undefined {
  const isThere = (name: string): boolean => !saysOrderable(name) || isAllThereIs(name);
  return namedAs('availableQty', columns).find(
    ({ column: { name }, match }) =>
      match.isWhole && isThere(name) && stockDoubt(name) === undefined,
  )?.column;
}
