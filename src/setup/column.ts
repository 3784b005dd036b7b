/** One column of the sample: its name and what its cells say, row by row. */
export interface Column {
  readonly name: string;
  /** Trimmed; '' where the cell is empty or absent. */
  readonly cells: readonly string[];
}

export function filledCells({ cells }: Column): readonly string[] {
  return cells.filter((cell) => cell !== '');
}

/** Of the rows, how many have something in this column. */
export function filledShare(column: Column): number {
  return column.cells.length === 0 ? 0 : filledCells(column).length / column.cells.length;
}

/** How many of the rows have nothing in it. */
export function emptyText({ cells }: Column): string {
  const empty = cells.filter((cell) => cell === '').length;
  return `empty in ${empty} of ${cells.length} rows`;
}

/** Of the filled cells, how many say something that none before them said. */
export function differentShare(column: Column): number {
  const filled = filledCells(column);
  return filled.length === 0 ? 0 : new Set(filled).size / filled.length;
}

/** The values that differ, in the order of the file. */
export function differentValues(column: Column): readonly string[] {
  return [...new Set(filledCells(column))];
}
