import type { Search } from './cells-by-row.ts';
import { inEach } from './cells-by-row.ts';

/** Columns by row, both 0-based. */
export type ErrorRows = ReadonlyMap<number, readonly number[]>;

/** Errors of ODS workbooks: the library, and ODF itself, take what they show for a text. */
export const errorCells: Search<number> = {
  isTextless: false,
  of: (attributes, columns) =>
    attributes['calcext:value-type'] === 'error' ? inEach(columns, (column) => column) : [],
};
