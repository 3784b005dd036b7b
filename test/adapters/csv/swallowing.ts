import { columnForms } from '../../../adapters/csv/forms.ts';
import { swallowsRows } from '../../../adapters/csv/swallowed.ts';
import type { Read } from '../text/reading.ts';

/** Whether the reader may take a row of this table for several, as random texts look like by chance. */
export function isSwallowing(
  { reader }: Read,
  rows: readonly (readonly string[])[],
  delimiter: string,
): (row: readonly string[]) => boolean {
  const said = rows.filter((row) => row.some((cell) => cell.trim() !== ''));
  const forms = columnForms(said.slice(0, 20));
  const newline = String.fromCharCode(reader?.dialect.newline ?? 10);
  return (row) =>
    row.some((cell) => cell.includes(newline)) && swallowsRows(row, { delimiter, forms });
}
