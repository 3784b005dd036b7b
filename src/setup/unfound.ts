import {
  type Column,
  differentShare,
  differentValues,
  filledCells,
  filledShare,
} from './column.ts';
import { holdsFlags } from './flag.ts';
import type { Guess } from './guess.ts';
import { type Mark, markOf } from './marks.ts';
import { stockDoubt } from './stock-words.ts';
import { matchName } from './words.ts';

/** What no column was found for, with the columns that a person may know better. */
export interface Unfound {
  /** Absent where a stock was found. */
  readonly stock?: readonly string[];
  /** Columns that hold words, as names do. Absent where a name was found. */
  readonly name?: readonly string[];
  /** Columns of few values, where no column says whether an article is on sale. */
  readonly marks: readonly Mark[];
}

/**
 * What is not found is told: otherwise no stock would be sent, and blocked articles would be on sale, without a word.
 * `left`: columns that no field is read from.
 */
export function unfoundIn(
  left: readonly Column[],
  guesses: readonly Guess[],
  marks: readonly Mark[],
): Unfound {
  const has = (field: Guess['field']): boolean => guesses.some((one) => one.field === field);
  const isOpen = !has('isActive') && marks.length === 0;
  const few = isOpen ? left.filter(holdsFewWords) : [];
  return {
    ...(has('availableQty') ? {} : { stock: left.filter(holdsCounts).map(({ name }) => name) }),
    ...(has('name') ? {} : { name: left.filter(holdsNames).map(({ name }) => name) }),
    marks: few.map(markOf),
  };
}

/** A whole number that may be a stock, which rarely has more digits. */
const whole = /^-?\d{1,6}(?:[.,]0+)?$/;

function holdsCounts(column: Column): boolean {
  const filled = filledCells(column);
  const isCounted = filled.length > 0 && filled.every((cell) => whole.test(cell));
  const isOther = isOfUnit(column.name) || stockDoubt(column.name)?.isOther === true;
  return isCounted && !holdsFlags(column) && !isOther;
}

/** An attribute of the unit is its code: `БазоваяЕдиница/@Код`. */
function isOfUnit(name: string): boolean {
  const [element = '', attribute] = name.split('/@');
  return attribute !== undefined && matchName(element, 'unitOfMeasure') !== undefined;
}

/** Words that may be names: said of few articles each, but too short, or missing in some rows. A person has to say. */
function holdsNames(column: Column): boolean {
  const filled = filledCells(column);
  const isWorded = filled.every((cell) => /\p{L}{3}/u.test(cell));
  return filled.length > 0 && isWorded && differentShare(column) >= 0.5;
}

const wordMax = 15;
const rowsForEach = 2;

/** Two short words, or one beside empty cells, in several rows. */
function holdsFewWords(column: Column): boolean {
  const values = differentValues(column);
  const sides = values.length + (filledShare(column) < 1 ? 1 : 0);
  const isShort = values.every((value) => value.length <= wordMax && /\p{L}|[*+]/u.test(value));
  const isMeant = matchName(column.name, 'unitOfMeasure') ?? matchName(column.name, 'brand');
  return (
    sides === 2 && isShort && isMeant === undefined && column.cells.length >= sides * rowsForEach
  );
}
