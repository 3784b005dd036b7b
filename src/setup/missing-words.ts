import { type Column, filledCells } from './column.ts';

/** A word that says "no value", with the columns that hold it. */
export interface MissingWord {
  readonly word: string;
  readonly columns: readonly string[];
}

/**
 * R writes NA for "no value", and Python None. Both may also be a name, so no reader takes them for empty by itself.
 */
const words = ['NA', 'None'];
const number = /^-?[\d.,]*\d$/;

/** If all other values of a column are numbers, such a word is no name there, and hardly one in other columns. */
export function missingWords(columns: readonly Column[]): readonly MissingWord[] {
  return words.flatMap((word) => {
    const found = columns.filter(({ cells }) => cells.includes(word));
    const isSaid = found.some((column) => isAmongNumbers(column, word));
    return isSaid ? [{ word, columns: found.map(({ name }) => name) }] : [];
  });
}

function isAmongNumbers(column: Column, word: string): boolean {
  const others = filledCells(column).filter((cell) => cell !== word);
  return others.length > 0 && others.every((cell) => number.test(cell));
}
