import { describe, expect, it } from 'vitest';
import { recognise } from '../../src/setup/recognise.ts';
import { table } from './table.ts';

const stockOf = (columns: Record<string, string>) =>
  recognise(
    table({ ArtNr: 'A1 A2 A3', Bezeichnung: 'Bolt~M8 Nut~M8 Disc~M8', ...columns }),
  ).guesses.find(({ field }) => field === 'availableQty');

describe('what can be ordered beside what lies there (quirk 33)', () => {
  it.each([
    ['stock', 'stock_available'],
    ['Inventory', 'Available inventory'],
    ['Bestand', 'Bestand frei'],
    ['Bestand', 'davon frei'],
    ['Stan', 'Stan dostępny'],
    ['Voorraad', 'Voorraad beschikbaar'],
    ['Остаток', 'Доступно для заказа'],
    ['Saldo', 'Tillgängligt'],
  ])('%s is left for %s', (there, free) => {
    const stock = stockOf({ [there]: '12 5 9', [free]: '4 5 0' });
    expect(stock).toMatchObject({ columns: [free], certainty: 'certain' });
  });

  it.each([
    'Net stock',
    'Nettobestand',
    'Nicht reserviert',
    'Остаток без резерва',
    'frei für Shop',
  ])('is told where its name is not known: %s', (free) => {
    expect(stockOf({ Bestand: '12 5 9', [free]: '4 5 _' })).toMatchObject({
      columns: ['Bestand'],
      certainty: 'likely',
      isProposed: true,
      reason: `by its name; ${free} has less in 1 of 3 rows: it may be what can be ordered`,
    });
  });

  it('is told where two columns make up the stock, in whatever language', () => {
    const stock = stockOf({ Bestand: '12 5,3 9', Volat: '10 5,2 9', Foglalva: '2 0,1 _' });
    expect(stock).toMatchObject({ columns: ['Bestand'], certainty: 'likely', isProposed: true });
    expect(stock?.reason).toBe(
      'by its name; Volat and Foglalva make it up in every row: one of them may be what can be ordered',
    );
  });

  it.each([
    { 'Bestand Nord': '10 5 _', 'Bestand Süd': '2 0 9' },
    { Volat: '10 5 9', Foglalva: '2 0 1' },
    { Volat: '12 5 9', Foglalva: '0 0 0' },
    { Volat: '12 _ _', Foglalva: '_ 5 9' },
  ])('is not told of the stock of places, and of columns that make up less: %j', (columns) => {
    expect(stockOf({ Bestand: '12 5 9', ...columns })?.certainty).toBe('certain');
  });

  it('is told where words and signs stand among its numbers', () => {
    const stock = stockOf({ Bestand: '12 250 9', Verfügbar: '-5 >100 ausverkauft' });
    expect(stock).toMatchObject({ columns: ['Bestand'], certainty: 'likely' });
    expect(stock?.reason).toContain('Verfügbar has less in 1 of 3 rows');
  });

  it.each([
    { 'Net stock': '12 5 9' },
    { 'Net stock': '13 4 8' },
    { 'Net weight': '4 5 8' },
    { 'nicht verfügbar': '4 5 8' },
    { 'Verfügbar in Tagen': '4 5 8' },
    { 'Im Shop verfügbar': '1 0 1' },
  ])('is not read out of another number: %j', (columns) => {
    expect(stockOf({ Bestand: '12 5 9', ...columns })).toMatchObject({
      columns: ['Bestand'],
      certainty: 'certain',
    });
  });
});
