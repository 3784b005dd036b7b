import type { Cells } from '../../domain/cells.ts';
import { fileNumberAt } from '../../domain/row-place.ts';
import type { Place } from '../terms/duplicates.ts';
import { fnv, fnvStart } from '../terms/fnv.ts';
import { growingIntegers } from '../terms/growing.ts';

/**
 * Under `duplicates: sum`, rows that equal another row of their article in every cell. A few may be batches; where a
 * whole warehouse stands in the file twice, nearly all are.
 */
interface RepeatedRows {
  add(product: number, place: Place, cells: Cells): void;
  readonly count: number;
}

/**
 * Of an article with more rows each is compared with the last hundred alone: with all, the cost would be their square.
 */
const rowsCompared = 100;

export function createRepeatedRows(): RepeatedRows {
  // A list by product: its last record, and by record the one before it. Each is stored plus 1; 0 is none.
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
