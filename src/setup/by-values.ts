import { stepsOf } from '../domain/column-name.ts';
import { isBarcode } from './barcode.ts';
import {
  type Column,
  differentShare,
  differentValues,
  emptyText,
  filledCells,
  filledShare,
} from './column.ts';
import { fitOf } from './fit.ts';
import { type Guess, guess } from './guess.ts';
import { isPlaceName } from './places.ts';
import { isCalled, isUsualName } from './words.ts';

export function barcodeByValues(columns: readonly Column[]): Guess | undefined {
  const found = columns.find(
    (column) => differentValues(column).length >= 3 && filledCells(column).every(isBarcode),
  );
  const reason = 'every value has the right check digit of an EAN, UPC or GTIN';
  return found && guess('barcode', found.name, { certainty: 'certain', reason });
}

/** Words, as names have them: letters in every cell, blanks in some. */
function isText(column: Column): boolean {
  const filled = filledCells(column);
  const isWorded = filled.filter((cell) => /\p{L}{3}/u.test(cell)).length >= filled.length * 0.9;
  return filled.length > 0 && isWorded && filled.some((cell) => /\S \S/.test(cell));
}

/**
 * The name, where no column is called so: a description, as some ERPs call it; else the first column with words in
 * every row.
 */
export function nameGuess(columns: readonly Column[]): Guess | undefined {
  const worded = columns.filter(isNameLike);
  const described = shortestOf(columns.filter(isDescribing));
  const found = described ?? worded[0] ?? columns.find(isBareDescription);
  const reason =
    found !== undefined && isDescription(found)
      ? `there is no other name${filledShare(found) < 1 ? `; ${emptyText(found)}` : ''}`
      : 'the first column with words in every row';
  return found && guess('name', found.name, { certainty: 'likely', reason });
}

/** As much as a name: full, and different in most rows. */
function isDescribing(column: Column): boolean {
  if (!isDescription(column)) return false;
  return isNameLike(column) || (isToldApart(column) && isBareDescription(column));
}

/**
 * Beside DESCRIPTION and LONG_DESCRIPTION the name is the short one, whichever comes first. `Unit/Description` is shorter
 * still, and describes the unit.
 */
function shortestOf(columns: readonly Column[]): Column | undefined {
  const length = ({ cells }: Column) => cells.join('').length;
  const depth = ({ name }: Column) => stepsOf(name).length;
  return [...columns].sort(
    (one, other) => depth(one) - depth(other) || length(one) - length(other),
  )[0];
}

function isDescription({ name }: Column): boolean {
  return isCalled(name, 'description');
}

/**
 * A description that is less than a name: of one word, said of several articles, or empty in some rows. Taken where no
 * column is more.
 */
function isBareDescription(column: Column): boolean {
  const filled = filledCells(column);
  const isWorded = filled.every((cell) => /\p{L}{2}/u.test(cell));
  const isShort = isWorded && !('rule' in fitOf('name', column, undefined));
  return isDescription(column) && filled.length > 0 && isShort;
}

function isNameLike(column: Column): boolean {
  // `Hersteller` with `Bosch GmbH` holds words in every row, and is no name of an article.
  if (isUsualName(column.name) && !isDescription(column)) return false;
  if (isPlaceName(column.name)) return false;
  return isToldApart(column) && isText(column) && !('rule' in fitOf('name', column, undefined));
}

function isToldApart(column: Column): boolean {
  return filledShare(column) === 1 && differentShare(column) >= 0.5;
}
