import { describe, expect, it } from 'vitest';
import { filledBytes } from '../../../adapters/fixed/shape.ts';

/** `19/18`: 19 bytes, 18 characters. */
function lengthsOf(rows: string) {
  return rows.split(' ').map((row) => {
    const [bytes = 0, characters = 0] = row.split('/').map(Number);
    return { bytes, characters };
  });
}

describe('the bytes that rows are filled up to', () => {
  it.each([
    ['plain rows of one length', '19/19 19/19', 19],
    ['a row beyond ASCII of as many bytes', '19/19 19/18', 19],
    ['rows beyond ASCII alone, each with its own count', '25/22 25/19 25/21', 25],
    ['a title and a total of other lengths', '7/7 19/19 19/18 19/19 19/19 19/17 19/19 12/12', 19],
    ['one row whose bytes fill the layout', '19/17', 19],
  ])('are told by %s', (_, rows, bytes) => {
    expect(filledBytes(lengthsOf(rows), 19)).toBe(bytes);
  });

  it.each([
    ['one row beyond ASCII that fills the layout with characters', '21/19'],
    ['rows beyond ASCII with as many characters each', '18/17 18/17 18/17'],
    ['rows without the blanks at their ends', '15/15 19/18 17/17 19/19'],
    ['a row beyond ASCII of as many characters', '19/19 20/19'],
  ])('are not told by %s', (_, rows) => {
    expect(filledBytes(lengthsOf(rows), 19)).toBeUndefined();
  });

  it('are not told by a file without rows', () => {
    expect(filledBytes([], 19)).toBeUndefined();
  });
});
