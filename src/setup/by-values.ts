import { isBarcode } from './barcode.ts';
import type { Column } from './column.ts';
import { differentShare, differentValues, filledCells, filledShare } from './column.ts';
import { fitOf } from './fit.ts';
import type { Guess } from './guess.ts';
import { guess } from './guess.ts';
import { matchName } from './words.ts';

export function barcodeByValues(columns: readonly Column[]): Guess | undefined {
  const found = columns.find(
    (column) => differentValues(column).length >= 3 && filledCells(column).every(isBarcode),
  );
  const reason = 'every value has the right check digit of an EAN, UPC or GTIN';
  return found && guess('barcode', found.name, { certainty: 'certain', reason });
}

/** Words, as names have them: letters in every cell, blanks in some. */
function isText({ cells }: Column): boolean {
  const filled = cells.filter((cell) => cell !== '');
  const isWorded = filled.filter((cell) => /\p{L}{3}/u.test(cell)).length >= filled.length * 0.9;
  return filled.length > 0 && isWorded && filled.some((cell) => /\S \S/.test(cell));
}

/** Some ERPs call the name a description; else the first column with words in every row. */
export function nameGuess(columns: readonly Column[]): Guess | undefined {
  const worded = columns.filter(isNameLike);
  const described = worded.find(({ name }) => matchName(name, 'description')?.isWhole === true);
  const found = described ?? worded[0];
  const reason =
    described === undefined ? 'the first column with words in every row' : 'there is no other name';
  return found && guess('name', found.name, { certainty: 'likely', reason });
}

function isNameLike(column: Column): boolean {
  const isFilled = filledShare(column) === 1 && differentShare(column) >= 0.5;
  return isFilled && isText(column) && !('rule' in fitOf('name', column, undefined));
}
