import type { Cells } from '../../domain/cells.ts';
import { fileNumberAt } from '../../domain/row-place.ts';
import type { Meeting } from '../terms/duplicates.ts';
import { fnv, fnvStart } from '../terms/fnv.ts';
import { growingIntegers } from '../terms/growing.ts';

/** Rows that are added up, and equal another row of their article in every cell: batches may, a whole warehouse may not. */
export interface RepeatedRows {
  add(product: number, place: Omit<Meeting, 'wish'>, cells: Cells): void;
  readonly count: number;
}

/** Of an article with more rows the others are not compared: it would cost the square of them. */
const rowsCompared = 100;

export function createRepeatedRows(): RepeatedRows {
  // By product its last record, and by record the one of its article before it: each plus 1, 0 for none.
  const last = growingIntegers();
  const earlier = growingIntegers();
  const hashes = growingIntegers();
  let count = 0;
  const isKnown = (product: number, hash: number): boolean => {
    let at = last.get(product);
    for (let seen = 0; at > 0 && seen < rowsCompared; seen += 1) {
      if (hashes.get(at - 1) === hash) return true;
      at = earlier.get(at - 1);
    }
    return false;
  };
  return {
    add(product, { index, row }, cells) {
      // Each file of a union is a warehouse of its own.
      const hash = hashOf(cells, fileNumberAt(row));
      if (isKnown(product, hash)) {
        count += 1;
        return;
      }
      hashes.set(index, hash);
      earlier.set(index, last.get(product));
      last.set(product, index + 1);
    },
    get count() {
      return count;
    },
  };
}

function hashOf(cells: Cells, seed: number): number {
  let hash = fnvStart ^ seed;
  for (const cell of cells) {
    const text = cell ?? '';
    for (let at = 0; at < text.length; at += 1) hash = fnv(hash, text.charCodeAt(at));
    hash = fnv(hash, 0xffff);
  }
  return hash | 0;
}
