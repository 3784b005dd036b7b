import { inEach, type Search } from './cells-by-row.ts';

export interface TruthCell {
  readonly column: number;
  readonly isTrue: boolean;
}

/** By row, 0-based. */
export type TruthRows = ReadonlyMap<number, readonly TruthCell[]>;

/**
 * True and false. The library takes one that shows no text for empty, and one whose value stands where numbers have
 * theirs for false (PhpSpreadsheet).
 */
export const truthCells: Search<TruthCell> = {
  isTextless: false,
  of(attributes, columns) {
    if (attributes['office:value-type'] !== 'boolean') return [];
    const value = attributes['office:boolean-value'] ?? attributes['office:value'];
    if (value === undefined) return [];
    const isTrue = value === 'true' || Number(value) > 0;
    return inEach(columns, (column) => ({ column, isTrue }));
  },
};
