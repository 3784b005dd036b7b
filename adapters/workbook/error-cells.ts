import type { Search } from './cells-by-row.ts';
import { inEach } from './cells-by-row.ts';

/** Columns by row, both 0-based. */
export type ErrorRows = ReadonlyMap<number, readonly number[]>;

/** Errors of ODS workbooks: the library, and ODF itself, take what they show for a text. */
export const errorCells: Search<number> = {
  isTextless: false,
  of: (attributes, columns) => (isError(attributes) ? inEach(columns, (column) => column) : []),
};

/** PhpSpreadsheet gives it as the value of a text, which no other program writes. */
function isError(attributes: Readonly<Record<string, string>>): boolean {
  if (attributes['calcext:value-type'] === 'error') return true;
  const isOfFormula = attributes['table:formula'] !== undefined;
  return (
    isOfFormula &&
    attributes['office:value-type'] === 'string' &&
    isErrorText(attributes['office:value'])
  );
}

/** In any language of Excel, and as LibreOffice numbers those of its own. */
export function isErrorText(text = ''): boolean {
  return /^(?:#[¡¿]?[\p{Lu}/]+[\d/]*[!?]?|Err:\d{3})$/u.test(text.trim());
}
