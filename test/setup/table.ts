import type { Column } from '../../src/setup/column.ts';

/** `{ ArtNr: 'A B C' }`: a column of three cells; `_` is an empty one. */
export function table(columns: Record<string, string>): Column[] {
  return Object.entries(columns).map(([name, cells]) => ({
    name,
    cells: cells.split(' ').map((cell) => (cell === '_' ? '' : cell.replaceAll('~', ' '))),
  }));
}
