/** One column of the sample: its name and what its cells say, row by row. */
export interface Column {
  readonly name: string;
  /** Trimmed; '' where the cell is empty or absent. */
  readonly cells: readonly string[];
  /** Those of the cells that are numbers in the format itself: how the file writes numbers says nothing of them. */
  readonly numbers?: ReadonlySet<string>;
  /** Those that are dates in the format itself, with all that they hold. */
  readonly dates?: ReadonlyMap<string, string>;
  /** Of those that show another number than their cell holds, or a word beside it, the number itself. */
  readonly held?: ReadonlyMap<string, string>;
}

export function filledCells({ cells }: Column): readonly string[] {
  return cells.filter((cell) => cell !== '');
}

/** The filled cells whose numbers are written in the style of the file. */
export function writtenCells(column: Column): readonly string[] {
  return filledCells(column).filter((cell) => column.numbers?.has(cell) !== true);
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
