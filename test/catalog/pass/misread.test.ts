import { describe, expect, it } from 'vitest';
import { createMisread, misreadBetween } from '../../../src/catalog/pass/misread.ts';
import { createRowSums } from '../../../src/catalog/pass/row-sums.ts';

const pieces = (count: number) => count * 1000;

describe('fault 7: a quantity that may be read in the wrong style', () => {
  it.each([
    [1250, 1.25, '÷1,000'],
    [2000, 2, '÷1,000'],
    [1250, 1.248, '÷1,000'],
    [22.125, 22_125, '×1,000'],
    [22.125, 21_875, '×1,000'],
  ])('was %d and is %d, also after a day’s sales: %s', (before, after, by) => {
    expect(misreadBetween(pieces(before), pieces(after))).toBe(by);
  });

  it.each([
    ['sold to the last pieces', 2000, 3],
    ['came in by the thousand', 2, 2000],
    ['less was sold', 1250, 12.5],
    ['more decimals', 1250.5, 1.25],
    ['metres that were sold', 1250, 1.25 * 90],
  ])('is none that %s: %d → %d', (_, before, after) => {
    expect(misreadBetween(pieces(before), pieces(after))).toBeUndefined();
  });
});

describe('quantities with one mark before three last digits', () => {
  type Change = readonly [before: number | null, after: number, isMarked?: boolean];
  const doubtedOf = (...changes: readonly Change[]) => {
    const misread = createMisread({ now: 0, earlier: [] });
    for (const [index, [before, after, isMarked = true]] of changes.entries())
      misread.add(index, before === null ? null : pieces(before), {
        quantity: pieces(after),
        isMarked,
      });
    return misread.doubted();
  };

  it('are all in doubt where most of them jump, new ones and those that were none too', () => {
    expect(doubtedOf([1250, 1.25], [null, 1.5], [0, 2.5], [3000, 1.4], [9, 5, false])).toEqual([
      0, 1, 2, 3,
    ]);
  });

  it('are in doubt one by one where most live on', () => {
    expect(doubtedOf([5, 4], [1250, 1.25], [null, 1.5], [7, 1])).toEqual([1]);
  });

  it('are in no doubt where none jumps', () => {
    expect(doubtedOf([null, 1.5], [7, 6], [1250, 1.25, false])).toEqual([]);
  });

  it.each([0, 1])('are those of a sum, whichever of its rows has the mark: %i', (marked) => {
    const sums = createRowSums();
    for (const index of [0, 1]) {
      const group = index === marked ? { group: {} } : {};
      sums.add(1, { index, row: index + 2 }, { quantity: 1, ...group } as never);
    }
    expect(sums.get(1)?.isMarked).toBe(true);
  });

  it('are weighed column by column, and without the buffer that was taken off', () => {
    const misread = createMisread({ now: pieces(2), earlier: [pieces(2)] });
    misread.add(0, pieces(1255), { quantity: 6.25e3, columns: [1.25e3, 7e3], isMarked: true });
    expect(misread.jumped()).toEqual({ by: '÷1,000', records: [0] });
  });
});
