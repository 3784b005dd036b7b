import { expect, it } from 'vitest';
import { compareNames, inNameOrder, shownExport } from '../../src/domain/file-name.ts';

it.each([
  ['numbers by their value', ['b1.csv', 'b9.csv', 'b10.csv', 'b0998.csv', 'b999.csv', 'b1000.csv']],
  ['numbers of equal length as they are', ['b20261130.csv', 'b20261201.csv', 'b20270101.csv']],
  ['one number behind the other', ['b1-9.csv', 'b1-10.csv', 'b2-1.csv']],
  ['equal numbers by how they are written', ['b01.csv', 'b1.csv']],
  ['numbers that no integer holds', ['b1234567890123456789012.csv', 'b1234567890123456789013.csv']],
  ['all else by code points', ['B.csv', 'a.csv', 'b.csv', 'ä.csv']],
])('names are put in order: %s', (_, names) => {
  const files = names.toReversed().map((name) => ({ name }));
  expect(inNameOrder(files, ({ name }) => name).map(({ name }) => name)).toEqual(names);
  expect(names.toReversed().sort(compareNames)).toEqual(names);
});

it('a name does not come before itself', () => {
  expect(compareNames('b1.csv', 'b1.csv')).toBe(0);
});

it.each([
  ['a.csv', 'a.csv'],
  ['a.csv + b.csv + c.csv + d.csv', 'a.csv + b.csv + c.csv + d.csv'],
  ['a.csv + b.csv + c.csv + d.csv + e.csv', 'a.csv + b.csv + c.csv and 2 more files'],
])('an export of %s is called %s', (file, shown) => {
  expect(shownExport(file)).toBe(shown);
});
