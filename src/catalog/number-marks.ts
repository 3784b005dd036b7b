import type { MappedField, SourceConfig } from '../config/declaration.ts';
import { numberFields } from '../domain/product.ts';
import type { NumberStyle } from '../domain/quantity.ts';
import { parseQuantity } from '../domain/quantity.ts';
import type { Columns } from './field.ts';
import { columnsOf } from './field.ts';
import type { NumberCell, Row } from './mapped-row.ts';

/** The number of a cell, also with a unit around it. */
const onlyNumber = /^\D*?(\d[\d.,]*\d)\D*$/;
const shortestGroup = '1.000'.length;
/** One mark before exactly three digits: `22.125` is a group under `1.234,56`, and 22⅛ under `1,234.56`. */
const groups = { '.': /^[1-9]\d{0,2}\.\d{3}$/, ',': /^[1-9]\d{0,2},\d{3}$/ };

interface NumberColumn {
  readonly column: string;
  readonly at: number;
  /** What complaints of its field name. */
  readonly label: string;
}

/**
 * Notes on a row what the marks in its numbers say of the style that its source declares. Where a cell of the file can
 * only be read in the opposite style, its groups of three digits may be decimals, and a thousand times too much would be
 * on sale (lessons 4). Undefined where the style has no groups that could be decimals.
 */
export function bindNumberMarks(
  { mapping, numberStyle: style }: SourceConfig,
  file: Columns,
): ((row: Row) => void) | undefined {
  if (style === undefined || style.thousands === '' || style.thousands === ' ') return undefined;
  const fields = [...numberFields, 'availableQty' as const].map((field) => mapping[field]);
  const columns = fields.filter((mapped) => mapped !== undefined).flatMap(columnsIn(file));
  if (columns.length === 0) return undefined;
  const isOpposite = oppositeOf(style);
  const group = groups[style.thousands];
  const isGroup = (cell: string): boolean =>
    cell.length >= shortestGroup && group.test(numberOf(cell));
  return (row) => {
    if (row.complaints.length === 0) row.group = cellOf(row, columns, isGroup);
    else row.opposite = cellOf(row, columns.filter(isMisread(row)), isOpposite);
  };
}

function columnsIn(file: Columns): (mapped: MappedField) => readonly NumberColumn[] {
  return (mapped) => {
    const label = columnsOf(mapped).join(' + ');
    // A field that takes marks out or puts others in knows what its cells are like.
    if (mapped.replace.some(({ from }) => /[.,]/.test(from))) return [];
    return columnsOf(mapped).map((column) => ({ column, at: file.column(column), label }));
  };
}

function isMisread({ complaints }: Row): (column: NumberColumn) => boolean {
  const misread = complaints
    .filter(({ code }) => code === 'ROW_NUMBER' || code === 'ROW_EXPRESSION')
    .map(({ column }) => column);
  return ({ column, label }) => misread.includes(column) || misread.includes(label);
}

function cellOf(
  { cells }: Row,
  columns: readonly NumberColumn[],
  isSuch: (cell: string) => boolean,
): NumberCell | undefined {
  for (const { column, at } of columns) {
    const value = cells[at];
    if (value === undefined || !isSuch(value) || cells.numbers?.has(at) === true) continue;
    return { column, value };
  }
  return undefined;
}

function oppositeOf(style: NumberStyle): (cell: string) => boolean {
  const opposite: NumberStyle = {
    decimal: style.decimal === ',' ? '.' : ',',
    thousands: style.decimal,
  };
  const isIn = (text: string, { decimal, thousands }: NumberStyle): boolean =>
    'thousandths' in parseQuantity(text, { decimal, thousands }, 'nearest');
  return (cell) => {
    const text = numberOf(cell);
    return isIn(text, opposite) && !isIn(text, style);
  };
}

function numberOf(cell: string): string {
  return onlyNumber.exec(cell)?.[1] ?? '';
}
