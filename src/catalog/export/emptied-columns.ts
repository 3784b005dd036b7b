import { count } from '../../domain/counted.ts';
import { columnsOf } from '../mapping/field.ts';
import { neededColumns } from '../mapping/needed-columns.ts';
import { fewestRows } from '../terms/file-facts.ts';
import type { Layout } from './header.ts';

/** A few reservations, or blocked articles, may well all end at once. */
export const fewestFilled = 20;
export const leastFilled = 0.1;
/** Stocks do not all end at once: where most rows of a small file had one, it is doubtful that none has. */
const mostStocked = 0.5;

type Emptied = Pick<Layout, 'source' | 'file' | 'absent' | 'filled'>;

/**
 * A column that decides what buyers can order is there and empty in every row, as when a join of the export has failed:
 * that is as bad as a column that is gone.
 */
export function emptiedDoubt(layout: Emptied): string | undefined {
  const { before, now } = layout.filled;
  if (before === undefined) return undefined;
  const stocks = isStockLost(layout) ? stockColumns(layout.source) : [];
  const emptied = emptiedIn(layout).filter(
    ([name, rows]) =>
      rows >= Math.max(fewestFilled, leastFilled * before.rows) ||
      (stocks.includes(name) && rows >= Math.max(fewestRows, mostStocked * before.rows)),
  );
  if (emptied.length === 0) return undefined;
  const shown = emptied.map(([name, rows]) => `"${name}" (${count(rows)} had a value)`);
  return `In all ${count(now.rows)} rows of ${layout.file} columns are empty that decide what buyers can order, unlike in the ${count(before.rows)} rows of the file before: ${shown.join(', ')}. The whole file is held.`;
}

/**
 * If too few rows had a stock to hold the file, it is told that all stocks are gone, because the old ones stay on sale.
 */
export function emptiedNote(layout: Emptied): string | undefined {
  if (!isStockLost(layout)) return undefined;
  const { file, filled } = layout;
  const columns = stockColumns(layout.source).map((name) => `"${name}"`);
  const rows = filled.now.rows === 1 ? 'The only row' : `All ${count(filled.now.rows)} rows`;
  return `${rows} of ${file} ${filled.now.rows === 1 ? 'is' : 'are'} empty in ${columns.join(', ')}, unlike the file before: no stock of it is sent, and what was sent before stays on sale.`;
}

/**
 * Whether every column that the stock is read from is empty, and some had values before. Expressions are left out: they
 * may make a number of empty cells.
 */
function isStockLost(layout: Emptied): boolean {
  const stocks = stockColumns(layout.source);
  const emptied = new Set(emptiedIn(layout).map(([name]) => name));
  const { now } = layout.filled;
  return (
    stocks.some((name) => emptied.has(name)) && stocks.every((name) => now.columns[name] === 0)
  );
}

/** The columns that the stock is read from. Those that are taken off it do not count. */
function stockColumns({ mapping: { availableQty } }: Layout['source']): readonly string[] {
  if (availableQty === undefined || availableQty.from.kind === 'expression') return [];
  return availableQty.from.kind === 'sum' ? availableQty.from.sum : columnsOf(availableQty);
}

/** Columns without any value, each with the number of rows that had one in the last undoubted file. */
function emptiedIn({ source, absent, filled: { now, before } }: Emptied): [string, number][] {
  if (before === undefined || now.rows === 0) return [];
  return Object.entries(before.columns).filter(
    ([name, rows]) =>
      rows > 0 && now.columns[name] === 0 && !(absent.includes(name) || hasDefault(source, name)),
  );
}

/** Whether only fields with a default read the column, as for a mark that only some records have. */
export function hasDefault(source: Layout['source'], column: string): boolean {
  const { attributes, ...fields } = source.mapping;
  const named = attributes?.named.map(({ field }) => field) ?? [];
  const readers = [...Object.values(fields), ...named].filter(
    (field) => field !== undefined && columnsOf(field).includes(column),
  );
  const uses = neededColumns(source).filter((name) => name === column).length;
  return readers.length === uses && readers.every((field) => field?.default !== undefined);
}
