import { expect, it } from 'vitest';
import { recognise } from '../../src/setup/recognise.ts';
import { table } from './table.ts';

const article = { ArtNr: 'A1 A2 A3', Bezeichnung: 'Bolt~M8 Nut~M8 Disc~M8' };
const stockFrom = (columns: Record<string, string>) =>
  recognise(table({ ...article, ...columns })).guesses.find(
    ({ field }) => field === 'availableQty',
  );
const warehouses = { Lager1: '10 20 5', Lager2: '1 2 3' };

it.each(['Bestand', 'Verfügbar'])('%s beside a column for each warehouse is the stock', (name) => {
  for (const columns of [
    { ...warehouses, [name]: '11 22 8' },
    { [name]: '11 22 8', ...warehouses },
  ])
    expect(stockFrom(columns)).toMatchObject({ columns: [name], certainty: 'certain' });
});

it('a stock that is empty in every row yields to one that is not', () => {
  const columns = { Bestand: '_ _ _', Lagermenge: '1 2 3' };
  expect(stockFrom(columns)).toMatchObject({ columns: ['Lagermenge'], certainty: 'certain' });
});

it('a repeated stock of which one holds 0 and 1 alone is added up', () => {
  const columns = table({ sku: 'A B C', 'stock/qty': '0 1 1', 'stock[2]/qty': '5 7 2' });
  const told = { kind: 'stock', format: 'xml', columns: {} } as const;
  expect(recognise(columns, told).guesses[1]).toMatchObject({
    ...{ columns: ['stock/qty', 'stock[2]/qty'], isProposed: true },
  });
});

it('a part of a name is never certain, in a stock list as well', () => {
  const columns = table({ ArtNr: 'A B C', 'Bestand Halle': '5 7 2' });
  expect(recognise(columns, { kind: 'stock', columns: {} }).guesses[1]).toMatchObject({
    ...{ columns: ['Bestand Halle'], certainty: 'likely', isProposed: true },
  });
});

it.each([
  ['of numbers of which none is called a stock', { Lfd: '1 2 3', Wert7: '40 50 60' }],
  ['of words alone', { Ort: 'Ulm Bonn Kiel' }],
  ['of a minimum alone', { Mindestmenge: '5 10 20' }],
])('a stock list %s has no stock that is guessed', (_, others) => {
  const columns = table({ ArtNr: 'A B C', ...others });
  const { guesses } = recognise(columns, { kind: 'stock', columns: {} });
  expect(guesses.map(({ field }) => field)).toEqual(['externalId']);
});

it.each(['Netto verfügbar', 'K dispozici'])(
  'reserved goods are not taken off %s once more, and are off what holds 0 and 1',
  (free) => {
    const Reserviert = '1 0 0';
    const columns = table({ ArtNr: 'A B C', [free]: '10 5 9', Reserviert });
    const told = { kind: 'stock', columns: {} } as const;
    expect(recognise(columns, told).guesses[1]).toMatchObject({ columns: [free], minus: [] });
    expect(stockFrom({ Bestand: '1 0 1', Reserviert })?.minus).toEqual(['Reserviert']);
  },
);

it.each([
  [{ Bestand: 'ja nein ja' }, 'csv'],
  [{ 'Bestand Halle': '1 0 1' }, 'csv'],
  [{ halleBestand: '5 7 2', 'halleBestand[2]': '1 2 3' }, 'xml'],
] as const)(
  'a part of the name, or words, are not read as a quantity: %j of %s',
  (columns, format) => {
    const found = recognise(table({ ...article, ...columns }), { format, columns: {} });
    const stock = found.guesses.find(({ field }) => field === 'availableQty');
    expect(stock).toMatchObject({ columns: expect.anything(), isProposed: false });
  },
);

it('what can be ordered in a shop is read instead of all that lies in the warehouses', () => {
  expect(stockFrom({ ...warehouses, 'Verfügbar Shop': '9 22 7' })).toMatchObject({
    ...{ columns: ['Verfügbar Shop'], certainty: 'likely', isProposed: true },
  });
});

it.each([
  ['Verfügbar', 'ja nein ja'],
  ['Bestand', 'viele wenige 8'],
  ['Verfügbar in Tagen', '9 22 7'],
  ['Available from', '9 22 7'],
  ['Verfügbar Shop', 'viele wenige 8'],
])('the warehouses are added up beside %s with %s', (name, cells) => {
  expect(stockFrom({ ...warehouses, [name]: cells })).toMatchObject({
    ...{ columns: ['Lager1', 'Lager2'], isProposed: true },
  });
});

it.each([
  ['Bestand', { Bestand: 'viele wenige 8', 'Bestand Halle': '1 2 3' }],
  ['Lagerbestand Nord', { 'Bestand Halle': 'viele wenige 8', 'Lagerbestand Nord': '1 2 3' }],
  ['Stock in hall', { 'In Stock': 'Yes No Yes', 'Stock in hall': '1 2 3' }],
  ['Bestand Halle', { Verfügbar: 'viel wenig 3', 'Bestand Halle': '1 2 3' }],
  ['Bestand Halle', { Anfangsbestand: '5 6 7', 'Bestand Halle': '1 2 3' }],
])('%s is shown and not read, of %j', (name, columns) => {
  const turned = Object.fromEntries(Object.entries(columns).reverse());
  for (const each of [columns, turned])
    expect(stockFrom(each)).toMatchObject({ columns: [name], isProposed: false });
});
