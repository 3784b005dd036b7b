const [blank, capitalN, backslash, parenthesis] = [32, 78, 92, 40];

/** The cells with empty ones in place of the words with which SQL says that there is no value. */
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
  const first = cell.charCodeAt(0);
  const isPossible =
    first === capitalN || first === backslash || first === parenthesis || first === blank;
  return isPossible && words.includes(cell.trim());
}
