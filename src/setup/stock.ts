import { plainName, saysAmount } from '../domain/column-name.ts';
import { type Column, differentValues, filledShare } from './column.ts';
import { fitOf } from './fit.ts';
import { holdsFlags } from './flag.ts';
import { type Guess, guess, nameReason } from './guess.ts';
import { nordicPlace } from './nordic.ts';
import { articlesBeside, kindsBeside, repetitionsOf, withoutAliases } from './repeated.ts';
import { countsNoGoods, isFree, isReserved, stockDoubt } from './stock-words.ts';
import { contentDoubt } from './unit-column.ts';
import {
  isMostlyStock,
  reservedIn,
  type StockFile,
  stockFit,
  sumOf,
  warehouses,
} from './warehouses.ts';
import { isCalled, isUsualName, type NamedColumn, namedAs, saysOrderable } from './words.ts';

/** Where the stock stands: in one column, in a column for each warehouse, or in an element that repeats. */
export function stockGuess(all: readonly Column[], file: StockFile): Guess | undefined {
  const columns = withoutAliases(all);
  const [best] = namedIn(columns, file);
  const named = best && doubted(judged(best, columns, file), best.column);
  if (named?.isProposed === true && best !== undefined && doubtOf(best, file) === 0) return named;
  const several = warehouses(columns, file);
  if (several !== undefined && best !== undefined && isOrderableQuantity(best, file))
    return (
      named && { ...named, isProposed: 'steps' in fitOf('availableQty', best.column, file.style) }
    );
  return several ?? named ?? (file.kind === 'stock' ? byValues(columns, file) : undefined);
}

function isOrderableQuantity({ column }: NamedColumn, file: StockFile): boolean {
  const isDoubted = stockDoubt(column.name) !== undefined || countsNoGoods(column.name);
  return saysOrderable(column.name) && !isDoubted && holdsQuantities(column, file);
}

/** `Bestand Sperrlager` is doubted, in a stock list as much as in an export of products. */
function doubted(found: Guess, { name }: Column): Guess {
  const doubt = stockDoubt(name);
  if (doubt === undefined) return found;
  const isProposed = found.isProposed && !doubt.isOther;
  return { ...found, certainty: 'likely', reason: `${found.reason}; ${doubt.reason}`, isProposed };
}

/** Columns that have a name of a stock, the likeliest first. */
function namedIn(columns: readonly Column[], file: StockFile): readonly NamedColumn[] {
  const named = namedAs('availableQty', columns).filter(({ column }) => {
    const isCalledPlace = plainName(column.name) === nordicPlace;
    const isPlace = isCalledPlace && !file.isNordic && !holdsParts(column, file);
    return !isPlace && filledShare(column) > 0;
  });
  const all = named.map(({ column }) => column);
  const doubts = new Map(
    named.map(({ column, match }) => [
      column,
      doubtOf({ column: withoutShared(column, all, file), match }, file),
    ]),
  );
  const doubt = ({ column }: NamedColumn): number => doubts.get(column) ?? 0;
  return named.sort((one, other) => doubt(one) - doubt(other));
}

/** 7,5 is a quantity, in metres say. The number of a warehouse is whole. */
function holdsParts(column: Column, file: StockFile): boolean {
  return column.cells.some((cell) => /^\d+[.,]\d+$/.test(cell)) && holdsQuantities(column, file);
}

/**
 * A row with "not stocked" in several of its stock columns has no stock. That says nothing against a single column, so
 * such cells count as empty.
 */
function withoutShared(column: Column, all: readonly Column[], file: StockFile): Column {
  const others = all.filter((one) => one !== column);
  const isShared = (cell: string, row: number): boolean =>
    others.some(({ cells }) => cells[row] === cell) &&
    'rule' in stockFit({ ...column, cells: [cell] }, file);
  return {
    ...column,
    cells: column.cells.map((cell, row) => (cell !== '' && isShared(cell, row) ? '' : cell)),
  };
}

/**
 * How doubtful a column is as the stock, 0 for not at all. "In stock?" beside "Stock" says whether, not how much (quirk
 * 34); a `Bestand` with a bad value is still the stock.
 */
function doubtOf({ column, match }: NamedColumn, file: StockFile): number {
  const doubt = stockDoubt(column.name);
  if (doubt !== undefined) return doubt.isOther ? 5 : 4;
  const isQuantity = holdsQuantities(column, file);
  if (match.isWhole && isQuantity) return 0;
  if (match.isWhole && !saysOrderable(column.name)) return 1;
  return isQuantity ? 2 : 3;
}

function holdsQuantities(column: Column, file: StockFile): boolean {
  return !holdsFlags(column) && isMostlyStock(column, file);
}

function judged(best: NamedColumn, columns: readonly Column[], file: StockFile): Guess {
  const { column, match } = best;
  const repeated = repetitionsOf(column, columns);
  const isFlag = repeated.every(holdsFlags);
  if (isFlag && (repeated.length === 1 || saysOrderable(column.name)))
    return flags(best, columns, file);
  if (repeated.length > 1 || column.name.includes('[1]'))
    return repetitions(repeated, columns, file);
  const sum = sumOf([column], promisingBeside([column], columns), file);
  const isWhole = match.isWhole && sum.fault === undefined;
  const less = `${sum.promised}${zeroReason(column, sum.reserved)}${sum.unsubtracted}`;
  const content = contentDoubt(column, columns);
  const isPlain = less === '' && content === undefined;
  const doubt = content === undefined ? '' : `; ${content.reason}`;
  return guess('availableQty', column.name, {
    ...sum.read,
    certainty: isWhole && isPlain ? 'certain' : 'likely',
    reason: sum.fault ?? `${nameReason(match.isWhole)}${less}${doubt}`,
    // In a stock list the stock is proposed in any case, and what is wrong with it is told. Bestandsnr counts nothing.
    isProposed:
      (isWhole && content?.isContent !== true) ||
      (file.kind === 'stock' && !countsNoGoods(column.name)),
  });
}

/**
 * Columns in which reserved and otherwise promised goods of these stocks may stand. Beside what is reserved of a whole
 * stock, the parts of it in each warehouse would be taken off a second time.
 */
function promisingBeside(stocks: readonly Column[], columns: readonly Column[]): readonly Column[] {
  if (stocks.some(({ name }) => (saysOrderable(name) || isFree(name)) && !isAllThereIs(name)))
    return [];
  const others = columns.filter((column) => !stocks.includes(column));
  const isCountedOnce =
    !stocks.some(isInList) && others.some((one) => isPromised(one) && !isInList(one));
  return isCountedOnce ? others.filter((one) => !isPromised(one) || !isInList(one)) : others;
}

function isPromised({ name }: Column): boolean {
  return isReserved(name);
}

function isInList({ name }: Column): boolean {
  return /\[\d+\]/.test(name);
}

/** True of `in stock`: unlike other names of what can be ordered, it does not say that promised goods are taken off. */
export function isAllThereIs(name: string): boolean {
  return plainName(name) === 'instock';
}

function zeroReason(stock: Column, minus: readonly Column[]): string {
  // An empty stock is not zero (quirk 34). But an empty stock with reserved goods beside it is read as a quantity.
  const isZero = stock.cells.some(
    (cell, row) => cell === '' && minus.some(({ cells }) => (cells[row] ?? '') !== ''),
  );
  return isZero ? `; 0 if ${stock.name} is empty and that is not` : '';
}

/**
 * A column of 0 and 1 that is sent as a quantity would offer one piece of each article. If it is called a stock, that
 * may even be true.
 */
function flags({ column, match }: NamedColumn, columns: readonly Column[], file: StockFile): Guess {
  const held = differentValues(column).join(' and ');
  const isNumber = !differentValues(column).some((value) => /\p{L}|[-+]/u.test(value));
  const isQuantity = isNumber && !saysOrderable(column.name);
  return guess('availableQty', column.name, {
    minus: isQuantity
      ? reservedIn(promisingBeside([column], columns), file).map(({ name }) => name)
      : [],
    certainty: 'likely',
    reason: `${nameReason(match.isWhole)}; holds only ${held}, which may say whether there is stock, not how much`,
    isProposed: isQuantity && (match.isWhole || file.kind === 'stock'),
  });
}

/** An element that repeats for each warehouse is added up: the first one alone would be a part of the stock. */
function repetitions(
  repeated: readonly Column[],
  columns: readonly Column[],
  file: StockFile,
): Guess {
  const [first] = repeated;
  if (first === undefined) throw new RangeError('An element stands once at least.');
  const sum = sumOf(repeated, promisingBeside(repeated, columns), file);
  const others = othersBeside(first, columns);
  const isWhole = isCalled(first.name, 'availableQty');
  const isSum = file.isTree && sum.fault === undefined && others === undefined;
  return guess('availableQty', first.name, {
    ...sum.read,
    certainty: 'likely',
    reason: sum.fault ?? `${repeatedReason(repeated, others, file)}${sum.unsubtracted}`,
    isProposed: isSum && (isWhole || file.kind === 'stock'),
  });
}

/** Why the repeated stocks are not those of one article. */
function othersBeside(first: Column, columns: readonly Column[]): string | undefined {
  const kinds = kindsBeside(first, columns);
  if (kinds !== undefined) return `${kinds} names kinds that must not be added up`;
  const articles = articlesBeside(first, columns);
  return articles && `${articles} gives each an article number of its own`;
}

function repeatedReason(
  repeated: readonly Column[],
  others: string | undefined,
  { isTree }: StockFile,
): string {
  const times = repeated.length;
  if (!isTree) return `${times} columns have this name, and nothing says which one is right`;
  if (others !== undefined) return `comes more than once, and ${others}`;
  return times === 1
    ? 'a list that has one entry in this sample; add further entries, otherwise they are not counted'
    : `an article of this sample has it up to ${times} times, and all are added up; add further ones, otherwise they are not counted`;
}

/** Where names do not tell: the only column of numbers beside the key, unless it is called something else. */
function byValues(columns: readonly Column[], { style }: StockFile): Guess | undefined {
  const numeric = columns.filter((column) => 'steps' in fitOf('availableQty', column, style));
  const [only] = numeric;
  if (only === undefined || numeric.length > 1) return undefined;
  const { name } = only;
  const isOther = isUsualName(name) && !isCalled(name, 'availableQty');
  if (isOther || countsNoGoods(name) || stockDoubt(name) !== undefined || saysAmount(name))
    return undefined;
  return guess('availableQty', name, {
    certainty: 'likely',
    reason: 'the only column of numbers',
  });
}
