import { describe, expect, it } from 'vitest';
import { recognise, type Told } from '../../src/setup/recognise.ts';
import { table } from './table.ts';

const article = { ArtNr: 'A1 A2 A3', Bezeichnung: 'Bolt~M8 Nut~M8 Disc~M8' };
const stockFrom = (columns: Record<string, string>, told: Partial<Told> = {}) =>
  recognise(table({ ...article, ...columns }), { columns: {}, ...told }).guesses.find(
    ({ field }) => field === 'availableQty',
  );

describe('what is reserved, written below zero', () => {
  it('is added to the stock', () => {
    for (const Reserviert of ['-20 0 -3', '-20,0 0 _', '20- 0 3-'])
      expect(stockFrom({ Bestand: '120 55 7', Reserviert })).toMatchObject({
        columns: ['Bestand', 'Reserviert'],
        minus: [],
        certainty: 'likely',
        reason: 'by its name, and Reserviert added, because it is written below zero',
      });
  });

  it('is added to the stocks of warehouses, and to elements that come again', () => {
    const warehouses = { Lager1: '10 20 5', Lager2: '1 2 3', Reserviert: '-1 0 -3' };
    expect(stockFrom(warehouses)).toMatchObject({
      columns: ['Lager1', 'Lager2', 'Reserviert'],
      minus: [],
    });
    const elements = { 'stock/qty': '5 7 1', 'stock[2]/qty': '1 1 _', reserved: '-1 _ _' };
    expect(stockFrom(elements, { format: 'xml' })).toMatchObject({
      columns: Object.keys(elements),
      minus: [],
    });
  });

  it('in some rows only is taken off, and those rows are told', () => {
    expect(stockFrom({ Bestand: '120 55 7', Reserviert: '-1 0 3' })).toMatchObject({
      columns: ['Bestand'],
      minus: ['Reserviert'],
      reason:
        'by its name, minus what is reserved; rows where Reserviert is below zero are rejected',
    });
  });
});

it.each(['-', 'n/a', '(2)', 'ja'])(
  'reserved goods that cannot be read as numbers are told: %s',
  (none) => {
    for (const [stock, reason] of [
      [{ Bestand: '120 55 7' }, 'by its name'],
      [{ Lager1: '10 20 5', Lager2: '1 2 3' }, 'a column for each warehouse'],
    ] as const)
      expect(stockFrom({ ...stock, Reserviert: `${none} 2 ${none}` })).toMatchObject({
        minus: [],
        certainty: 'likely',
        isProposed: true,
        reason: `${reason}; Reserviert is not subtracted: "${none}" is not a number`,
      });
  },
);
