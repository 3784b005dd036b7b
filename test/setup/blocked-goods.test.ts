import { describe, expect, it } from 'vitest';
import { recognise } from '../../src/setup/recognise.ts';
import { table } from './table.ts';

const article = { ArtNr: 'A1 A2 A3', Bezeichnung: 'Bolt~M8 Nut~M8 Disc~M8' };
const found = (columns: Record<string, string>) => recognise(table({ ...article, ...columns }));
const guessOf = (columns: Record<string, string>, field: 'isActive' | 'availableQty') =>
  found(columns).guesses.find((one) => one.field === field);

describe('a column that counts blocked goods', () => {
  it.each([
    ['Gesperrt', '0,000 12,000 1,000'],
    ['Blocked', '0.5 0 12'],
    ['Geblokkeerd', '0,00 3,00 0,00'],
  ])('as %s with %s blocks no article, and is taken off the stock', (name, cells) => {
    const columns = { Bestand: '120 55 7', [name]: cells };
    expect(guessOf(columns, 'isActive')).toBeUndefined();
    expect(guessOf(columns, 'availableQty')).toMatchObject({
      columns: ['Bestand'],
      minus: [name],
      certainty: 'likely',
      reason: 'by its name, minus what is blocked',
    });
  });

  it('is taken off beside what is reserved, and the reason says both', () => {
    const columns = { Bestand: '120 55 7', Reserviert: '1 0 2', Gesperrt: '0,000 12,000 0,000' };
    expect(guessOf(columns, 'availableQty')).toMatchObject({
      minus: ['Reserviert', 'Gesperrt'],
      reason: 'by its name, minus what is reserved or blocked',
    });
  });

  it('is not taken off what can be ordered, and is told', () => {
    const columns = { Verfügbar: '120 55 7', Gesperrt: '0,000 12,000 0,000' };
    expect(guessOf(columns, 'availableQty')).toMatchObject({ columns: ['Verfügbar'], minus: [] });
    expect(found(columns).marks).toMatchObject([{ name: 'Gesperrt' }]);
    expect(found(columns).left).not.toContain('Gesperrt');
  });

  it.each([
    ['Gesperrt', '0,00 1,00 0,00'],
    ['Gesperrt', '0 1 2'],
    ['Gesperrt', '10 20 10'],
    ['Sperrkennzeichen', '0,000 12,000 1,000'],
    ['Discontinued', '2023 2024 0.0'],
  ])('is another one than %s with %s', (name, cells) => {
    const columns = { Bestand: '120 55 7', [name]: cells };
    expect(guessOf(columns, 'isActive')).toMatchObject({ columns: [name] });
    expect(guessOf(columns, 'availableQty')).toMatchObject({ minus: [] });
  });
});
