import type { Complaint } from '../../src/domain/complaint.ts';
import { type ColumnLooks, type Forms, formOf } from './forms.ts';
import type { CsvTable } from './record.ts';

/** In a table of fewer columns a text of several lines looks like rows too often. */
const fewestColumns = 3;
export const lineEnd = /\r\n|\n|\r/;

/** A word of the column may be in a text by chance, but hardly two of them in the right places. */
const wordCounts = 0.5;

type Marks = Pick<CsvTable, 'delimiter' | 'forms'>;

/** The cells of a line that is in a quoted field. */
type Line = readonly string[];

/** The quoted field's column, the fields of the row and the lines of the field. */
interface Place {
  readonly column: number;
  readonly width: number;
  readonly lines: number;
}

/**
 * Whether a quoted field holds whole rows: a bare quote mark at the beginning of a field opened it, an inch mark or a
 * ditto mark, and another one some rows later closed it (quirk 15). Texts of several lines are written by people as
 * well: what tells rows is that the marks are alone in their cells, or that more of the cells between them are like
 * those of their columns than speaks against it.
 */
export function swallowsRows(fields: readonly string[], marks: Marks): boolean {
  if (fields.length < fewestColumns) return false;
  return fields.some((field, column) => {
    if (!lineEnd.test(field)) return false;
    const lines = field.split(lineEnd).map((line) => line.split(marks.delimiter));
    const place = { column, width: fields.length, lines: lines.length };
    if (areDittoMarks(lines, place)) return true;
    return sum(lines.map((cells, at) => likeness(cells, placed(at, place), marks.forms))) >= 1;
  });
}

/** Nothing is in the cells that the quote marks tear, and all that is between them are whole rows. */
function areDittoMarks(lines: readonly Line[], place: Place): boolean {
  const ends = [lines.at(0)?.at(0), lines.at(-1)?.at(-1)];
  if (ends.some((cell) => cell?.trim() !== '') || lines.every(isBlank)) return false;
  return lines.every((cells, at) => {
    const isBetween = at > 0 && at < place.lines - 1;
    return cells.length === placed(at, place).cells || (isBetween && isBlank(cells));
  });
}

function isBlank(cells: Line): boolean {
  return cells.every((cell) => cell.trim() === '');
}

/**
 * Where the cells of a line stand if it is a row: the first line continues behind the quote mark, the last ends at one.
 */
function placed(
  at: number,
  { column, width, lines }: Place,
): { readonly from: number; readonly cells: number; readonly torn: number | undefined } {
  if (at === 0) return { from: column, cells: width - column, torn: column };
  if (at === lines - 1) return { from: 0, cells: column + 1, torn: column };
  return { from: 0, cells: width, torn: undefined };
}

/** Cells that are like those of their column less those that are not; a line of another width is no row. */
function likeness(
  cells: Line,
  { from, cells: expected, torn }: ReturnType<typeof placed>,
  forms: Forms,
): number {
  if (isBlank(cells)) return 0;
  if (cells.length !== expected) return -1;
  return sum(
    cells.map((cell, at) => (from + at === torn ? 0 : cellLikeness(cell, forms[from + at]))),
  );
}

/** Where a column has no forms a new word says nothing: it may be in any row. */
function cellLikeness(cell: string, column: ColumnLooks | undefined): number {
  if (column === undefined || cell.trim() === '') return 0;
  if (column.forms?.has(formOf(cell) ?? '')) return 1;
  if (column.words.has(cell.trim())) return wordCounts;
  return column.forms === undefined ? 0 : -1;
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
      'Set quote: none if quote marks in the file are part of the text, as for inches, or let the ERP quote such fields.',
  };
}
