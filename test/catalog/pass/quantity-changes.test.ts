import { describe, expect, it } from 'vitest';
import { type Buffers, createQuantityChanges } from '../../../src/catalog/pass/quantity-changes.ts';

type Columns = readonly number[];
const total = (columns: Columns) => columns.reduce((sum, value) => sum + value, 0);

/** Articles by what their columns were and are; the buffer is taken off both. */
function jumpOf(articles: readonly (readonly [Columns, Columns])[], buffer = 0) {
  const changes = createQuantityChanges(10, { now: buffer, earlier: [] });
  for (const [index, [was, is]] of articles.entries())
    changes.add(index, total(was) - buffer, { quantity: total(is) - buffer, columns: is });
  const { by, records } = changes.jumped();
  return [by, records.length, changes.measured.length];
}

const many = (count: number, article: (n: number) => readonly [Columns, Columns]) =>
  Array.from({ length: count }, (_, n) => article(n));
const inOne = ' in one of the columns or files that are added up';

describe('fault 5: quantities that are added up of columns', () => {
  it.each([
    [
      'one of two',
      (n: number) =>
        [
          [n + 7, 30 + n],
          [(n + 7) * 10, 30 + n],
        ] as const,
      `×10${inOne}`,
    ],
    [
      'one of three, a hundredth',
      (n: number) =>
        [
          [5, (n + 1) * 100, n],
          [5, n + 1, n],
        ] as const,
      `÷100${inOne}`,
    ],
    [
      'all that is added',
      (n: number) =>
        [
          [n + 7, n + 2, -3],
          [(n + 7) * 10, (n + 2) * 10, -3],
        ] as const,
      '×10',
    ],
    [
      'all that is taken off',
      (n: number) =>
        [
          [9_000, -n - 1],
          [9_000, (-n - 1) * 10],
        ] as const,
      '×10 in what is taken off',
    ],
    [
      'the whole',
      (n: number) =>
        [
          [n + 1, n + 2],
          [(n + 1) * 1_000, (n + 2) * 1_000],
        ] as const,
      '×1,000',
    ],
  ])('are seen to jump where %s does, behind a buffer too', (_, article, by) => {
    expect(jumpOf(many(12, article))).toEqual([by, 12, 12]);
    expect(jumpOf(many(12, article), 2)).toEqual([by, 12, 12]);
  });

  it('are no jump of a column that is told of fewer than ten, nor of several columns by chance', () => {
    const one = (n: number) =>
      [
        [n + 7, 30 + n],
        [(n + 7) * 10, 30 + n],
      ] as const;
    expect(jumpOf(many(9, one))).toEqual(['', 0, 9]);
    // Every article has a column that jumps, and no column does in most of them.
    const chance = (n: number) => {
      const was = [7, 8, 9, 11].map((value) => value + n);
      return [was, was.map((value, column) => (column === n % 4 ? value * 10 : value))] as const;
    };
    expect(jumpOf(many(12, chance))).toEqual([`×10${inOne}`, 3, 12]);
  });

  it('are measured by nothing where none was confirmed or nothing is left', () => {
    const changes = createQuantityChanges(10, { now: 0, earlier: [] });
    changes.add(0, null, { quantity: 50, columns: [50, 0] });
    changes.add(1, 0, { quantity: 50, columns: [50, 0] });
    changes.add(2, 50, { quantity: 0, columns: [5, -5] });
    expect(changes.jumped().records).toEqual([]);
    expect([changes.measured, changes.records]).toEqual([
      [1, 2],
      [0, 1, 2],
    ]);
  });
});

/** Articles by what the column was and is, confirmed under one of the earlier buffers in turn. */
function jumpUnder({ now, earlier }: Buffers, article: (n: number) => readonly [Columns, Columns]) {
  const changes = createQuantityChanges(10, { now, earlier });
  for (const [index, [was, is]] of many(12, article).entries())
    changes.add(index, Math.max(0, total(was) - (earlier[index % earlier.length] ?? now)), {
      quantity: Math.max(0, total(is) - now),
      columns: is,
    });
  const { by, records } = changes.jumped();
  return `${by}: ${records.length} of ${changes.measured.length - changes.ofBuffer.length}`;
}

describe('fault 5: quantities of which the buffer has changed', () => {
  const tenfold = (n: number) => [[n + 20], [(n + 20) * 10]] as const;
  const oneOfTwo = (n: number) =>
    [
      [n + 27, 30 + n],
      [(n + 27) * 10, 30 + n],
    ] as const;
  const taken = (n: number) =>
    [
      [9_000, -n - 1],
      [9_000, (-n - 1) * 10],
    ] as const;
  const few = (n: number) => [[n + 20], [n < 4 ? (n + 20) * 10 : n + 20]] as const;
  const same = (n: number) => [[n + 1], [n + 1]] as const;
  it.each([
    ['all jump', { buffers: [3, 0], article: tenfold }, '×10: 12 of 12'],
    ['all jump, and the buffer goes', { buffers: [0, 7], article: tenfold }, '×10: 12 of 12'],
    ['an import was under way', { buffers: [3, 3, 0], article: tenfold }, '×10: 12 of 12'],
    ['there were several', { buffers: [5, 2, 0], article: tenfold }, '×10: 12 of 12'],
    ['one column jumps', { buffers: [3, 0], article: oneOfTwo }, `×10${inOne}: 12 of 12`],
    [
      'what is taken off jumps',
      { buffers: [3, 0], article: taken },
      '×10 in what is taken off: 12 of 12',
    ],
    ['a few jump beside it', { buffers: [3, 0], article: few }, '×10: 4 of 4'],
    ['nothing else does', { buffers: [5, 0], article: same }, ': 0 of 0'],
    ['it goes, and nothing else does', { buffers: [0, 9], article: same }, ': 0 of 0'],
  ])('tell a jump from it: %s', (_, { buffers: [now = 0, ...earlier], article }, told) => {
    expect(jumpUnder({ now, earlier }, article)).toBe(told);
  });
});
