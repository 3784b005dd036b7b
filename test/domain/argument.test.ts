import { expect, it } from 'vitest';
import { argument } from '../../src/domain/argument.ts';

it.each([
  ['4711-A/2', '4711-A/2'],
  ['Größe_3', 'Größe_3'],
  ['A 1', '"A 1"'],
  ['A&B', '"A&B"'],
  ['conf\\a.yaml', '"conf\\a.yaml"'],
  ['A\\', "'A\\'"],
  ["O'Neill 3", `"O'Neill 3"`],
  ['3/4" $x', `'3/4" $x'`],
  [`3" o'x`, `'3" o'\\''x'`],
])('%s is copied as one argument', (text, shown) => {
  expect(argument(text)).toBe(shown);
});
