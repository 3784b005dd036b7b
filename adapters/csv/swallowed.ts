import type { Complaint } from '../../src/domain/complaint.ts';
import type { CsvTable } from './record.ts';

/** In a table of fewer columns a text of several lines looks like rows too often. */
const fewestColumns = 3;
const lineEnd = /\r?\n/;

/**
 * Whether a quoted field holds whole rows: a bare inch mark at the beginning of a field opened it, and another one some
 * rows later closed it (quirk 15). Its lines cut the row before and the row behind it exactly where the field stands.
 */
export function swallowsRows(fields: readonly string[], delimiter: string): boolean {
  if (fields.length < fewestColumns) return false;
  return fields.some((field, column) => isRows(field, { column, width: fields.length, delimiter }));
}

function isRows(
  field: string,
  { column, width, delimiter }: { column: number; width: number; delimiter: string },
): boolean {
  // Behind the comma of a sentence stands a blank.
  if (!lineEnd.test(field) || field.includes(`${delimiter} `)) return false;
  const lines = field.split(lineEnd);
  if (lines.some((line) => line.replaceAll(delimiter, '').trim() === '')) return false;
  const counts = lines.map((line) => line.split(delimiter).length);
  const [first, last] = [counts[0], counts.at(-1)];
  return (
    first === width - column &&
    last === column + 1 &&
    counts.slice(1, -1).every((count) => count === width)
  );
}

export function swallowed(
  { file, delimiter }: Pick<CsvTable, 'file' | 'delimiter'>,
  row: number,
  fields: readonly string[],
): Complaint {
  return {
    code: 'ROW_STRUCTURE',
    file,
    row,
    value: fields.join(delimiter),
    rule: 'A quoted field of it holds whole rows: a quote mark seems to open a field and to be closed rows later.',
    remedy:
      'Set quote: none where quote marks stand bare in the file, as for inches, or have the ERP quote such fields.',
  };
}
