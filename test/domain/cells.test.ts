import { describe, expect, it } from 'vitest';
import { kindOf, type Lookup } from '../../src/domain/cells.ts';

const texts: Readonly<Record<string, string>> = { N1: '1', N2: '1 ', T: '1', W: '1', L: '' };

/** Columns N hold numbers, W a truth value and T a text; `L` is empty. */
function lookupOf(knows: 'all' | 'numbers' | 'truths' | 'nothing'): Lookup {
  const isNumber = (column: string) => column.startsWith('N') || column === 'L';
  const isTruth = (column: string) => column === 'W';
  return Object.assign((column: string) => texts[column], {
    ...((knows === 'all' || knows === 'numbers') && { isNumber }),
    ...((knows === 'all' || knows === 'truths') && { isTruth }),
  });
}

describe('a text is', () => {
  it.each([
    ['1', ['N1', 'N2'], 'all', 'number'],
    ['1', ['N1', 'T'], 'all', 'text'],
    ['1', ['N1', 'L'], 'all', 'number'],
    ['1', ['T', 'W'], 'all', 'truth'],
    ['1', ['N1', 'W'], 'truths', 'truth'],
    ['1', ['N1', 'W'], 'numbers', 'text'],
    ['1', ['N1'], 'numbers', 'number'],
    // A step of the field has made it, so it is no value of the cell.
    ['11', ['N1', 'W'], 'all', 'text'],
    ['', ['L'], 'all', 'text'],
    ['1', ['N1', 'W'], 'nothing', 'text'],
  ] as const)(
    '%j of the cells %j, of which a reader knows %s: a %s',
    (...[text, columns, ...[knows, kind]]) => {
      expect(kindOf(text, { lookup: lookupOf(knows), columns })).toBe(kind);
    },
  );
});
