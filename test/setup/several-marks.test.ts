import { describe, expect, it } from 'vitest';
import { recognise } from '../../src/setup/recognise.ts';
import { table } from './table.ts';

const article = { Varenr: 'A1 A2 A3 A4', Beskrivelse: 'Bolt~M8 Nut~M8 Disc~M8 Rod~M8' };
const proposed = (columns: Record<string, string>) => {
  const { guesses, marks } = recognise(table({ ...article, ...columns }));
  const found = guesses.find(({ field, isProposed }) => field === 'isActive' && isProposed);
  return { columns: found?.columns, steps: found?.steps, told: marks.map(({ name }) => name) };
};

describe('two columns that each take articles off sale', () => {
  it('are read together, and only what both leave on sale is listed', () => {
    expect(proposed({ Spærret: 'Nej Ja Nej Nej', Udgået: 'Nej Nej Ja Nej' })).toEqual({
      columns: ['Spærret', 'Udgået'],
      steps: { translate: { 'Nej Nej': 'true' }, otherwise: 'false' },
      told: [],
    });
  });

  it('may stand beside one that says what is on sale', () => {
    const { columns, steps } = proposed({ Aktiv: '1 1 0 1', Gesperrt: 'nein ja nein nein' });
    expect(columns).toEqual(['Aktiv', 'Gesperrt']);
    expect(steps).toEqual({ translate: { '1 nein': 'true' }, otherwise: 'false' });
  });

  it('mean an article on sale where each of them is empty', () => {
    const { columns, steps } = proposed({ Gesperrt: '_ X _ _', Auslaufartikel: '_ _ _ _' });
    expect(columns).toEqual(['Gesperrt']);
    expect(steps?.default).toBe('true');
    expect(proposed({ Spærret: '_ X _ _', Udgået: '_ _ X _' })).toMatchObject({
      columns: ['Spærret', 'Udgået'],
      steps: { otherwise: 'false', default: 'true' },
    });
  });

  it('are one where the other takes nothing more off sale', () => {
    const { columns, told } = proposed({ Spærret: 'Nej Ja Ja Nej', Udgået: 'Nej Nej Ja Nej' });
    expect(columns).toEqual(['Spærret']);
    expect(told).toEqual(['Udgået']);
  });

  it('are not read together where the joined text would not tell which of them is empty', () => {
    const { columns, told } = proposed({ Aktiv: 'ja _ ja ja', Gesperrt: '_ _ ja _' });
    expect([columns?.length, told.length]).toEqual([1, 1]);
  });
});
