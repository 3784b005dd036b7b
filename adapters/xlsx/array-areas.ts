import { columnOf, rowOf } from './place.ts';

interface Area {
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

/** Cells that one formula fills together: it is in the first of them alone. */
export class ArrayAreas {
  #areas: readonly Area[] = [];

  /** Rows come in their order: an area begins in the row that adds it, and those above it are over. */
  add(range: string, row: number): void {
    const [first = '', last = first] = range.split(':');
    const area = {
      lastRow: rowOf(last),
      firstColumn: columnOf(first),
      lastColumn: columnOf(last),
    };
    this.#areas = [...this.#areas.filter(({ lastRow }) => lastRow >= row), area];
  }

  has(row: number, column: number): boolean {
    return this.#areas.some(
      ({ lastRow, firstColumn, lastColumn }) =>
        row <= lastRow && column >= firstColumn && column <= lastColumn,
    );
  }
}
