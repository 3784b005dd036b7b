import type { MergedCells } from '../../src/domain/adapter.ts';
import { mergesMax } from './limits.ts';
import { columnOf, rowOf } from './place.ts';

/** The merged cells of a sheet: their value is in the first one, and a row below it has none. */
export class Merges {
  readonly #ranges: string[] = [];

  add(range: string): void {
    if (this.#ranges.length < mergesMax) this.#ranges.push(range);
  }

  /** Those that cover several rows below the header. */
  below(headerRow: number): readonly MergedCells[] {
    return this.#ranges.flatMap((range) => {
      const [first = '', last = first] = range.split(':');
      const firstRow = Math.max(rowOf(first), headerRow + 1);
      if (rowOf(last) <= firstRow) return [];
      return [{ range, firstColumn: columnOf(first), lastColumn: columnOf(last) }];
    });
  }
}
