import type { MappedField } from '../../config/declaration.ts';
import type { Cells } from '../../domain/cells.ts';
import type { NumberStyle } from '../../domain/quantity.ts';
import { type Columns, defaultNumber } from './field.ts';
import { type FieldFault, isFault, textOf } from './field-text.ts';
import { bindNumber } from './number-field.ts';
import { quantity, type Value } from './values.ts';

export interface Sum {
  /** Thousandths. */
  readonly value: number;
  readonly columns: SumColumns;
}

/** What each column adds, in thousandths; below zero if it is taken off. Several rows are added column by column. */
export type SumColumns = readonly number[];

/**
 * Adds up the stock of several columns (warehouses), less reserved ones. The steps of the field are applied to each
 * cell. Empty cells add nothing. If all are empty the default is the sum; without a default the row says nothing of its
 * stock (quirk 34: absent is not zero).
 */
export function bindSum(mapped: MappedField, file: Columns, style: NumberStyle | undefined) {
  const { from, default: _ofTheWhole, ...steps } = mapped;
  const instead = defaultNumber(mapped);
  const bind = (names: readonly string[], sign: number): ReadColumn[] =>
    names.map((name) => bindColumn(steps, { name, sign }, { file, style }));
  const bound = from.kind === 'sum' ? [...bind(from.sum, 1), ...bind(from.minus, -1)] : [];
  const { originOf } = bindNumber(mapped, file, style);
  return (cells: Cells): Sum | FieldFault | undefined => {
    const stated = bound.map((read) => read(cells));
    const fault = stated.find(isFault);
    if (fault !== undefined) return fault;
    const columns = stated.map((one) => (one === undefined || isFault(one) ? 0 : one.value));
    if (stated.some((one) => one !== undefined)) return { value: sumOf(columns), columns };
    if (textOf(instead) === '') return undefined;
    const whole = quantity(textOf(instead), originOf(instead, cells));
    return isFault(whole) ? whole : { ...whole, columns };
  };
}

export function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** What a column adds; undefined for an empty cell. */
type ReadColumn = (cells: Cells) => Value<number> | undefined;

function bindColumn(
  steps: Omit<MappedField, 'from' | 'default'>,
  { name, sign }: { readonly name: string; readonly sign: number },
  { file, style }: { readonly file: Columns; readonly style: NumberStyle | undefined },
): ReadColumn {
  const field: MappedField = { ...steps, from: { kind: 'columns', columns: [name], join: '' } };
  const { read, originOf } = bindNumber(field, file, style);
  return (cells) => {
    const stated = read(cells);
    if (isFault(stated)) return stated;
    const text = textOf(stated);
    if (text === '') return undefined;
    const value = quantity(text, originOf(stated, cells));
    if (isFault(value)) return value;
    const added = sign * value.value;
    return sign < 0 && added > 0 ? addedByMinus(name, text) : { value: added };
  };
}

/** A reservation of -5 would be 5 more on sale; whether it is 5 reserved or 5 come back, the ERP alone knows. */
function addedByMinus(column: string, value: string): FieldFault {
  const rule = 'is below zero, so that minus: would add it to the stock.';
  const remedy =
    'Correct it in the ERP; if it writes what is reserved below zero, list the column under sum:.';
  return { complaint: { code: 'ROW_NUMBER_RANGE', column, value, rule, remedy } };
}
