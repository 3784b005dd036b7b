import { expect, it } from 'vitest';
import type { Guess } from '../../src/setup/guess.ts';
import { recognise } from '../../src/setup/recognise.ts';
import { table } from './table.ts';

const shirts = {
  sku: 'TS TS-S TS-M CAP MUG',
  name: 'T-Shirt T-Shirt~S T-Shirt~M Cap Mug',
  stock: '40 15 25 9 8',
};
const stockFrom = (columns: Record<string, string>): Guess | undefined =>
  recognise(table(columns)).guesses.find(({ field }) => field === 'availableQty');

it('a parent with the stock of its variants is told, whatever its column is called', () => {
  for (const name of ['parent_sku', 'Vaterartikel', 'Gruppe'])
    expect(stockFrom({ ...shirts, [name]: '_ TS TS _ _' })).toMatchObject({
      certainty: 'likely',
      isProposed: true,
      reason: expect.stringContaining(`TS is the ${name} of 2 rows and has the stock of all`),
    });
});

it.each(['Código Pai', 'Variant Of', 'variante_von', 'Código padre'])(
  'a parent with a stock of its own is told by %s',
  (name) => {
    const stock = { ...shirts, stock: '7 15 25 9 8', [name]: '_ TS TS _ _' };
    expect(stockFrom(stock)?.reason).toContain(
      `TS is the ${name} of 2 rows and has a stock of its`,
    );
  },
);

it('the where that leaves parents out is told where a column says which they are', () => {
  const Art = 'Vater Kind Kind Artikel Artikel';
  expect(stockFrom({ ...shirts, Parent: '_ TS TS _ _', Art })?.reason).toContain(
    'where: { column: Art, notIn: [Vater] } leaves it out',
  );
  expect(stockFrom({ ...shirts, Parent: '_ TS TS _ _', Art: 'a a b b b' })?.reason).toContain(
    'leave such rows out (where:)',
  );
});

it('a parent by another number than the article number is told with its article number', () => {
  const columns = { ...shirts, id: '1 2 3 4 5', parent_id: '_ 1 1 _ _' };
  expect(stockFrom(columns)?.reason).toContain('TS is the parent_id of 2 rows');
});

it.each([
  ['a parent without a stock', { ...shirts, stock: '0 15 25 9 8', parent_sku: '_ TS TS _ _' }],
  ['an article that replaces another', { ...shirts, Ersatzartikel: '_ _ _ MUG _' }],
  [
    'numbers that are article numbers by accident',
    { ...shirts, sku: '1 2 3 4 5', Regal: '2 1 4 3 3' },
  ],
])('%s is no such parent', (_title, columns) => {
  expect(stockFrom(columns)).toMatchObject({ certainty: 'certain' });
});

it.each([
  ['Parent Child', 'Parentage Level'],
  ['parent child', 'parent_child'],
  ['Master Variante', 'Artikeltyp'],
  ['Vaterartikel Variationsartikel', 'Art'],
])('rows that a column tells from their variants are left out: %s', (kinds, column) => {
  const [parent = '', variant] = kinds.split(' ');
  const rows = { ...shirts, [column]: `${parent} ${variant} ${variant} _ _` };
  expect(recognise(table(rows)).leftOut).toEqual([{ column, notIn: [parent] }]);
});

it.each(['Vater Kind Kind _ _', 'Master Slave Slave _ _', 'Variante Variante _ _ _'])(
  'no rows are left out by a column that may say something else: %s',
  (cells) => {
    expect(recognise(table({ ...shirts, Art: cells })).leftOut).toEqual([]);
  },
);
