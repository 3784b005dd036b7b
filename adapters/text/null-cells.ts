import type { AdapterOptions } from '../../src/domain/adapter.ts';
import { nullWords, uncomputed } from '../../src/domain/null-words.ts';

/** Which cells of a file say with a word that they have no value. */
export interface NullCells {
  readonly words: readonly string[];
  /** Places of the columns of a stock: one that could not be computed rejects its row, and is not taken for none. */
  readonly quantities: ReadonlySet<number>;
}

export function nullCellsOf(
  { nullWords: words = nullWords, quantities = [] }: AdapterOptions,
  column: (name: string) => number,
): NullCells {
  return { words, quantities: new Set(quantities.map(column)) };
}

/** First signs of the words, and the blank with which a cell is filled up. */
const firstSigns = new Uint8Array(128);
for (const sign of ' N\\(nu<') firstSigns[sign.charCodeAt(0)] = 1;
const isFirstSign = (code: number): boolean => code < 128 && firstSigns[code] === 1;

/** The cells with empty ones in place of the words with which programs say that there is no value. */
export function withoutNulls<Cell extends string | undefined>(
  cells: readonly Cell[],
  nulls: NullCells,
): readonly (Cell | string)[] {
  const isNull = (cell: Cell, place: number): boolean => saysNull(cell, place, nulls);
  return cells.some(isNull) ? cells.map((cell, place) => (isNull(cell, place) ? '' : cell)) : cells;
}

/**
 * Nearly all cells end at their first character; programs that write columns below each other fill them up with blanks.
 */
function saysNull(cell: string | undefined, place: number, nulls: NullCells): boolean {
  if (cell === undefined || !isFirstSign(cell.charCodeAt(0))) return false;
  const text = cell.trim();
  if (!nulls.words.includes(text)) return false;
  return !(nulls.quantities.has(place) && uncomputed.includes(text));
}
