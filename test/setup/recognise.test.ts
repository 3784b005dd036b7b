import { describe, expect, it } from 'vitest';
import { isBarcode } from '../../src/setup/barcode.ts';
import type { Column } from '../../src/setup/column.ts';
import { numbersOf } from '../../src/setup/number-style.ts';
import { recognise } from '../../src/setup/recognise.ts';
import { table } from './table.ts';

const guessed = (columns: Record<string, string>, field: string) =>
  recognise(table(columns)).guesses.find((one) => one.field === field);
const article = { ArtNr: 'A1 A2 A3', Bezeichnung: 'Bolt~M8 Nut~M8 Disc~M8' };

describe('a table in which no column is called a name and none is sure to be one', () => {
  const sparse = {
    ArtNr: 'A1 A2 A3',
    KURZ: 'Messer Schraube _',
    GRP: 'Bau Bau Bau',
    Menge: '5 7 9',
  };

  it('is its stock alone, and the columns of words are told', () => {
    const { kind, unfound } = recognise(table(sparse));
    expect([kind, unfound.name]).toEqual(['stock', ['KURZ']]);
  });

  it('holds articles where a person names the column', () => {
    const { kind, guesses, unfound } = recognise(table(sparse), { columns: { name: 'KURZ' } });
    expect([kind, unfound.name]).toEqual(['products', undefined]);
    expect(guesses).toMatchObject([{}, { field: 'name', columns: ['KURZ'] }, {}]);
  });
});

describe('a column of numbers in the format itself', () => {
  const columns = (numbers: readonly string[]): Column[] => [
    ...table(article),
    { name: 'Bestand', cells: ['90.750', '1.125', '12'], numbers: new Set(numbers) },
  ];
  const stockOf = (numbers: readonly string[]) =>
    recognise(columns(numbers)).guesses.find(({ field }) => field === 'availableQty');

  it('is proposed as the stock without a style of numbers', () => {
    expect(stockOf(['90.750', '1.125', '12'])).toMatchObject({ isProposed: true });
    expect(recognise(columns(['90.750', '1.125', '12'])).numbers).toBeUndefined();
  });

  it('is in doubt where one of its cells is a text', () => {
    expect(stockOf(['90.750', '12'])).toMatchObject({
      isProposed: false,
      reason: '"1.125" can be read in two ways.',
    });
  });
});

describe('a column called Lager', () => {
  const lager = { Lager: '1 2 3' };

  it('is the stock beside Nordic names', () => {
    const columns = { Varenummer: 'A1 A2 A3', Varenavn: 'Bolt~M8 Nut~M8 Disc~M8', ...lager };
    expect(guessed(columns, 'availableQty')?.columns).toEqual(['Lager']);
  });

  it('is none beside German ones, which number their warehouses so', () => {
    const columns = { ...article, ...lager };
    expect(guessed(columns, 'availableQty')).toBeUndefined();
    expect(recognise(table(columns)).unfound.stock).toEqual(['Lager']);
  });

  it('is the stock where it holds parts of a unit, which no number of a warehouse has', () => {
    const columns = { ...article, Lager: '5,00 6,50 7,25' };
    expect(guessed(columns, 'availableQty')?.columns).toEqual(['Lager']);
  });
});

describe('a purchase price in another language', () => {
  it.each(['Alış Fiyatı', 'Kostpris', 'Nabavna cijena'])(
    '%s is no candidate for a stock',
    (name) => {
      const { unfound, prices } = recognise(table({ ...article, [name]: '5 6 7' }));
      expect([unfound.stock, prices]).toEqual([[], [name]]);
    },
  );
});

describe('the key', () => {
  it('is the column of a usual name whose values are there and differ', () => {
    const columns = { ID: '1 2 3', ...article };
    expect(guessed(columns, 'externalId')).toMatchObject({
      columns: ['ArtNr'],
      certainty: 'certain',
    });
  });

  it('is not a column of a usual name that repeats itself', () => {
    const columns = { ArtNr: 'A A A', SKU: 'x y z', Name: 'Bolt~a Nut~b Disc~c' };
    expect(guessed(columns, 'externalId')?.columns).toEqual(['SKU']);
  });

  it('is likely only where some rows have none', () => {
    const columns = { SKU: 'a b _', Name: 'Bolt~a Nut~b Disc~c' };
    expect(guessed(columns, 'externalId')).toMatchObject({
      certainty: 'likely',
      reason: 'by its name; empty in 1 of 3 rows',
    });
  });

  it('without a usual name is the first column that is never empty and never repeats itself', () => {
    const columns = { Zeile: 'x x y', Zeug: 'Q1 Q2 Q3', Name: 'Bolt~a Nut~b Disc~c' };
    expect(guessed(columns, 'externalId')).toMatchObject({
      columns: ['Zeug'],
      certainty: 'likely',
    });
  });

  it('is never one that a spreadsheet has cut', () => {
    const columns = { SKU: '7.67E+11 2 3', Name: 'Bolt~a Nut~b Disc~c' };
    expect(guessed(columns, 'externalId')).toBeUndefined();
  });
});

describe('the values of a column', () => {
  it('that would be rejected make it a comment with the first of them', () => {
    const columns = { ...article, Lieferzeit: '3 5 sofort' };
    expect(guessed(columns, 'leadTimeDays')).toMatchObject({
      isProposed: false,
      reason: '"sofort" is not a number.',
    });
  });

  it('with half days are rounded up', () => {
    const columns = { ...article, Lieferzeit: '3 5 1,5' };
    expect(guessed(columns, 'leadTimeDays')).toMatchObject({
      isProposed: true,
      steps: { rounding: 'up' },
    });
  });

  it('with right check digits are barcodes under any name', () => {
    const columns = { ...article, Zusatz: '4006381333931 96385074 036000291452' };
    expect(guessed(columns, 'barcode')).toMatchObject({
      columns: ['Zusatz'],
      certainty: 'certain',
    });
  });

  it('that are units get the names of the marketplace, and others go as they are', () => {
    const columns = { ...article, ME: 'STK KG PAK' };
    expect(guessed(columns, 'unitOfMeasure')).toMatchObject({
      steps: { translate: { STK: 'pcs', KG: 'kg' } },
      reason: 'by its name; these units are sent as they are: PAK',
    });
  });

  it('of a column such as Gesperrt are turned round', () => {
    expect(guessed({ ...article, Gesperrt: 'N J N' }, 'isActive')?.steps).toEqual({
      translate: { N: 'true', nein: 'true', 0: 'true', false: 'true' },
      otherwise: 'false',
    });
  });

  it('of a smallest quantity that is 0 say that there is none', () => {
    expect(guessed({ ...article, MOQ: '0 10 0,00' }, 'minOrderQty')).toMatchObject({
      isProposed: true,
      steps: { translate: { '0': '', '0,00': '' } },
    });
  });

  it('with markup lose it', () => {
    const names = { ArtNr: '1 2 3', Artikelname: 'Nut&nbsp;&amp;~bolt Cap~&quot;M8&quot; Pin' };
    expect(guessed(names, 'name')?.steps).toEqual({ stripHtml: true });
    expect(guessed({ ...article, Langtext: '<b>a</b> b c' }, 'description')?.steps).toEqual({
      stripHtml: true,
      cut: true,
    });
  });
});

describe('a file', () => {
  it('with a stock and no name is a stock list', () => {
    const { kind, guesses } = recognise(table({ ArtNr: 'A A B', Bestand: '1 2 3' }));
    expect({ kind, fields: guesses.map(({ field }) => field) }).toEqual({
      kind: 'stock',
      fields: ['externalId', 'availableQty'],
    });
  });

  it('without another name has its description for one', () => {
    const columns = { 'No.': '1000 1001', Description: 'City~bike Touring~bike', Inventory: '1 2' };
    expect(guessed(columns, 'name')).toMatchObject({
      columns: ['Description'],
      certainty: 'likely',
    });
  });

  it('shows by its prices how its stock is written, whatever its barcodes', () => {
    const columns = { Lagermenge: '1.000 2.500', EAN: '4006381333931 _', VK: '99,90 49,90' };
    expect(
      recognise(table({ ArtNr: 'A B', Bezeichnung: 'Bolt~M8 Nut~M8', ...columns })).numbers,
    ).toMatchObject({ example: '1.234,56', shownBy: '99,90' });
  });

  it('with a column for each warehouse offers their sum less what is reserved', () => {
    const columns = { ArtNr: 'A B C', Lager1: '1 2 3', Lager2: '4 5 6', Reserviert: '0 1 0' };
    expect(guessed(columns, 'availableQty')).toMatchObject({
      columns: ['Lager1', 'Lager2'],
      minus: ['Reserviert'],
      certainty: 'likely',
    });
  });

  it('says of a sum of warehouses only what is taken off', () => {
    const columns = { ArtNr: 'A B C', Lager1: '1 2 3', Lager2: '4 5 6' };
    expect(guessed(columns, 'availableQty')?.reason).toBe('a column for each warehouse');
  });

  it('keeps its prices to itself', () => {
    const { prices, left, guesses } = recognise(
      table({ ...article, VK: '1 2 3', tax1: '7 7 7', Farbe: 'a b c' }),
    );
    expect({ prices, left }).toEqual({ prices: ['VK', 'tax1'], left: ['Farbe'] });
    expect(guesses.flatMap(({ columns }) => columns)).not.toContain('VK');
  });
});

describe('numbers', () => {
  it.each([
    ['1.234,56 12', '1.234,56'],
    ['12,5 3', '1234,56'],
    ['12.5 3', '1234.56'],
    ['1,234.5 3', '1,234.56'],
    ['1~234,5', '1 234,56'],
    ['2\u00a0400,50 7,00', '1 234,56'],
    ['2\u202f400,50 7,00', '1 234,56'],
    ["1'234.50 7.00", "1'234.56"],
    ['1\u2019234 7', "1'234.56"],
    ['1.234.567', '1.234,56'],
    ['0.500', '1234.56'],
  ])('%s are written %s', (cells, example) => {
    expect(numbersOf(cells.split(' ').map((cell) => cell.replace('~', ' ')))?.example).toBe(
      example,
    );
  });

  it.each(['1 2 3', '1.000 2.500', '1.5 2,5'])('%s do not tell', (cells) => {
    expect(numbersOf(cells.split(' '))).toBeUndefined();
  });
});

describe('a stock of whole numbers grouped by blanks', () => {
  const numbersWith = (stock: string, VK: string) =>
    recognise(table({ ArtNr: 'A B C D', Name: 'Bolt~a Nut~b Disc~c Pin~d', Bestand: stock, VK }))
      .numbers;

  it.each([
    ['1~234 12 3 2~000', '0.95 1.20 1.95 2.00', '1 234.56'],
    ['1~234 12 3 2~000', '0,95 1,20 1,95 2,00', '1 234,56'],
    ['1\u00a0234 12 3 150', '1 2 3 4', '1 234,56'],
    ['1\u202f234 12 3 150', '', '1 234,56'],
    ['1~234 12.5 3 2~00', '1 2 3 4', undefined],
  ])('is read as such: %s', (stock, prices, example) => {
    expect(numbersWith(stock, prices)?.example).toBe(example);
  });
});

describe('a stock whose 1.250 can be read in two ways', () => {
  const numbersWith = (Bestand: string, VK: string) =>
    recognise(table({ ArtNr: 'A B C D', Bezeichnung: 'Bolt~a Nut~b Disc~c Pin~d', Bestand, VK }))
      .numbers;

  it.each([
    ['1.250 3.000 12.500 870', '1.234,56'],
    ['1,250 3,000 12,500 870', '1,234.56'],
  ])('has thousands beside whole numbers, whatever the prices: %s', (cells, example) => {
    const doubt = `beside 870, Bestand seems to write thousands as ${cells.slice(0, 5)}`;
    expect(numbersWith(cells, '0.95 1.20 1.95 2.00')).toMatchObject({ example, doubt });
  });

  it('is written as the prices are where nothing else tells, for a person to look at', () => {
    expect(numbersWith('1.250 3.000 2.000 1.000', '0.95 1.20 1.95 2.00')).toMatchObject({
      example: '1234.56',
      doubt: 'only VK shows how numbers are written; 1.250 in Bestand can be read in two ways',
    });
  });

  it.each(['5 12 0 870', '1250 3000 5 1', '1.5 3 2 1'])('is not in doubt with %s', (cells) => {
    expect(numbersWith(cells, '0.95 1.20 1.95 2.00')?.doubt).toBeUndefined();
  });
});

it.each([
  ['4006381333931', true],
  ['4006381333932', false],
  ['96385074', true],
  ['036000291452', true],
  ['10614141000415', true],
  ['400638133393', false],
  ['', false],
])('%s as a barcode: %s', (text, is) => {
  expect(isBarcode(text)).toBe(is);
});
