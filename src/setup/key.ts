import { isPriceName } from '../domain/column-name.ts';
import { shownValue } from '../domain/complaint.ts';
import { counted } from '../domain/counted.ts';
import {
  type Column,
  differentShare,
  differentValues,
  emptyText,
  filledCells,
  filledShare,
} from './column.ts';
import { faultText, fitOf } from './fit.ts';
import { type Guess, guess, nameReason } from './guess.ts';
import { isPlaceName } from './places.ts';
import { countsNoGoods, stockDoubt } from './stock-words.ts';
import { isCalled, isUsualName, matchName, namedAs } from './words.ts';

/** A column with a smaller share of filled cells, or of different values, is no key. */
const filledMin = 0.3;
const differentMin = 0.8;

export type Kind = 'products' | 'stock';

/** The column that tells articles apart: by its name and its values, else by its values alone. */
export function keyGuess(columns: readonly Column[], kind: Kind): Guess | undefined {
  return byName(columns, kind) ?? byValues(columns);
}

function byName(columns: readonly Column[], kind: Kind): Guess | undefined {
  const named = namedAs('externalId', columns).filter(({ column }) => canBeKey(column, kind));
  const best = named.find(({ column, match }) => match.isWhole && !countsRows(column)) ?? named[0];
  if (best === undefined) return undefined;
  const { column, match } = best;
  const doubt = `${countDoubt(column)}${barcodeDoubt(column)}`;
  const isCertain = match.isWhole && isAlwaysThere(column) && doubt === '';
  return guess('externalId', column.name, {
    certainty: isCertain ? 'certain' : 'likely',
    reason: `${nameReason(match.isWhole)}; ${keyFacts(column)}${doubt}`,
  });
}

const rowsCounted = 3;

/**
 * 1, 2, 3, … is as often the number of the line as of the article: with a row more, each article below it would become
 * another one.
 */
function countsRows({ cells }: Column): boolean {
  return cells.length >= rowsCounted && cells.every((cell, row) => cell === String(row + 1));
}

function countDoubt(column: Column): string {
  return countsRows(column)
    ? '; it counts the rows, and is right only if an article has the same number in every export'
    : '';
}

/** A barcode changes with the packaging: with it the article would become another one. */
function barcodeDoubt({ name }: Column): string {
  return isCalled(name, 'barcode')
    ? '; it is a barcode, and right only if articles have no number of their own'
    : '';
}

/** Why a column that has the name of an article number cannot be the key; undefined where none has such a name. */
export function keyRefusal(columns: readonly Column[], kind: Kind): string | undefined {
  const best = namedAs('externalId', columns).find(
    ({ column, match }) => match.isWhole && !canBeKey(column, kind),
  );
  if (best === undefined) return undefined;
  const { column } = best;
  const fit = fitOf('externalId', column, undefined);
  const remedy = 'rule' in fit && fit.remedy !== undefined ? `. ${fit.remedy}` : '';
  return `${shownValue(column.name)}: ${keyFacts(column)}${remedy}${stockHint(column, columns)}`;
}

/** A list of the stock of each warehouse has the names of the articles, too, and is taken for one of products. */
function stockHint(key: Column, columns: readonly Column[]): string {
  const hasStock = columns.some(({ name }) => matchName(name, 'availableQty') !== undefined);
  return hasStock && canBeKey(key, 'stock')
    ? '; if each row is the stock of a warehouse, give --kind stock'
    : '';
}

function canBeKey(column: Column, kind: Kind): boolean {
  if (filledShare(column) < filledMin || readableShare(column) < readableMin) return false;
  // A stock file may have a row for each warehouse.
  return kind === 'stock' || differentShare(column) >= differentMin;
}

/**
 * Some article numbers that a spreadsheet has cut are rejected and told. But a column with too many of them is no key.
 */
const readableMin = 0.9;

function readableShare(column: Column): number {
  const values = differentValues(column);
  const readable = values.filter(
    (value) => 'steps' in fitOf('externalId', { ...column, cells: [value] }, undefined),
  );
  return values.length === 0 ? 0 : readable.length / values.length;
}

function isAlwaysThere(column: Column): boolean {
  const isReadable = 'steps' in fitOf('externalId', column, undefined);
  return isReadable && filledShare(column) === 1 && differentShare(column) === 1;
}

function keyFacts(column: Column): string {
  const filled = filledCells(column);
  const repeated = filled.length - new Set(filled).size;
  const fit = fitOf('externalId', column, undefined);
  const facts = [
    ...('rule' in fit && filled.length > 0 ? [faultText(fit).replace(/\.$/, '')] : []),
    ...(filledShare(column) === 1 ? [] : [emptyText(column)]),
    ...(repeated === 0 ? [] : [counted(repeated, 'repeated value')]),
  ];
  return facts.length === 0 ? 'another value in every row' : facts.join(', ');
}

/**
 * Location On Hand, On order, Active Status: each article may have another one today, and has not tomorrow. Stock SKU
 * and Active SKU are told by their codes.
 */
function saysOther({ name, cells }: Column): boolean {
  const isQuantity =
    stockDoubt(name)?.isOther === true || matchName(name, 'availableQty') !== undefined;
  const isNumber = !cells.some((cell) => /\p{L}/u.test(cell));
  const isWord = !cells.some((cell) => /\d/.test(cell));
  // Inventory ID begins like a stock.
  return (isQuantity && isNumber && !countsNoGoods(name)) || (isWord && saysSale(name));
}

function saysSale(name: string): boolean {
  return (['isActive', 'inactive'] as const).some((field) => matchName(name, field) !== undefined);
}

const codeLengthMax = 40;
const identity = /^\{?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\}?$/i;
const moment = /^\d{2,4}[-./]\d{1,2}[-./]\d{1,4}/;
const decimal = /^[+-]?\d+[.,]\d{1,4}$/;

/** Without a usual name: the first column that is never empty and never says the same twice. */
function byValues(columns: readonly Column[]): Guess | undefined {
  const codes = columns.filter((column) => isAlwaysThere(column) && isCode(column));
  const [first] = codes;
  const better = first && countsRows(first) ? codes.find(isOfOneForm) : undefined;
  const found = better ?? first;
  if (found === undefined) return undefined;
  const reason = `never empty, and another value in every row${countDoubt(found)}`;
  return guess('externalId', found.name, { certainty: 'likely', reason });
}

/** Digits with letters, or of one length: a column that counts the rows is left for such, and not for weights or words. */
function isOfOneForm({ cells }: Column): boolean {
  const lengths = new Set(cells.map((cell) => cell.length));
  const isOfOneLength = lengths.size === 1 && !lengths.has(1);
  return cells.every((cell) => /^\S*\d\S*$/.test(cell) && (isOfOneLength || /\p{L}/u.test(cell)));
}

function isCode(column: Column): boolean {
  const { name, cells } = column;
  const isCalledOtherwise = isUsualName(name) && matchName(name, 'barcode') === undefined;
  if (isPriceName(name) || isPlaceName(name) || isCalledOtherwise || saysOther(column))
    return false;
  return cells.every(
    (cell) =>
      cell.length <= codeLengthMax &&
      !/\s\S+\s/.test(cell) &&
      ![identity, moment, decimal].some((pattern) => pattern.test(cell)),
  );
}
