/** First signs of the words, and the blank with which a cell is filled up. */
const firstSigns: ReadonlySet<number> = new Set([...' N\\(nu<'].map((sign) => sign.charCodeAt(0)));

/** The cells with empty ones in place of the words with which programs say that there is no value. */
export function withoutNulls<Cell extends string | undefined>(
  cells: readonly Cell[],
  words: readonly string[],
): readonly (Cell | string)[] {
  const isNull = (cell: Cell): boolean => saysNull(cell, words);
  return cells.some(isNull) ? cells.map((cell) => (isNull(cell) ? '' : cell)) : cells;
}

/** Nearly all cells end at their first character; programs that write columns below each other fill them up with blanks. */
function saysNull(cell: string | undefined, words: readonly string[]): boolean {
  if (cell === undefined) return false;
  return firstSigns.has(cell.charCodeAt(0)) && words.includes(cell.trim());
}
