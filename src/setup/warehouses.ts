import { lastStep, plainName } from '../domain/column-name.ts';
import type { NumberStyle } from '../domain/quantity.ts';
import { promisedOf } from './below-zero.ts';
import { countsBlocked } from './blocked-goods.ts';
import { type Column, filledCells, filledShare } from './column.ts';
import { faultText, fitOf } from './fit.ts';
import { type Guess, guess } from './guess.ts';
import type { Kind } from './key.ts';
import { isOrdered, isReserved } from './stock-words.ts';
import { placeStart, warehouseStart } from './words.ts';

export interface StockFile {
  readonly style: NumberStyle | undefined;
  readonly kind: Kind;
  /** A name that comes again is a repeated element of the same article, and no other column. */
  readonly isTree: boolean;
  /** Its columns have Danish, Norwegian or Swedish names. */
  readonly isNordic: boolean;
}

/** A column for each warehouse, added up. */
export function warehouses(columns: readonly Column[], file: StockFile): Guess | undefined {
  const stocks = partsIn(columns, isNamed(warehouseStart), file).filter(
    (column) => !isPlace(column),
  );
  const [first] = stocks;
  if (first === undefined) return undefined;
  const { read, fault, promised, unsubtracted } = sumOf(stocks, columns, file);
  return guess('availableQty', first.name, {
    ...read,
    certainty: 'likely',
    reason: fault ?? `a column for each warehouse${promised}${unsubtracted}`,
    isProposed: fault === undefined || file.kind === 'stock',
  });
}

/** How stocks, less the reserved goods in columns `beside`, are read; and what a person must know of that. */
export function sumOf(stocks: readonly Column[], beside: readonly Column[], file: StockFile) {
  const reserved = reservedIn(beside, file);
  const { added, minus, text: promised } = promisedOf(reserved);
  const fits = [...stocks, ...reserved].map((one) => stockFit(one, file));
  const bad = fits.find((fit) => 'rule' in fit);
  return {
    read: { columns: [...stocks.map(({ name }) => name), ...added], minus },
    fault: bad && faultText(bad),
    reserved,
    promised,
    unsubtracted: `${orderedReason(orderedIn(beside, file), reserved)}${unreadReason(beside, file)}`,
  };
}

/** Whether the column holds codes of places, 1020 and 2040: all have one length, and none is 0. */
function isPlace(column: Column): boolean {
  const lengths = new Set(filledCells(column).map((cell) => cell.length));
  return isNamed(placeStart)(column) && lengths.size === 1 && !filledCells(column).includes('0');
}

/** Columns of reserved goods. Empty ones count, too: otherwise goods that are reserved tomorrow would be sold twice. */
export function reservedIn(columns: readonly Column[], file: StockFile): readonly Column[] {
  const empty = columns.filter((column) => filledShare(column) === 0);
  const isOf = ({ name }: Column): boolean => isReserved(name);
  const blocked = partsIn(columns, countsBlocked, file);
  return [...partsIn(columns, isOf, file), ...empty.filter(isOf), ...blocked];
}

/** Columns of goods that may be promised to others, too. */
function orderedIn(columns: readonly Column[], file: StockFile): readonly Column[] {
  return partsIn(columns, ({ name }) => isOrdered(name) && !isReserved(name), file);
}

/** Ordered goods are not taken off, because they may be the reserved ones once more: a person must look. */
function orderedReason(ordered: readonly Column[], minus: readonly Column[]): string {
  if (ordered.length === 0) return '';
  const names = ordered.map(({ name }) => name).join(', ');
  return `; ${names} may be promised ${minus.length === 0 ? 'to others' : 'as well'}: not subtracted`;
}

/** `-` for none: the goods that are reserved in the other rows would be sold twice without a word. */
function unreadReason(columns: readonly Column[], file: StockFile): string {
  const unread = columns.filter(
    (column) => isReserved(column.name) && filledShare(column) > 0 && !isMostlyStock(column, file),
  );
  return unread
    .map((column) => `; ${column.name} is not subtracted: ${faultOf(column, file)}`)
    .join('');
}

function faultOf(column: Column, file: StockFile): string {
  const fit = stockFit(column, file);
  return 'rule' in fit ? faultText(fit).replace(/\.$/, '') : '';
}

function partsIn(
  columns: readonly Column[],
  isOf: (column: Column) => boolean,
  file: StockFile,
): readonly Column[] {
  return columns.filter(isOf).filter((column) => isMostlyStock(column, file));
}

function isNamed(pattern: RegExp): (column: Column) => boolean {
  return ({ name }) => pattern.test(plainName(name)) || pattern.test(plainName(lastStep(name)));
}

/** How a column fits as a stock, or as something that is taken off one. */
export function stockFit(column: Column, { style }: StockFile): ReturnType<typeof fitOf> {
  return filledShare(column) === 0 ? { steps: {} } : fitOf('availableQty', column, style);
}

const mostly = 0.9;

/** A column with one bad value is still a warehouse: if it were left out, its goods would be missing without a word. */
export function isMostlyStock(column: Column, { style }: Pick<StockFile, 'style'>): boolean {
  const filled = filledCells(column);
  const fitting = filled.filter(
    (cell) => 'steps' in fitOf('availableQty', { ...column, cells: [cell] }, style),
  );
  return filled.length > 0 && fitting.length >= mostly * filled.length;
}
