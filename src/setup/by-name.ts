import { plainName } from '../domain/column-name.ts';
import type { NumberStyle } from '../domain/quantity.ts';
import { isBarcode } from './barcode.ts';
import { type Column, differentValues, emptyText, filledCells, filledShare } from './column.ts';
import type { Field } from './field-words.ts';
import { faultText, fitOf, unknownUnits } from './fit.ts';
import { isOfBits } from './flag.ts';
import { type Guess, guess, nameReason } from './guess.ts';
import { type NamedColumn, namedAs } from './words.ts';

/** The column whose name says the field best, judged by its values. */
export function byName(
  field: Field,
  columns: readonly Column[],
  style: NumberStyle | undefined,
): Guess | undefined {
  const named = namedAs(field, columns).filter(
    ({ column }) => filledShare(column) > 0 && !isNoName(field, column),
  );
  const plain = field === 'name' ? named.find(isPlain) : undefined;
  const best = plain ?? named[0];
  return best && judged(field, best, style);
}

const label = /^\[[^\]]+\] *\S/;

/** Odoo writes `[A1] Bolt` under Display Name, and `Bolt` under Name: of variants only the first tells them apart. */
function isPlain({ column, match }: NamedColumn): boolean {
  const isLabelled = filledCells(column).some((cell) => label.test(cell));
  return match.isWhole && !isLabelled && rowsNamedAlike(column) === 0;
}

/** So many rows may still be the variants of one product. */
const rowsAlike = 10;

/** A column that says the same of every article is not its name. */
function isNoName(field: Field, column: Column): boolean {
  return (
    field === 'name' &&
    filledCells(column).length > rowsAlike &&
    differentValues(column).length === 1
  );
}

function judged(
  field: Field,
  { column, match }: NamedColumn,
  style: NumberStyle | undefined,
): Guess {
  const fit = fitOf(field, column, style);
  if ('rule' in fit) {
    const isProposed = field === 'name';
    return guess(field, column.name, { certainty: 'likely', reason: faultText(fit), isProposed });
  }
  const isCertain = match.isWhole && isBeyondDoubt(field, column);
  return guess(field, column.name, {
    steps: fit.steps,
    certainty: isCertain ? 'certain' : 'likely',
    reason: reasonOf(field, column, match.isWhole),
    isProposed: (match.isWhole || field === 'name') && !isOnlyShown(field) && !isTier(column),
  });
}

/**
 * Doubtful are a name that is empty in some rows (these are rejected), numbers of which half or less are barcodes with a
 * right check digit, and -1 as a yes.
 */
function isBeyondDoubt(field: Field, column: Column): boolean {
  if (field === 'name') return filledShare(column) === 1 && rowsNamedAlike(column) === 0;
  if (field === 'isActive') return !isOfBits(differentValues(column));
  const filled = filledCells(column);
  return field !== 'barcode' || filled.filter(isBarcode).length * 2 > filled.length;
}

/** Fields that are only shown as a comment: the marketplace ignores a category, and a picture needs its folder. */
function isOnlyShown(field: Field): boolean {
  return field === 'categorySlug' || field === 'picture';
}

function nameFacts(column: Column): readonly string[] {
  const alike = rowsNamedAlike(column);
  const rows = column.cells.length;
  return [
    ...(filledShare(column) < 1 ? [emptyText(column)] : []),
    ...(alike > 0
      ? [
          `${alike} of ${rows} rows share their name with another: add the column that tells them apart (columns: with join:)`,
        ]
      : []),
  ];
}

/** Variants under one name: buyers cannot tell Coffee Mug, blue, from Coffee Mug, red. A few may be chance: 0. */
function rowsNamedAlike(column: Column): number {
  const times = new Map<string, number>();
  const filled = filledCells(column);
  for (const cell of filled) times.set(cell, (times.get(cell) ?? 0) + 1);
  const alike = filled.filter((cell) => (times.get(cell) ?? 0) > 1).length;
  return alike * fewAlike > filled.length ? alike : 0;
}

/** One of so many. */
const fewAlike = 5;

/** A column `Staffel` is as often a tier of prices as a step of orders. */
function isTier({ name }: Column): boolean {
  return plainName(name) === 'staffel';
}

function reasonOf(field: Field, column: Column, isWhole: boolean): string {
  const name = nameReason(isWhole);
  if (field === 'name') return [name, ...nameFacts(column)].join('; ');
  if (field === 'barcode') return `${name}; ${barcodeFacts(column)}`;
  if (field === 'isActive' && isOfBits(differentValues(column)))
    return `${name}; -1 is read as yes, as databases write it`;
  if (field === 'categorySlug')
    return 'the marketplace accepts and ignores it; buyers see it if it is sent as an attribute';
  if (field === 'picture') return 'needs catalog.pictures.folder, the folder of the pictures';
  if (isTier(column))
    return `${name}; may be a price tier: switch it on if orders must be multiples of it`;
  if (field !== 'unitOfMeasure') return name;
  const unknown = unknownUnits(column);
  return unknown.length === 0
    ? name
    : `${name}; these units are sent as they are: ${unknown.slice(0, 5).join(', ')}`;
}

function barcodeFacts(column: Column): string {
  const filled = filledCells(column);
  const right = filled.filter(isBarcode).length;
  return right === filled.length
    ? 'every check digit is right'
    : `${filled.length - right} of ${filled.length} are not an EAN, UPC or GTIN with a right check digit`;
}
