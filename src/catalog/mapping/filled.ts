import type { SourceConfig } from '../../config/declaration.ts';
import type { Cells } from '../../domain/cells.ts';
import { type Columns, columnsOf } from './field.ts';

/** Of the columns that decide what buyers can order: in how many of the rows that count each has a value. */
export interface Filled {
  readonly rows: number;
  readonly columns: Readonly<Record<string, number>>;
}

/**
 * One bit a column, so at most eight. Columns that lower the stock or block an article come first: without them too
 * much is sold.
 */
const columnsMax = 8;

export function decidingColumns({
  mapping: { availableQty, isActive },
}: Pick<SourceConfig, 'mapping'>): string[] {
  return [availableQty, isActive].flatMap((field) => (field ? columnsOf(field) : []));
}

/** None for files of changes: their few rows may well leave such a column empty. */
function watchedColumns(source: Pick<SourceConfig, 'mapping' | 'contents'>): string[] {
  if (source.contents === 'delta') return [];
  return [...new Set(decidingColumns(source).reverse())].slice(0, columnsMax);
}

/** Which of them a row fills. */
export function bindFilledBits(source: SourceConfig, file: Columns): (cells: Cells) => number {
  const places = watchedColumns(source).map((name) => file.column(name));
  return (cells) => {
    let bits = 0;
    for (let at = 0; at < places.length; at += 1)
      if ((cells[places[at] ?? -1] ?? '').trim() !== '') bits |= 1 << at;
    return bits;
  };
}

/** Rows by their bits: a million of them cost one addition each. */
export type FilledRows = Float64Array;

export const countFilled = (): FilledRows => new Float64Array(1 << columnsMax);

export function addFilled(rows: FilledRows, bits: number): void {
  rows[bits] = (rows[bits] ?? 0) + 1;
}

export function filledOf(source: SourceConfig, rows: FilledRows): Filled {
  const rowsWith = (isCounted: (bits: number) => boolean): number =>
    rows.reduce((sum, count, bits) => (isCounted(bits) ? sum + count : sum), 0);
  const columns = watchedColumns(source).map((name, at) => [
    name,
    rowsWith((bits) => (bits & (1 << at)) !== 0),
  ]);
  return { rows: rowsWith(() => true), columns: Object.fromEntries(columns) };
}
