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

it('a barcode that has the name of an article number is not certain: with other packaging it is another one', () => {
  const columns = table({ GTIN: '4006381333931 4006381333948', Bezeichnung: 'Pen~blue Pen~red' });
  expect(keyGuess(columns, 'products')).toMatchObject({
    columns: ['GTIN'],
    certainty: 'likely',
    reason: expect.stringContaining('only if articles have no number of their own'),
  });
});

it.each(['Ort', 'Warehouse', 'Lagerortname'])(
  '%s is where articles lie and no number of theirs, though each lies elsewhere',
  (place) => {
    const columns = table({ ArtNr: 'A1 A1 A2', Name: 'Bolt Bolt Nut', [place]: 'Ulm Bonn Kiel' });
    expect(keyGuess(columns, 'products')).toBeUndefined();
    expect(keyRefusal(columns, 'products')).toContain('1 repeated value');
  },
);

it('a column of article numbers that is empty in every row is told once as empty', () => {
  const [name] = table({ Name: 'Bolt Nut' });
  const sku = { ...name!, name: 'SKU', cells: ['', ''] };
  expect(keyRefusal([sku, name!], 'products')).toBe('SKU: empty in 2 of 2 rows');
});

it('a list of the stock of each warehouse with the names of the articles is told how to be read as one', () => {
  const stock = table({ SKU: 'A1 A1 A2', Title: 'Bolt Bolt Nut', 'On hand': '5 3 0' });
  const hint = 'SKU: 1 repeated value; if each row is the stock of a warehouse, give --kind stock';
  expect(keyRefusal(stock, 'products')).toBe(hint);
  expect(keyRefusal(stock.slice(0, 2), 'products')).toBe('SKU: 1 repeated value');
});

it('a column that counts the rows yields to another article number, and alone is likely', () => {
  const columns = { Nr: '1 2 3', Text: 'Bolt Nut Disc' };
  expect(keyGuess(table(columns), 'products')).toMatchObject({
    columns: ['Nr'],
    certainty: 'likely',
    reason: expect.stringContaining('it counts the rows'),
  });
  const better = table({ ...columns, ID: 'A1 A2 A3' });
  expect(keyGuess(better, 'products')).toMatchObject({ columns: ['ID'], certainty: 'certain' });
  const kept = table({ ...columns, Nr: '1 3 4' });
  expect(keyGuess(kept, 'products')).toMatchObject({ columns: ['Nr'], certainty: 'certain' });
});

it.each([
  ['1001 1002 1003', 'Art.'],
  ['A1 B22 C3', 'Art.'],
  ['9 120 7', 'Pos'],
  ['Bolt Nut Disc', 'Pos'],
])(
  'a column without a usual name that counts the rows is left for one of codes: %s',
  (cells, key) => {
    const columns = table({ Pos: '1 2 3', 'Art.': cells, Bestand: '120 555 710' });
    expect(keyGuess(columns, 'products')).toMatchObject({ columns: [key], certainty: 'likely' });
  },
);

it.each(['Artikelnummer / SKU', 'Código (SKU)'])(
  'the id of a database does not win over a name of two article numbers: %s',
  (name) => {
    const columns = table({ Id: '903 117 455', [name]: 'A1 B22 C3' });
    expect(keyGuess(columns, 'products')).toMatchObject({ columns: [name], certainty: 'certain' });
  },
);

const uuid = '6f9619ff-8b86-d011-b42d-00cf4fc964f';
it.each([
  ['identities', { Kennung: `${uuid}1 ${uuid}2 ${uuid}3` }],
  ['identities in braces', { Kennung: `{${uuid.toUpperCase()}A} {${uuid}2} {${uuid}3}` }],
  ['dates', { Angelegt: '2024-01-02 2024-01-03 2024-01-04' }],
  ['German dates', { Angelegt: '01.02.2024 02.02.2024 K3' }],
  ['numbers with decimals', { Dicke: '1,5 12,25 +3.5' }],
  ['one number with decimals', { Dicke: '1,5 K2 K3' }],
  ['texts', { Hinweis: 'nur~im~Set ab~drei~Stück gegen~Aufpreis~lieferbar' }],
  ['long words', { Hinweis: [1, 2, 3].map((row) => `${row}${'x'.repeat(40)}`).join(' ') }],
  ['prices', { 'EK-Preis': '12 13 14' }],
  ['places', { Lagerplatz: 'A1 A2 A3' }],
  ['names', { Bezeichnung: 'Bolt Nut Disc' }],
  ['quantities', { 'Location On Hand': '1200 30 300' }],
  ['goods to come', { 'On order': '120 30 300' }],
  ['a status', { 'Active Status': 'Active Inactive Old' }],
  ['a column with an empty cell', { Variante: 'X1 _ X3' }],
  ['a column that repeats', { Variante: 'X1 X1 X3' }],
  ['a column that counts the rows', { Pos: '1 2 3' }],
  ['a column that counts, and weights', { Pos: '1 2 3', Masse: '12 7 300' }],
])('a code is the likely key beside %s', (_, columns) => {
  expect(keyGuess(table({ ...columns, Kürzel: 'K7 K8 K9' }), 'products')).toMatchObject({
    ...{ columns: ['Kürzel'], certainty: 'likely', isProposed: true },
  });
});

it('the first code is the key, and the numbers of rows only where no code stands beside them', () => {
  const first = (columns: Record<string, string>) => keyGuess(table(columns), 'products')?.columns;
  expect(first({ Wort: 'rot blau grün', Kürzel: 'K7 K8 K9' })).toEqual(['Wort']);
  expect(first({ Pos: '1 2 3', Kürzel: '104 105 106' })).toEqual(['Kürzel']);
  for (const name of ['Inventory ID', 'Stock SKU', 'Inventory Item', 'Active SKU'])
    expect(first({ [name]: 'BOLT8 NUT8 DISC8' })).toEqual([name]);
  for (const other of ['7 8 9', 'rot blau grün', '12 7 300'])
    expect(first({ Pos: '1 2 3', Kürzel: other })).toEqual(['Pos']);
});

it('a named key is certain only where its whole name says so, and each row has another one', () => {
  const certainty = (columns: Record<string, string>) =>
    keyGuess(table(columns), 'stock')?.certainty;
  expect(certainty({ ArtNr: 'A1 A2 A3' })).toBe('certain');
  for (const columns of [
    { ArtNr: 'A1 _ A3' },
    { ArtNr: 'A1 A1 A3' },
    { ArtNr: '1 2 3' },
    { 'ArtNr. im Shop': 'A1 A2 A3' },
  ])
    expect(certainty(columns)).toBe('likely');
  expect(certainty({ ArtNr: 'A1 _ _ _' })).toBeUndefined();
});
