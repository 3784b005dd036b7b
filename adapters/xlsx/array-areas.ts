import { cellsMax } from './limits.ts';
import { columnOf, rowOf } from './place.ts';

/** Cells that one formula fills together: it is in the first of them alone. */
export class ArrayAreas {
  /** By column; rows come in their order, so an area is over below its last row. */
  readonly #lastRows = new Map<number, number>();

  add(range: string): void {
    const [first = '', last = first] = range.split(':');
    const end = Math.min(columnOf(last) + 1, cellsMax);
    for (let column = columnOf(first); column < end; column += 1)
      this.#lastRows.set(column, Math.max(rowOf(last), this.#lastRows.get(column) ?? 0));
  }

  has(row: number, column: number): boolean {
    return row <= (this.#lastRows.get(column) ?? 0);
  }
}
