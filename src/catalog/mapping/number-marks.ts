import type { MappedField, SourceConfig } from '../../config/declaration.ts';
import { numberFields } from '../../domain/product.ts';
import { type NumberStyle, parseQuantity } from '../../domain/quantity.ts';
import { type Columns, columnsOf, labelOf } from './field.ts';
import type { GroupCell, OppositeCell, Row } from './mapped-row.ts';

/** The number of a cell, also with a unit around it. */
const onlyNumber = /^\D*?(\d[\d.,]*\d)\D*$/;
/** One mark before exactly three digits: `22.125` is a group under `1.234,56`, and 22⅛ under `1,234.56`. */
const beforeThree = /^[1-9]\d{0,2}([.,])\d{3}$/;
const shortest = '1.000'.length;

interface NumberColumn {
  readonly column: string;
  readonly at: number;
  /** What complaints of its field name. */
  readonly label: string;
}

/**
 * Notes on each row what the marks in its numbers say of the declared style. Say `1.234,56` is declared, and a cell
 * `94.5` can only be read in the opposite style: then `22.125` may be 22⅛ and not 22,125, a thousand times too much on
 * sale (lessons 4). If such a cell has groups itself (`1,250.5`), a number with three decimals may be a group: in
 * `minus` of a sum only a thousandth would be taken off. Undefined where no style is declared, or no number is mapped.
 */
export function bindNumberMarks(
  { mapping, numberStyle: style }: SourceConfig,
  file: Columns,
): ((row: Row) => void) | undefined {
  if (style === undefined) return undefined;
  const fields = [...numberFields, 'availableQty' as const].map((field) => mapping[field]);
  const columns = fields.filter((mapped) => mapped !== undefined).flatMap(columnsIn(file));
  if (columns.length === 0) return undefined;
  const groupIn = bindGroup(style);
  const oppositeIn = bindOpposite(style);
  return (row) => {
    if (row.complaints.length === 0) row.group = groupOf(row, columns, groupIn);
    else row.opposite = cellOf(row, columns.filter(isMisread(row)), oppositeIn);
  };
}

function columnsIn(file: Columns): (mapped: MappedField) => readonly NumberColumn[] {
  return (mapped) => {
    const label = labelOf(mapped);
    // A field whose `replace` changes points or commas was written for its cells: no doubt there.
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

/** A thousands mark before three decimals: each number of the opposite style puts it in doubt. */
function groupOf(row: Row, columns: readonly NumberColumn[], groupIn: Reading<GroupCell>) {
  let decimals: GroupCell | undefined;
  const group = cellOf(row, columns, (cell, column) => {
    const found = groupIn(cell, column);
    if (found?.isDecimal !== true) return found;
    decimals ??= found;
    return undefined;
  });
  return group ?? decimals;
}

type Reading<Cell> = (cell: string, column: string) => Cell | undefined;

function cellOf<Cell>(
  { cells }: Row,
  columns: readonly NumberColumn[],
  read: Reading<Cell>,
): Cell | undefined {
  for (const { column, at } of columns) {
    const value = cells[at];
    if (value === undefined || cells.numbers?.has(at) === true) continue;
    const found = read(value, column);
    if (found !== undefined) return found;
  }
  return undefined;
}

function bindGroup(style: NumberStyle): Reading<GroupCell> {
  return (cell, column) => {
    if (cell.length < shortest) return undefined;
    const value = numberOf(cell);
    const mark = beforeThree.exec(value)?.[1];
    const isDecimal = mark === style.decimal;
    return isDecimal || mark === style.thousands ? { column, value, isDecimal } : undefined;
  };
}

function bindOpposite(style: NumberStyle): Reading<OppositeCell> {
  const opposite: NumberStyle = {
    decimal: style.decimal === ',' ? '.' : ',',
    thousands: style.decimal,
  };
  const isIn = (text: string, { decimal, thousands }: NumberStyle): boolean =>
    'thousandths' in parseQuantity(text, { decimal, thousands }, 'nearest');
  return (value, column) => {
    const text = numberOf(value);
    if (!isIn(text, opposite) || isIn(text, style)) return undefined;
    return { column, value, isGrouped: text.includes(opposite.thousands) };
  };
}

function numberOf(cell: string): string {
  return onlyNumber.exec(cell)?.[1] ?? '';
}
