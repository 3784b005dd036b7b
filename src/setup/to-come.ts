import { shownValue } from '../domain/complaint.ts';
import type { NumberStyle } from '../domain/quantity.ts';
import type { Column } from './column.ts';
import { doubting, type Guess, guessedStock } from './guess.ts';
import { numberOf } from './parents.ts';
import { isAllThereIs } from './stock.ts';
import { stockDoubt } from './stock-words.ts';
import { namedAs, saysOrderable } from './words.ts';

/**
 * Some programs (МойСклад, SAP Business One, Italian ones) count under Доступно, Available and Disponibile what is
 * ordered from suppliers. That shows where more can be ordered than lies there: such goods would be promised before they
 * have come.
 */
export function withToCome(
  guesses: readonly Guess[],
  columns: readonly Column[],
  style: NumberStyle | undefined,
): readonly Guess[] {
  const stock = guessedStock(guesses);
  const [name = ''] = stock?.columns ?? [];
  const orderable = columns.find((column) => column.name === name);
  const there = thereIn(columns.filter((column) => column !== orderable));
  if (stock === undefined || orderable === undefined || there === undefined) return guesses;
  if (stock.columns.length > 1 || !saysOrderable(name)) return guesses;
  const more = orderable.cells.filter(
    (cell, row) =>
      numberOf(cell, orderable, style) > numberOf(there.cells[row] ?? '', there, style),
  ).length;
  if (more === 0) return guesses;
  const reason = `${stock.reason}; more than ${shownValue(there.name)} in ${more} of ${orderable.cells.length} rows: it may count goods that are still to come`;
  return doubting(guesses, stock, reason);
}

/** What lies there, promised or not. */
function thereIn(columns: readonly Column[]): Column | undefined {
  const isThere = (name: string): boolean => !saysOrderable(name) || isAllThereIs(name);
  return namedAs('availableQty', columns).find(
    ({ column: { name }, match }) =>
      match.isWhole && isThere(name) && stockDoubt(name) === undefined,
  )?.column;
}
