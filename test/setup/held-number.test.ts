import { expect, it } from 'vitest';
import { recognise } from '../../src/setup/recognise.ts';
import { table } from './table.ts';

it('stock whose cells show a unit beside their number is proposed', () => {
  const held = new Map([
    ['5.50 Stk', '5.5'],
    ['1,250 Stk', '1250'],
    ['0 Stk', '0'],
  ]);
  const bestand = { name: 'Bestand', cells: [...held.keys()], numbers: new Set(held.keys()), held };
  const { guesses } = recognise([...table({ ArtNr: 'A1 A2 A3' }), bestand]);
  expect(guesses.find(({ field }) => field === 'availableQty')).toMatchObject({
    columns: ['Bestand'],
    isProposed: true,
  });
});
