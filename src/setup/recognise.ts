import { isBarcode } from './barcode.ts';
import type { Column } from './column.ts';
import { differentShare, differentValues, emptyText, filledCells, filledShare } from './column.ts';
import { faultText, fitOf, inverted, unknownUnits } from './fit.ts';
import type { Format } from './format.ts';
import type { Guess } from './guess.ts';
import { guess, nameReason } from './guess.ts';
import type { Kind } from './key.ts';
import { keyGuess } from './key.ts';
import type { NumbersGuess } from './number-style.ts';
import { numbersOf } from './number-style.ts';
import { stockGuess } from './stock.ts';
import type { Field } from './words.ts';
import { byMatch, fieldWords, formatColumns, isPriceName, matchName } from './words.ts';

/** What the columns of a sample say. */
export interface Recognised {
  readonly kind: Kind;
  readonly numbers: NumbersGuess | undefined;
  readonly guesses: readonly Guess[];
  /** Columns with values that no field is read from. */
  readonly left: readonly string[];
  /** Never sent. */
  readonly prices: readonly string[];
}

/** What a person has said already; it stands, whatever the columns look like. */
export interface Told {
  readonly format?: Format;
  readonly kind?: Kind | undefined;
  /** `unknown`: nobody knows, and the values are not asked. */
  readonly numbers?: NumbersGuess | 'unknown' | undefined;
  readonly columns: Readonly<Partial<Record<Field, string>>>;
  /** Fields that are read from no column. */
  readonly without?: readonly Field[];
}

const nothingTold: Told = { columns: {} };

/** Column names × values → the mapping. Pure: the same for every format. */
export function recognise(columns: readonly Column[], told: Told = nothingTold): Recognised {
  const named = columns.filter(({ name }) => name !== '');
  const kind = told.kind ?? kindOf(named);
  const shown = told.numbers ?? numbersIn(named);
  const numbers = shown === 'unknown' ? undefined : shown;
  const guesses = guessesOf(named, { ...told, kind, numbers });
  const taken = new Set(guesses.flatMap((one) => [...one.columns, ...one.minus]));
  const filled = named.filter((column) => filledShare(column) > 0).map(({ name }) => name);
  const left = filled.filter((name) => !taken.has(name));
  const [prices, others] = [left.filter(isPriceName), left.filter((name) => !isPriceName(name))];
  return { kind, numbers, guesses, left: others, prices };
}

/** A file with a stock and without a name can only be a stock list. */
function kindOf(columns: readonly Column[]): Kind {
  if (columns.some(({ name }) => matchName(name, 'name') !== undefined)) return 'products';
  if (stockGuess(columns, undefined) !== undefined) return 'stock';
  return columns.some(isText) ? 'products' : 'stock';
}

/** Of the columns that may be mapped as numbers; where these are whole, of all others. */
function numbersIn(columns: readonly Column[]): NumbersGuess | undefined {
  const fields = ['availableQty', 'minOrderQty', 'stepQty', 'leadTimeDays'] as const;
  const mapped = columns.filter(({ name }) => fields.some((field) => matchName(name, field)));
  return numbersOf(mapped.flatMap(filledCells)) ?? numbersOf(columns.flatMap(filledCells));
}

interface Settled extends Told {
  readonly kind: Kind;
  readonly numbers: NumbersGuess | undefined;
}

function guessesOf(columns: readonly Column[], told: Settled): readonly Guess[] {
  const key = toldGuess('externalId', told) ?? keyGuess(columns, told.kind);
  const guesses = key === undefined ? [] : [key];
  const free = () =>
    columns.filter(({ name }) => !guesses.some((one) => one.columns.includes(name)));
  const fields = told.kind === 'stock' ? stockFields : productFields;
  for (const field of fields.filter((one) => told.without?.includes(one) !== true)) {
    const found = toldGuess(field, told) ?? guessOf(field, free(), told);
    if (found !== undefined) guesses.push(found);
  }
  return guesses;
}

const stockFields: readonly Field[] = ['availableQty'];
const productFields = (Object.keys(fieldWords) as Field[]).filter(
  (field) => field !== 'externalId',
);

function toldGuess(field: Field, { columns, format = 'csv' }: Told): Guess | undefined {
  const column = columns[field];
  if (column !== undefined)
    return guess(field, column, { certainty: 'told', reason: 'you said so' });
  const own = formatColumns[format]?.[field];
  if (own?.[0] === undefined) return undefined;
  return guess(field, own[0], {
    columns: own,
    certainty: 'certain',
    reason: `${format} has it there`,
  });
}

function guessOf(field: Field, columns: readonly Column[], told: Settled): Guess | undefined {
  if (field === 'availableQty') return stockGuess(columns, told.numbers?.style, told.kind);
  const named = byName(field, columns, told);
  if (named !== undefined) return named;
  if (field === 'name') return nameByValues(columns);
  if (field === 'isActive') return inactiveGuess(columns);
  return field === 'barcode' ? barcodeByValues(columns) : undefined;
}

function byName(field: Field, columns: readonly Column[], told: Settled): Guess | undefined {
  const found = columns
    .flatMap((column) => {
      const match = matchName(column.name, field);
      return match === undefined || filledShare(column) === 0 ? [] : [{ column, match }];
    })
    .sort(byMatch);
  const [best] = found;
  return best && judged(field, best, told);
}

interface Named {
  readonly column: Column;
  readonly match: { readonly isWhole: boolean };
}

function judged(field: Field, { column, match }: Named, told: Settled): Guess {
  const fit = fitOf(field, column, told.numbers?.style);
  if ('rule' in fit) {
    const isProposed = field === 'name';
    return guess(field, column.name, { certainty: 'likely', reason: faultText(fit), isProposed });
  }
  const isCertain = match.isWhole && isBeyondDoubt(field, column);
  return guess(field, column.name, {
    steps: fit.steps,
    certainty: isCertain ? 'certain' : 'likely',
    reason: reasonOf(field, column, match.isWhole),
    isProposed: (match.isWhole || field === 'name') && !isOnlyShown(field),
  });
}

/** A product without a name is rejected, and numbers without right check digits may be something else than barcodes. */
function isBeyondDoubt(field: Field, column: Column): boolean {
  if (field === 'name') return filledShare(column) === 1;
  const filled = filledCells(column);
  return field !== 'barcode' || filled.filter(isBarcode).length * 2 > filled.length;
}

/** The marketplace ignores a category, and a picture needs its folder. */
function isOnlyShown(field: Field): boolean {
  return field === 'categorySlug' || field === 'picture';
}

function reasonOf(field: Field, column: Column, isWhole: boolean): string {
  const name = nameReason(isWhole);
  if (field === 'name' && filledShare(column) < 1) return `${name}; ${emptyText(column)}`;
  if (field === 'barcode') return `${name}; ${barcodeFacts(column)}`;
  if (field === 'categorySlug')
    return 'taken and ignored by the marketplace; buyers see it as an attribute';
  if (field === 'picture') return 'needs catalog.pictures.folder, where the pictures lie';
  if (field !== 'unitOfMeasure') return name;
  const unknown = unknownUnits(column);
  return unknown.length === 0
    ? name
    : `${name}; these go as they are: ${unknown.slice(0, 5).join(', ')}`;
}

function barcodeFacts(column: Column): string {
  const filled = filledCells(column);
  const right = filled.filter(isBarcode).length;
  return right === filled.length
    ? 'every check digit is right'
    : `${filled.length - right} of ${filled.length} are no EAN, UPC or GTIN with a right check digit`;
}

function barcodeByValues(columns: readonly Column[]): Guess | undefined {
  const found = columns.find(
    (column) => differentValues(column).length >= 3 && filledCells(column).every(isBarcode),
  );
  const reason = 'every value has the right check digit of an EAN, UPC or GTIN';
  return found && guess('barcode', found.name, { certainty: 'certain', reason });
}

function inactiveGuess(columns: readonly Column[]): Guess | undefined {
  const found = columns.find(({ name }) => matchName(name, 'inactive')?.isWhole === true);
  const steps = found && inverted(found);
  if (found === undefined || steps === undefined) return undefined;
  return guess('isActive', found.name, {
    steps,
    certainty: 'certain',
    reason: 'by its name, turned round',
  });
}

/** Words, as names have them: letters in every cell, blanks in some. */
function isText({ cells }: Column): boolean {
  const filled = cells.filter((cell) => cell !== '');
  const isWorded = filled.filter((cell) => /\p{L}{3}/u.test(cell)).length >= filled.length * 0.9;
  return filled.length > 0 && isWorded && filled.some((cell) => /\S \S/.test(cell));
}

function nameByValues(columns: readonly Column[]): Guess | undefined {
  const found = columns.find(
    (column) =>
      filledShare(column) === 1 &&
      differentShare(column) >= 0.5 &&
      isText(column) &&
      !('rule' in fitOf('name', column, undefined)),
  );
  const reason = 'the first column with words in every row';
  return found && guess('name', found.name, { certainty: 'likely', reason });
}
