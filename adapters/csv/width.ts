import type { RowScanner } from '../text/rows.ts';
import { differsByTail } from './fit.ts';
import { type CsvTable, readFields } from './record.ts';

const rowsCompared = 20;

/**
 * How many fields the rows of the file have: as many as the header, unless most of the first differ from it by an empty
 * tail alone, as where each row ends with a separator and the header does not. One row alone says nothing: it may as
 * well have a field too many (quirk 14). The scanner stands before the first row below the header.
 */
export function rowWidth(scanner: RowScanner, table: Omit<CsvTable, 'width'>): number {
  const { names } = table;
  const times = new Map<number, number>();
  let seen = 0;
  while (seen < rowsCompared && scanner.next() === 'row') {
    const fields = readFields(table, { row: scanner.row, raw: scanner.current() });
    if ('rule' in fields || fields.every((field) => field.trim() === '')) continue;
    seen++;
    if (differsByTail(fields, names)) times.set(fields.length, (times.get(fields.length) ?? 0) + 1);
  }
  const [width = names.length, most = 0] = [...times].sort((a, b) => b[1] - a[1])[0] ?? [];
  return most >= 2 && 2 * most > seen ? width : names.length;
}
