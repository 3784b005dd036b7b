import type { ExportReader } from '../../domain/adapter.ts';
import { type Cells, cellsWith, isCells } from '../../domain/cells.ts';
import type { Complaint } from '../../domain/complaint.ts';

/** The columns of several trees that are read as one. */
export interface TreeColumns extends Pick<ExportReader, 'columns' | 'column'> {
  /** Puts the cells of one tree, which has its columns in an order of its own, under the columns of all trees. */
  placing(tree: ExportReader): (cells: Cells | Complaint) => Cells | Complaint;
}

/** Joins columns by name, because each tree numbers its columns as it meets them, and meets more while it is read. */
export function joinColumns(first: ExportReader): TreeColumns {
  const columns: string[] = [];
  const asked: string[] = [];
  const indexes = new Map<string, number>();
  const indexOf = (name: string): number => {
    const known = indexes.get(name);
    if (known !== undefined) return known;
    indexes.set(name, columns.length);
    return columns.push(name) - 1;
  };
  return {
    columns,
    // The reader may write a mapped name otherwise: its own writing counts.
    column(name) {
      asked.push(name);
      return indexOf(first.columns[first.column(name)] ?? name);
    },
    placing(tree) {
      // A tree may give a column only if it is asked for that column.
      for (const name of asked) tree.column(name);
      const places: number[] = [];
      const placeOf = (index: number): number => {
        places[index] ??= indexOf(tree.columns[index] ?? '');
        return places[index];
      };
      return (cells) => (isCells(cells) ? placed(cells, placeOf) : cells);
    },
  };
}

function placed(cells: Cells, placeOf: (index: number) => number): Cells {
  const texts: (string | undefined)[] = [];
  for (const [index, text] of cells.entries()) if (text !== undefined) texts[placeOf(index)] = text;
  const { numbers, truths, faults, unusable } = cells;
  return cellsWith(texts, {
    unusable,
    numbers: numbers && new Set([...numbers].map(placeOf)),
    truths: truths && new Set([...truths].map(placeOf)),
    faults: faults && new Map([...faults].map(([index, fault]) => [placeOf(index), fault])),
  });
}
