import { describe, expect, it } from 'vitest';
import { headerNames, tableColumns } from '../../../adapters/text/columns.ts';

const composed = 'Größe';
const decomposed = composed.normalize('NFD');

describe('the name of a column', () => {
  it.each([
    ['composed in the file and not in the mapping', composed, decomposed],
    ['composed in the mapping and not in the file', decomposed, composed],
    ['decomposed in both', decomposed, decomposed],
  ])('is found where its accents are %s', (_, written, asked) => {
    expect(tableColumns(headerNames([['Nr', written]])).column(asked)).toBe(1);
    // A fixed layout declares its names.
    expect(tableColumns(['Nr', written]).column(asked)).toBe(1);
  });

  it('is the second of two that differ in that alone', () => {
    expect(headerNames([[composed, decomposed]])).toEqual([composed, `${composed}[2]`]);
  });
});
