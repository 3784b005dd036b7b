import type { Complaint } from '../../src/domain/complaint.ts';
import { type Forms, formOf } from './forms.ts';
import type { CsvTable } from './record.ts';

/** In a table of fewer columns a text of several lines looks like rows too often. */
const fewestColumns = 3;
export const lineEnd = /\r\n|\n|\r/;

type Marks = Pick<CsvTable, 'delimiter' | 'forms'>;

/**
 * Whether a quoted field holds whole rows: a bare quote mark at the beginning of a field opened it, an inch mark or a
 * ditto mark, and another one some rows later closed it (quirk 15). Texts of several lines are written by people as well:
 * what tells rows is that more of their cells are written as the cells of their columns than speaks against it.
 */
export function swallowsRows(fields: readonly string[], marks: Marks): boolean {
  if (fields.length < fewestColumns) return false;
  return fields.some((field, column) => {
    if (!lineEnd.test(field)) return false;
    const pieces = field.split(lineEnd).map((line) => line.split(marks.delimiter));
    const place = { column, width: fields.length, lines: pieces.length };
    return sum(pieces.map((cells, at) => likeness(cells, placed(at, place), marks.forms))) > 0;
  });
}

/** Where the cells of a line stand if it is a row: the first line goes on behind the quote mark, the last ends at one. */
function placed(
  at: number,
  { column, width, lines }: { column: number; width: number; lines: number },
): { readonly from: number; readonly cells: number; readonly torn: number | undefined } {
  if (at === 0) return { from: column, cells: width - column, torn: column };
  if (at === lines - 1) return { from: 0, cells: column + 1, torn: column };
  return { from: 0, cells: width, torn: undefined };
}

/** Cells that are written as those of their column less those that are not; a line of another width is no row. */
function likeness(
  cells: readonly string[],
  { from, cells: expected, torn }: ReturnType<typeof placed>,
  forms: Forms,
): number {
  if (cells.every((cell) => cell.trim() === '')) return 0;
  if (cells.length !== expected) return -1;
  return sum(
    cells.map((cell, at) => {
      const usual = forms[from + at];
      if (usual === undefined || from + at === torn || cell.trim() === '') return 0;
      return usual.has(formOf(cell) ?? '') ? 1 : -1;
    }),
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
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
