import type { CellObject, WorkSheet } from 'xlsx';

/** The rows of a sheet as the library keeps them; places without a cell are empty. */
export function cellRows(
  sheet: WorkSheet | undefined,
): readonly (readonly (CellObject | undefined)[] | undefined)[] {
  const data: unknown = (sheet as { readonly '!data'?: unknown } | undefined)?.['!data'];
  return Array.isArray(data) ? (data as (CellObject | undefined)[][]) : [];
}
