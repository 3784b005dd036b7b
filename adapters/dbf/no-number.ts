import type { Complaint } from '../../src/domain/complaint.ts';
import type { DbfTable } from './record.ts';

/**
 * What dBase writes for a number that does not fit its field, and shapelib, GDAL and R for one that is none; and what a
 * division by zero leaves in a field of the machine's own numbers.
 */
const pattern = /^(?:\*+|NaN|-?Infinity)$/;

/** By column; undefined where every number is one. */
export function noNumbersIn(
  cells: readonly (string | undefined)[],
  { numbers }: Pick<DbfTable, 'numbers'>,
): ReadonlyMap<number, Complaint> | undefined {
  let found: Map<number, Complaint> | undefined;
  for (const column of numbers) {
    const value = cells[column] ?? '';
    if (!pattern.test(value)) continue;
    found ??= new Map();
    found.set(column, complaint(value));
  }
  return found;
}

function complaint(value: string): Complaint {
  return {
    code: 'ROW_NUMBER',
    value,
    rule: value.startsWith('*')
      ? 'has asterisks instead of a number: it did not fit into the field, or there is none.'
      : 'is no number.',
    remedy: 'Make the field wider in the export, or leave it blank if there is no number.',
  };
}
