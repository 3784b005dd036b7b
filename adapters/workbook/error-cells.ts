import { inEach, type Search } from './cells-by-row.ts';

/** Columns by row, both 0-based. */
export type ErrorRows = ReadonlyMap<number, readonly number[]>;

/** Errors of ODS workbooks: the library, and ODF itself, take what they show for a text. */
export const errorCells: Search<number> = {
  isTextless: false,
  of: (attributes, columns) => (isError(attributes) ? inEach(columns, (column) => column) : []),
};

/**
 * Only PhpSpreadsheet gives it as the value of a text; Gnumeric has it for the text, as LibreOffice has a colour such
 * as `#FFAA00`.
 */
function isError(attributes: Readonly<Record<string, string>>): boolean {
  if (attributes['calcext:value-type'] === 'error') return true;
  const isOfFormula = attributes['table:formula'] !== undefined;
  if (!isOfFormula || attributes['office:value-type'] !== 'string') return false;
  return (
    isErrorText(attributes['office:value']) ||
    errorOfGnumeric.test(attributes['office:string-value'] ?? '')
  );
}

const errorOfGnumeric = /^#(?:N\/A|[\p{Lu}\d/]+[!?])$/u;

/** In any language of Excel, and as LibreOffice numbers those of its own. */
export function isErrorText(text = ''): boolean {
  return /^(?:#[¡¿]?[\p{Lu}/]+[\d/]*[!?]?|Err:\d{3})$/u.test(text.trim());
}
