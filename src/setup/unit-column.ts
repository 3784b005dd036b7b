import { isPriceName, plainName, wordSet } from '../domain/column-name.ts';
import type { NumberStyle } from '../domain/quantity.ts';
import { byName } from './by-name.ts';
import { type Column, filledCells, filledShare } from './column.ts';
import type { Guess } from './guess.ts';
import { unitOf } from './units.ts';
import { isCalled } from './words.ts';

/** Names of the unit in which an article is sold. Its stock is not always counted in that. */
const salesUnit = /^(?:verkauf|vk|sales|bestell)/;

/** The unit in which the stock is counted, as far as names and values can tell. */
export function unitGuess(
  columns: readonly Column[],
  style: NumberStyle | undefined,
): Guess | undefined {
  const named = byName('unitOfMeasure', columns, style);
  const column = columns.find(({ name }) => name === named?.columns[0]);
  const doubt = column && (otherUnit(column, columns) ?? soldUnit(column) ?? packUnit(column));
  if (named === undefined || doubt === undefined) return named;
  return { ...named, certainty: 'likely', reason: `${named.reason}; ${doubt}` };
}

function unitColumns(columns: readonly Column[]): readonly Column[] {
  return columns.filter(
    (column) => filledShare(column) > 0 && isCalled(column.name, 'unitOfMeasure'),
  );
}

function otherUnit(taken: Column, columns: readonly Column[]): string | undefined {
  for (const other of unitColumns(columns)) {
    const row = taken.cells.findIndex((cell, at) => isAnother(cell, other.cells[at] ?? ''));
    if (row >= 0)
      return `${other.name} says ${other.cells[row]} where this column says ${taken.cells[row]}: choose the unit in which the stock is counted`;
  }
  return undefined;
}

function isAnother(one: string, other: string): boolean {
  return one !== '' && other !== '' && meaning(one) !== meaning(other);
}

function meaning(written: string): string {
  return unitOf(written) ?? written.toLowerCase();
}

function soldUnit({ name }: Column): string | undefined {
  return salesUnit.test(plainName(name)) ? 'right only if the stock is counted in it' : undefined;
}

/** Whether most rows say ml, g or mm: then the column tells how much a pack holds. */
function isOfPacks(column: Column): boolean {
  const cells = filledCells(column);
  return cells.filter((cell) => smallUnit.test(cell)).length * 2 > cells.length;
}

function packUnit(column: Column): string | undefined {
  return isOfPacks(column) ? 'it seems to say how much a pack holds' : undefined;
}

/** Menge, Qty: names that say how much, but not of what. */
const anyQuantity = wordSet(
  `menge qty quantity количество колво ilosc antal antall aantal adet miktar maara mennyiseg cantitate ποσοτητα kolicina
    kiekis daudzums kogus quantidade qtd qtde cantidad quantite quantita hoeveelheid mnozstvi mnozstvo кількість`,
);
const contentUnit = /^(?:[mcd]?l|lt|ltr|liter|[mk]?g|gr|kgm|[mc]?m|mtr|m2|m²|qm)$/i;
/** Units in which nobody counts a stock. */
const smallUnit = /^(?:[mc]l|m?g|gr|[mc]m)$/i;

interface ContentDoubt {
  readonly reason: string;
  readonly isContent: boolean;
}

/**
 * `Menge;Einheit` with 250 and ml says how much a pack holds. `Menge;Preis` may say from how many pieces a price holds.
 * Neither is a stock.
 */
export function contentDoubt(
  { name }: Column,
  columns: readonly Column[],
): ContentDoubt | undefined {
  if (!anyQuantity.has(plainName(name))) return undefined;
  for (const unit of unitColumns(columns)) {
    const found = filledCells(unit).find((cell) => contentUnit.test(cell));
    if (found === undefined) continue;
    const reason = `with ${found} in ${unit.name} it may be what a pack holds, not what there is`;
    return { reason, isContent: isOfPacks(unit) };
  }
  const price = columns.find((column) => isPriceName(column.name));
  if (price === undefined) return undefined;
  return { reason: `beside ${price.name} it may be what the price is for`, isContent: false };
}
