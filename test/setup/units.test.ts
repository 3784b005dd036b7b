import { describe, expect, it } from 'vitest';
import type { Field } from '../../src/setup/field-words.ts';
import type { Guess } from '../../src/setup/guess.ts';
import { recognise } from '../../src/setup/recognise.ts';
import { table } from './table.ts';

const article = { ArtNr: 'A1 A2 A3', Bezeichnung: 'Bolt~M8 Nut~M8 Disc~M8' };
const guessed = (columns: Record<string, string>, field: Field): Guess | undefined =>
  recognise(table({ ...article, ...columns })).guesses.find((one) => one.field === field);

describe('the unit', () => {
  it.each([
    [{ Verkaufseinheit: 'KAR KAR KAR', Lagereinheit: 'STK STK STK' }, 'Lagereinheit'],
    [
      {
        Basismengeneinheit: 'ST ST ST',
        Verkaufsmengeneinheit: 'KAR KAR ST',
        Einheit: 'KAR KAR ST',
      },
      'Basismengeneinheit',
    ],
  ])(
    'is the one that the stock is counted in, and looked at where another differs: %j',
    (...row) => {
      const [columns, column] = row;
      expect(guessed({ ...columns, Bestand: '1 2 3' }, 'unitOfMeasure')).toMatchObject({
        columns: [column],
        certainty: 'likely',
        isProposed: true,
        reason: expect.stringContaining('says KAR where this column says ST'),
      });
    },
  );

  it('is certain where two columns say the same in other words', () => {
    const columns = { Lagereinheit: 'STK ST KG', Verkaufseinheit: 'ST STK kg' };
    expect(guessed(columns, 'unitOfMeasure')?.certainty).toBe('certain');
  });

  it('of sale alone is looked at', () => {
    expect(guessed({ Verkaufseinheit: 'KAR KAR ST' }, 'unitOfMeasure')).toMatchObject({
      certainty: 'likely',
      reason: 'by its name; right only if the stock is counted in it',
    });
  });
});

describe('a quantity of which only its unit says what it is', () => {
  it('is a comment where most units are those of what a pack holds', () => {
    expect(guessed({ Menge: '250 500 12', Einheit: 'ml ml ST' }, 'availableQty')).toMatchObject({
      isProposed: false,
      reason: 'by its name; with ml in Einheit it may be what a pack holds, not what there is',
    });
  });

  it('is looked at where a stock may be counted so', () => {
    expect(guessed({ Menge: '2,5 3 1', Einheit: 'kg kg ST' }, 'availableQty')).toMatchObject({
      certainty: 'likely',
      isProposed: true,
    });
  });

  it('is certain in pieces, and wherever its name says that it is a stock', () => {
    expect(guessed({ Menge: '2 3 1', Einheit: 'ST ST ST' }, 'availableQty')?.certainty).toBe(
      'certain',
    );
    expect(guessed({ Bestand: '2 3 1', Einheit: 'kg kg m' }, 'availableQty')?.certainty).toBe(
      'certain',
    );
  });
});

it('a Staffel may be a tier of prices: it is a step of orders only where a person switches it on', () => {
  expect(guessed({ Staffel: '10 20 50' }, 'stepQty')).toMatchObject({
    isProposed: false,
    reason: expect.stringContaining('may be a price tier'),
  });
  const { left, doubtful } = recognise(
    table({ ...article, Bestellschritt: '5 5 5', Staffel: '10 20 50' }),
  );
  expect({ left, doubtful }).toEqual({ left: [], doubtful: ['Staffel'] });
});
