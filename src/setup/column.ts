/** One column of the sample: its name and what its cells say, row by row. */
export interface Column {
  readonly name: string;
  /** Trimmed; '' where the cell is empty or absent. */
  readonly cells: readonly string[];
  /** The same with the blanks that fill them up; absent where none has any. */
  readonly padded?: readonly string[];
  /**
   * Texts of cells that are numbers in the format itself, as in a workbook: the style of written numbers does not apply
   * to them.
   */
  readonly numbers?: ReadonlySet<string>;
  /** Texts of cells that are dates in the format itself, each with the whole moment that it holds. */
  readonly dates?: ReadonlyMap<string, string>;
  /** Texts of cells that show a rounded number or a word beside it, each with the number that the cell holds. */
  readonly held?: ReadonlyMap<string, string>;
}

export function filledCells({ cells }: Column): readonly string[] {
  return cells.filter((cell) => cell !== '');
}

/** The filled cells whose numbers are written in the style of the file. */
export function writtenCells(column: Column): readonly string[] {
  return filledCells(column).filter((cell) => column.numbers?.has(cell) !== true);
}

/** The share of the rows that have something in this column. */
export function filledShare(column: Column): number {
  return column.cells.length === 0 ? 0 : filledCells(column).length / column.cells.length;
}

/** Says how many of the rows have nothing in this column. */
export function emptyText({ cells }: Column): string {
  const empty = cells.filter((cell) => cell === '').length;
  return `empty in ${empty} of ${cells.length} rows`;
}

/** The share of the filled cells that say something new. */
export function differentShare(column: Column): number {
  const filled = filledCells(column);
  return filled.length === 0 ? 0 : differentValues(column).length / filled.length;
}

/** The values that differ, in the order of the file. */
export function differentValues(column: Column): readonly string[] {
  const known = different.get(column) ?? [...new Set(filledCells(column))];
  different.set(column, known);
  return known;
}

/** Asked for again and again, for each field. */
const different = new WeakMap<Column, readonly string[]>();
