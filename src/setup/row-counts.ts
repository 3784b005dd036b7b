import type { AdapterOptions } from '../domain/adapter.ts';
import type { FirstRows } from './first-rows.ts';
import type { Line } from './fixed-lines.ts';
import { textIn } from './spans.ts';

/** `(3 rows affected)` below the rows would be an article: the condition on the first column that leaves it out. */
export interface RowCounts {
  readonly text: string;
  readonly column: string;
  /** Undefined where the first column is too narrow to show the words. */
  readonly notMatches?: string;
}

/** Of `123456 rows` so much shows what it is. */
const telling = 10;

export function rowCounts(
  [line]: readonly Line[],
  [first]: NonNullable<AdapterOptions['columns']>,
): RowCounts | undefined {
  if (line === undefined || first === undefined) return undefined;
  const found = { text: line.text.trim(), column: first.name };
  if (found.text.startsWith('(')) return { ...found, notMatches: '^\\(\\d+( |$)' };
  if (first.length < telling) return found;
  const word = /\p{L}{3}/u.exec(textIn(line, { first: 0, last: first.length - 1 }))?.[0];
  return word === undefined ? found : { ...found, notMatches: `^\\d+ ${word}` };
}

/** The rows without what such a condition leaves out. */
export function withoutRowCounts(read: FirstRows, { column, notMatches }: RowCounts): FirstRows {
  const cells = read.columns.find(({ name }) => name === column)?.cells ?? [];
  if (notMatches === undefined) return read;
  const pattern = new RegExp(notMatches);
  const isKept = (_: unknown, row: number): boolean => !pattern.test(cells[row] ?? '');
  const columns = read.columns.map((one) => ({ ...one, cells: one.cells.filter(isKept) }));
  const rowNumbers = read.rowNumbers.filter(isKept);
  return { ...read, columns, rowNumbers, rows: rowNumbers.length };
}
