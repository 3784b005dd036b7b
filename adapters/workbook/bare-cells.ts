import type { Search } from './cells-by-row.ts';
import { inEach } from './cells-by-row.ts';

/** A cell's place in its row, 0-based, and the value that its attribute holds. */
export interface BareCell {
  readonly column: number;
  readonly value: string;
  readonly isNumber: boolean;
}

/** By row, 0-based. */
export type BareRows = ReadonlyMap<number, readonly BareCell[]>;

/** Cells with a value that show no text: in ODF the attribute is the value, and the library takes such a cell for empty. */
export const bareCells: Search<BareCell> = {
  isTextless: true,
  of(attributes, columns) {
    // Its value may stand where numbers have theirs (truth-cells.ts).
    if (attributes['office:value-type'] === 'boolean') return [];
    const number = attributes['office:value'];
    const value = number ?? attributes['office:string-value'] ?? '';
    if (value === '') return [];
    return inEach(columns, (column) => ({ column, value, isNumber: number !== undefined }));
  },
};
