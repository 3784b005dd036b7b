import { plainName } from '../domain/column-name.ts';
import type { NumberStyle } from '../domain/quantity.ts';
import type { Column } from './column.ts';
import { filledCells, filledShare } from './column.ts';
import { faultText, fitOf } from './fit.ts';
import type { Guess } from './guess.ts';
import { guess, nameReason } from './guess.ts';
import type { Kind } from './key.ts';
import { byMatch, matchName, reservedStart, warehouseStart } from './words.ts';

/** Where the stock stands: in one column, or in one for each warehouse. */
export function stockGuess(
  columns: readonly Column[],
  style: NumberStyle | undefined,
  kind: Kind = 'products',
): Guess | undefined {
  const named = byName(columns, style, kind);
  if (named?.isProposed === true && named.certainty === 'certain') return named;
  return (
    warehouses(columns, style, kind) ??
    named ??
    (kind === 'stock' ? byValues(columns, style) : undefined)
  );
}

function byName(
  columns: readonly Column[],
  style: NumberStyle | undefined,
  kind: Kind,
): Guess | undefined {
  const [best] = columns
    .flatMap((column) => {
      const match = matchName(column.name, 'availableQty');
      return match === undefined || filledShare(column) === 0 ? [] : [{ column, match }];
    })
    .sort(byMatch);
  if (best === undefined) return undefined;
  const fit = fitOf('availableQty', best.column, style);
  const isWhole = best.match.isWhole && 'steps' in fit;
  return guess('availableQty', best.column.name, {
    certainty: isWhole ? 'certain' : 'likely',
    reason: 'rule' in fit ? faultText(fit) : nameReason(best.match.isWhole),
    // A stock list without its stock is none: what is wrong with it is told instead.
    isProposed: isWhole || kind === 'stock',
  });
}

function warehouses(
  columns: readonly Column[],
  style: NumberStyle | undefined,
  kind: Kind,
): Guess | undefined {
  const named = (pattern: RegExp) =>
    columns.filter(
      (column) => pattern.test(plainName(column.name)) && isMostlyStock(column, style),
    );
  const [stocks, reserved] = [named(warehouseStart), named(reservedStart)];
  const [first] = stocks;
  if (first === undefined) return undefined;
  const fits = [...stocks, ...reserved].map((column) => fitOf('availableQty', column, style));
  const bad = fits.find((fit) => 'rule' in fit);
  return guess('availableQty', first.name, {
    columns: stocks.map(({ name }) => name),
    minus: reserved.map(({ name }) => name),
    certainty: 'likely',
    reason:
      bad === undefined ? 'a column for each warehouse, less what is reserved' : faultText(bad),
    isProposed: bad === undefined || kind === 'stock',
  });
}

const mostly = 0.9;

/** A warehouse with one bad value is still one: left out, its goods would be missing without a word. */
function isMostlyStock(column: Column, style: NumberStyle | undefined): boolean {
  const filled = filledCells(column);
  const fitting = filled.filter(
    (cell) => 'steps' in fitOf('availableQty', { ...column, cells: [cell] }, style),
  );
  return filled.length > 0 && fitting.length >= mostly * filled.length;
}

/** Without names: the only column of numbers beside the key. */
function byValues(columns: readonly Column[], style: NumberStyle | undefined): Guess | undefined {
  const numeric = columns.filter((column) => 'steps' in fitOf('availableQty', column, style));
  const [only] = numeric;
  if (only === undefined || numeric.length > 1) return undefined;
  return guess('availableQty', only.name, {
    certainty: 'likely',
    reason: 'the only column of numbers',
  });
}
