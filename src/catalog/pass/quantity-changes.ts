import { type SumColumns, sumOf } from '../mapping/sum.ts';
import type { RowWish } from './diff.ts';
import {
  type ColumnChanges,
  createColumnChanges,
  createJumps,
  type Jumps,
  jumpBetween,
  nearJump,
} from './jumps.ts';

/** What a pass notes of quantities that change. */
export interface QuantityChanges extends Pick<ColumnChanges, 'measured' | 'records' | 'jumped'> {
  /**
   * A row that gives another quantity than the confirmed one; answers the power between the two, where there is one.
   */
  add(index: number, before: number | null, now: Now): string | undefined;
  /** Records that change only because the buffer was changed. */
  readonly ofBuffer: readonly number[];
  readonly ratios: Pick<StockRatios, 'doubled' | 'areLikeDailySales'>;
  /** Jumps are looked for near a power, not exactly at it, because sales have gone off the stock since. */
  readonly isNear: boolean;
}

/** What the mapping takes off the column's values, in thousandths. */
export interface Buffers {
  readonly now: number;
  /** The buffers of earlier files, the last first: what is confirmed may be of any of them. */
  readonly earlier: readonly number[];
}

type Now = Pick<RowWish, 'columns'> & { readonly quantity: number };

/** With fewer changed rows one of several columns may have changed tenfold by chance. */
const fewestOfColumn = 10;

/**
 * Looks for jumps by a power in the stock as a whole. In a sum of columns a part may jump while the rest
 * stays (fault 5), so also in all that is added, all that is taken off, and each column of each file.
 * `isNear`: an older file that jumped waits for release. Each sale since then takes one stock off its exact
 * power, until no jump would be seen any more.
 */
export function createQuantityChanges(
  factor: number,
  buffers: Buffers,
  isNear = false,
): QuantityChanges {
  const powerOf = isNear ? nearJump : jumpBetween;
  const firstOf = createFirst(buffers);
  const whole = createColumnChanges();
  const added = createJumps();
  const taken = createJumps();
  const columns: Jumps[] = [];
  const ofBuffer: number[] = [];
  const ratios = createStockRatios();
  const addParts = (index: number, jumpOf: JumpOf, of: SumColumns): string | undefined => {
    const byAdded = jumpOf(sumOf(of.filter((value) => value > 0)));
    const byTaken = jumpOf(sumOf(of.filter((value) => value < 0)));
    added.add(index, byAdded);
    taken.add(index, byTaken);
    for (const [place, value] of of.entries()) {
      columns[place] ??= createJumps();
      columns[place].add(index, jumpOf(value));
    }
    return byAdded ?? byTaken;
  };
  return {
    add(index, before, { quantity: after, columns: of }) {
      if (before !== null && isOfBuffer(before, after, buffers)) {
        whole.add(index, before, undefined);
        ofBuffer.push(index);
        return undefined;
      }
      // A change to or from 0 says nothing of a power.
      const isMeasured = before !== null && before !== 0 && after !== 0;
      const is = after + buffers.now;
      if (isMeasured) ratios.add(before + buffers.now, is);
      const by = isMeasured ? firstOf((buffer) => powerOf(before + buffer, is, factor)) : undefined;
      whole.add(index, before, by);
      if (!isMeasured || of === undefined) return by;
      const jumpOf: JumpOf = (part) =>
        firstOf((buffer) => {
          const [was, now] = partOf(before + buffer, is, part);
          return powerOf(was, now, factor);
        });
      const byPart = addParts(index, jumpOf, of);
      return by ?? byPart;
    },
    ...{ ofBuffer, ratios, isNear, measured: whole.measured, records: whole.records },
    jumped() {
      const offered = larger(whole.jumped(), added.jumped());
      const all = larger(offered, within(taken.jumped(), 'what is taken off'));
      const count = whole.measured.length - ofBuffer.length;
      const alone = count < fewestOfColumn ? [] : columns.map((jumps) => jumps.jumped());
      return alone
        .map((column) => within(column, 'one of the columns or files that are added up'))
        .reduce(larger, all);
    },
  };
}

/** How changed stocks compare with what they were, where neither is 0. */
interface StockRatios {
  add(before: number, after: number): void;
  /** How many are exactly twice what they were. */
  readonly doubled: number;
  /**
   * Most are between half and twice what they were, as a day's sales leave them; values of another column would be
   * anywhere.
   */
  areLikeDailySales(): boolean;
}

function createStockRatios(): StockRatios {
  let [count, near, doubled] = [0, 0, 0];
  return {
    add(before, after) {
      count += 1;
      if (2 * after >= before && after <= 2 * before) near += 1;
      if (after === 2 * before) doubled += 1;
    },
    get doubled() {
      return doubled;
    },
    areLikeDailySales: () => near * 2 > count,
  };
}

type JumpOf = (thousandths: number) => string | undefined;
type Jumped = ReturnType<ColumnChanges['jumped']>;

/** A jump may show only under the buffer that the confirmed stock was sent with, so all that are possible are tried. */
export function createFirst({ now, earlier }: Buffers): (jumpUnder: JumpOf) => string | undefined {
  const buffers = [...new Set([now, ...earlier])];
  return (jumpUnder) => {
    for (const buffer of buffers) {
      const by = jumpUnder(buffer);
      if (by !== undefined) return by;
    }
    return undefined;
  };
}

/**
 * The buffer was changed from 2 to 5: every stock changes by 3, though the column says the same. Such rows are no
 * measure: beside them the rows that jump would be no majority.
 */
function isOfBuffer(before: number, after: number, { now, earlier: [last] }: Buffers): boolean {
  if (last === undefined || last === now) return false;
  return after === Math.max(0, before + last - now) || before === Math.max(0, after + now - last);
}

/** What one part of a sum was and is, if the other parts were then what they are now. */
export function partOf(was: number, is: number, part: number): [was: number, is: number] {
  const sign = Math.sign(part);
  return [sign * (was - (is - part)), sign * part];
}

function within({ by, records }: Jumped, part: string): Jumped {
  return { by: `${by} in ${part}`, records };
}

function larger(one: Jumped, other: Jumped): Jumped {
  return other.records.length > one.records.length ? other : one;
}
