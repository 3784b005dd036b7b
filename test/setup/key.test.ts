import { expect, it } from 'vitest';
import { keyGuess, keyRefusal } from '../../src/setup/key.ts';
import { table } from './table.ts';

it('a column of dates that a spreadsheet has made of article numbers is no key', () => {
  const [name] = table({ Name: 'Bolt~a Nut~b Disc~c' });
  const [sku] = table({ SKU: '1-Oct 2-Oct 3' });
  const columns = [{ ...sku!, dates: new Map([['1-Oct', '2025-10-01']]) }, name!];
  expect(keyGuess([columns[0]!], 'products')).toBeUndefined();
  expect(keyRefusal(columns, 'products')).toContain('"1-Oct" is a date (2025-10-01)');
});
