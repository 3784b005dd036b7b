import { inEach, type Search } from './cells-by-row.ts';

/** Columns by row, both 0-based. */
export type UncalculatedRows = ReadonlyMap<number, readonly number[]>;

/** Formulas whose results were not kept: the library leaves these cells out (quirk 19). */
export const uncalculatedCells: Search<number> = {
  isTextless: false,
  of: (attributes, columns) => (hasNoResult(attributes) ? inEach(columns, (column) => column) : []),
};

const values = ['office:value', 'office:date-value', 'office:time-value', 'office:boolean-value'];

/**
 * An empty text is a result, and has its type, but for programs that calculate all of them (generator.ts).
 * PhpSpreadsheet that does not calculate gives the formula for its result.
 */
export function hasNoResult(attributes: Readonly<Record<string, string>>): boolean {
  if (attributes['table:formula'] === undefined) return false;
  const type = attributes['office:value-type'];
  if (type === 'string') return isFormula(attributes['office:value'] ?? '');
  return type === undefined || values.every((name) => attributes[name] === undefined);
}

export function isFormula(text: string): boolean {
  return text.startsWith('=');
}
