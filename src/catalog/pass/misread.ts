import type { RowWish } from './diff.ts';
import { type ColumnChanges, createColumnChanges, nearJump } from './jumps.ts';
import { type Buffers, createFirst, partOf } from './quantity-changes.ts';

/**
 * Changed quantities with a single mark before the last three digits, as `1.250` (number-marks.ts). If an ERP turns to
 * another number style, only these jump, and the day's sales of other articles outnumber them. So they are weighed
 * among themselves (fault 7).
 */
export interface Misread extends Pick<ColumnChanges, 'jumped'> {
  add(index: number, before: number | null, now: Now): void;
  /** The records that jump; if most do, all that are written so, new articles too. */
  doubted(): readonly number[];
}

type Now = Pick<RowWish, 'columns' | 'isMarked'> & { readonly quantity: number };

export function createMisread(buffers: Buffers): Misread {
  const firstOf = createFirst(buffers);
  const marked = createColumnChanges();
  return {
    add(index, before, { quantity, columns, isMarked }) {
      if (isMarked !== true) return;
      const is = quantity + buffers.now;
      const jumpOf = (was: number, part: number): string | undefined =>
        firstOf((buffer) => misreadBetween(...partOf(was + buffer, is, part)));
      // A change to or from 0 says nothing about the marks.
      const was = before === 0 || quantity === 0 ? null : before;
      const parts = was === null ? [] : (columns ?? [is]).map((part) => jumpOf(was, part));
      marked.add(
        index,
        was,
        parts.find((by) => by !== undefined),
      );
    },
    jumped: marked.jumped,
    doubted() {
      const { records } = marked.jumped();
      return records.length * 2 > marked.measured.length ? marked.records : records;
    },
  };
}

/**
 * The jump (×1,000 or ÷1,000) of a quantity that may be read in the wrong style; some sales may have gone off it, too.
 */
export function misreadBetween(before: number, after: number): string | undefined {
  const by = nearJump(before, after, 10);
  if (by === '÷1,000') return before === 1000 * after || isBroken(before, after) ? by : undefined;
  return by === '×1,000' && isBroken(after, before) ? by : undefined;
}

/**
 * One is whole pieces, the other has a fraction: that sales alone left a thousandth of the stock is not to be believed.
 */
function isBroken(large: number, small: number): boolean {
  return large % 1000 === 0 && small % 1000 !== 0;
}
