import type { MappedField } from '../config/declaration.ts';
import type { Lookup } from '../domain/cells.ts';
import { styleOf } from '../domain/cells.ts';
import type { NumberStyle } from '../domain/quantity.ts';
import type { Value } from './values.ts';
import { quantity } from './values.ts';

export interface Sum {
  /** Thousandths. */
  readonly value: number;
  readonly columns: SumColumns;
}

/** What each column adds, in thousandths; below zero where it is taken off. Of several rows they are added column by column. */
export type SumColumns = readonly number[];

/**
 * Adds up stock over warehouses as columns, less what is reserved. Empty cells count as nothing; where all are
 * empty the row says nothing of its stock (quirk 34: absent is not zero).
 */
export function mapSum(
  mapped: MappedField,
  lookup: Lookup,
  style: NumberStyle | undefined,
): Sum | Exclude<Value<number>, { value: number }> | undefined {
  if (mapped.from.kind !== 'sum') return undefined;
  const signed = [
    ...mapped.from.sum.map((column) => ({ column, sign: 1 })),
    ...mapped.from.minus.map((column) => ({ column, sign: -1 })),
  ];
  let total: number | undefined;
  const columns: number[] = [];
  for (const { column, sign } of signed) {
    const text = (lookup(column) ?? '').trim();
    if (text === '') {
      columns.push(0);
      continue;
    }
    const written = styleOf(text, { lookup, columns: [column] }, style);
    const parsed = quantity(text, { column, style: written, rounding: mapped.rounding });
    if ('complaint' in parsed) return parsed;
    total = (total ?? 0) + sign * parsed.value;
    columns.push(sign * parsed.value);
  }
  return total === undefined ? undefined : { value: total, columns };
}
