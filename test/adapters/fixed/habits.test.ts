import { describe, expect, it } from 'vitest';
import { breaks, habitsOf } from '../../../adapters/fixed/habits.ts';

describe('the habits of fields', () => {
  const rows = [
    ['  12', 'Nut  '],
    ['   7', 'Säge '],
    [' 140', 'Beil '],
  ] as const;
  const habits = habitsOf(rows);

  it.each([
    { fields: ['  99', 'Axt  '], broken: 0 },
    { fields: ['99  ', 'Axt  '], broken: 1 },
    { fields: ['  9x', 'Axt  '], broken: 1 },
    { fields: ['    ', 'Axt  '], broken: 0 },
    { fields: ['  99', 'F   0'], broken: 1 },
  ])('are broken $broken times by $fields', ({ fields, broken }) => {
    expect(breaks(fields, habits)).toBe(broken);
  });
});
