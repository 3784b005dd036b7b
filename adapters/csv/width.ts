import type { RowScanner } from '../text/rows.ts';
import { differsByTail, usesUnnamed } from './fit.ts';
import { columnForms } from './forms.ts';
import { type CsvTable, type RowShape, readFields } from './record.ts';

const rowsCompared = 20;

/**
 * How many fields the rows of the file have: as many as the header, unless most of the first differ from it by an empty
 * tail alone, as where each row ends with a separator and the header does not. One row alone says nothing: it may as
 * well have a field too many (quirk 14). The scanner is before the first row below the header.
 */
export function rowShape(
  scanner: RowScanner,
  table: Omit<CsvTable, 'nulls' | 'frame' | keyof RowShape>,
): RowShape {
  const { names } = table;
  const times = new Map<number, number>();
  const seen: (readonly string[])[] = [];
  let used = 0;
  while (seen.length < rowsCompared && scanner.next() === 'row') {
    const fields = readFields(table, { row: scanner.row, raw: scanner.current() });
    if ('rule' in fields || fields.every((field) => field.trim() === '')) continue;
    seen.push(fields);
    if (usesUnnamed(fields, names)) used++;
    if (differsByTail(fields, names)) times.set(fields.length, (times.get(fields.length) ?? 0) + 1);
  }
  const [width = names.length, most = 0] = [...times].sort((a, b) => b[1] - a[1])[0] ?? [];
  const isUsual = (rows: number): boolean => rows >= 2 && 2 * rows > seen.length;
  return {
    width: isUsual(most) ? width : names.length,
    usesUnnamed: isUsual(used),
    forms: columnForms(seen),
  };
}
