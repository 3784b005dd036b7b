import { describe, expect, it } from 'vitest';
import { recognise, unreadField } from '../../src/setup/recognise.ts';
import { table } from './table.ts';

const stock = { ArtNr: 'A1 A2 A3', Bestand: '5 6 7' };
const found = (columns: Record<string, string>) => recognise(table({ ...stock, ...columns }));
const nameIn = (columns: Record<string, string>) =>
  found(columns).guesses.find(({ field }) => field === 'name');

describe('a name with the article number in brackets before it', () => {
  const labelled = { 'Display Name': '[A1]~Bolt [A2]~Nut [A3]~Disc' };

  it('yields to the name alone', () => {
    expect(nameIn({ ...labelled, Name: 'Bolt Nut Disc' })?.columns).toEqual(['Name']);
  });

  it('is the name where it alone tells articles apart', () => {
    expect(nameIn({ ...labelled, Name: 'Bolt Bolt Disc' })?.columns).toEqual(['Display Name']);
    expect(nameIn(labelled)?.columns).toEqual(['Display Name']);
  });
});

describe('a description without a name beside it', () => {
  it.each([
    ['one word each', 'Schraube Mutter Scheibe'],
    ['the same of several articles', 'Schraube~M8 Schraube~M8 Schraube~M8'],
  ])('is the name, also where it says %s', (_title, Beschreibung) => {
    expect(found({ Beschreibung }).kind).toBe('products');
    expect(nameIn({ Beschreibung })).toMatchObject({
      columns: ['Beschreibung'],
      certainty: 'likely',
      reason: 'there is no other name',
    });
  });

  it('is the name where some rows lack it, and that is told', () => {
    expect(nameIn({ Beschreibung: 'Schraube~M8 _ Scheibe' })?.reason).toBe(
      'there is no other name; empty in 1 of 3 rows',
    );
  });

  it('is the name beside makers with longer names', () => {
    const columns = { Hersteller: 'Bosch~GmbH Acme~AG Wera~KG', Beschreibung: 'Bohrer Säge Griff' };
    expect(nameIn(columns)?.columns).toEqual(['Beschreibung']);
  });

  it('is not the one of its unit, though that is shorter', () => {
    const columns = { 'Unit/Description': 'each pair each', Description: 'Laptop Desktop Board' };
    expect(nameIn(columns)?.columns).toEqual(['Description']);
  });

  it('is the short one beside a long one, whichever comes first', () => {
    const long = { LONG_DESCRIPTION: 'Laptop~of~15~inches Desktop~of~30~kg Board~for~both' };
    const short = { DESCRIPTION: 'Laptop Desktop Board' };
    for (const columns of [
      { ...long, ...short },
      { ...short, ...long },
    ]) {
      expect(nameIn(columns)?.columns).toEqual(['DESCRIPTION']);
      expect(found(columns).guesses).toContainEqual(
        expect.objectContaining({ field: 'description', columns: ['LONG_DESCRIPTION'] }),
      );
    }
  });

  it('stays the description beside a name, and is none where it holds numbers or nothing', () => {
    const named = { Bezeichnung: 'Bolt Nut Disc', Beschreibung: 'Schraube Mutter Scheibe' };
    expect(nameIn(named)?.columns).toEqual(['Bezeichnung']);
    for (const Beschreibung of ['1 2 3', '_ _ _'])
      expect(found({ Beschreibung }).kind).toBe('stock');
  });
});

it.each(['Título', 'Titre', 'Tytuł'])('%s with single words is the name', (column) => {
  expect(found({ [column]: 'Taladro Sierra Lima' }).kind).toBe('products');
  expect(nameIn({ [column]: 'Taladro Sierra Lima' })?.columns).toEqual([column]);
});

it('is told where variants share it, as buyers could not tell them apart', () => {
  const guess = nameIn({ Bezeichnung: 'Mug Mug Pot', Farbe: 'blue red _' });
  expect(guess).toMatchObject({ certainty: 'likely', isProposed: true });
  expect(guess?.reason).toContain('2 of 3 rows share their name with another');
  const alone = nameIn({ Bezeichnung: 'Mug Cup Pot' });
  expect(alone).toMatchObject({ certainty: 'certain', reason: 'by its name' });
});

it.each([
  ['Bezeichnung1', 'Bezeichnung2'],
  ['Bezeichnung 1', 'Bezeichnung 2'],
  ['Artikelname', 'Artikelname_2'],
])('%s is told as the beginning of a name that %s may go on with', (first, second) => {
  const guess = nameIn({ [first]: 'Bolt~DIN~9 Nut Disc', [second]: '33~M8 _ _' });
  expect(guess).toMatchObject({ columns: [first], certainty: 'likely', isProposed: true });
  expect(guess?.reason).toContain(`${second} may go on with it`);
  expect(nameIn({ [first]: 'Bolt Nut Disc', [second]: '1 2 3' })?.certainty).toBe('certain');
});

it.each([
  ['of another language', 'Desc[2]'],
  ['of a group', 'Group/Desc'],
])('an element that is called as the name is, %s, is no description', (_title, other) => {
  const { guesses } = found({
    Desc: 'Hammer~1 Saw~2 Nail~3',
    [other]: 'Hammer~1 Säge~2 Nagel~3',
  });
  expect(guesses).toContainEqual(
    expect.objectContaining({ field: 'description', columns: [other], isProposed: false }),
  );
});

it.each([
  ...['Lagerort', 'Location', 'Lagerortbezeichnung', 'Ortsbezeichnung', 'Standortsname'],
  ...['Warehouse Name', 'Lagerort 1'],
])('%s is where an article lies, and not what it is called', (column) => {
  const { kind, guesses } = found({ [column]: 'Halle~Nord Regal~4 Halle~Süd' });
  expect(kind).toBe('stock');
  expect(guesses.map(({ columns }) => columns)).not.toContainEqual([column]);
});

it('a column that says the maker with more of its letters than a name is no name', () => {
  const columns = { ItemManufacturerName: 'Acme Acme Bolt', ItemText: 'Shirt~red Shirt~blue Hat' };
  expect(nameIn(columns)?.columns).toEqual(['ItemText']);
});

it('a column that is empty in every row yields to another one of the field', () => {
  const columns = {
    ...{ ArtNr: 'A1 A2', Bezeichnung: '_ _', Artikelname: 'Bolt Nut' },
    ...{ EAN: '_ _', GTIN: '4006381333931 4006381333948' },
  };
  const { guesses } = recognise(table(columns));
  expect(guesses.map((one) => one.columns)).toEqual([['ArtNr'], ['Artikelname'], ['GTIN']]);
});

it('a column that says the same of every article is no name, and may be their brand', () => {
  const of = (cell: (row: number) => string) =>
    Array.from({ length: 11 }, (_, row) => cell(row)).join(' ');
  const columns = {
    ArtNr: of((row) => `A${row}`),
    Titel: of(() => 'Shop'),
    Name: of((row) => `Bolt~${row}`),
    Marke: of(() => 'Acme'),
  };
  const { guesses } = recognise(table(columns));
  expect(guesses.map((one) => one.columns)).toEqual([['ArtNr'], ['Name'], ['Marke']]);
});

it('a stock list of which a person names the stock, or both columns, stays one', () => {
  const stock = table({ ArtNr: 'A1 A2', Menge: '5 7' });
  expect(recognise(stock, { columns: { availableQty: 'Menge' } }).kind).toBe('stock');
  const both = { externalId: 'ArtNr', availableQty: 'Menge' };
  expect(unreadField('stock', { columns: both })).toBeUndefined();
});

it('a column by a part of its name is read for the name alone, and a group, a picture and a tier not at all', () => {
  const columns = {
    ...{ ArtNr: 'A1 A2', 'Bezeichnung im Shop': 'Bolt Nut', 'Marke im Shop': 'Acme Ajax' },
    ...{ Warengruppe: 'G1 G2', Bild: 'a.jpg b.jpg', Staffel: '10 20' },
  };
  const { guesses } = recognise(table(columns));
  expect(guesses.map((one) => [one.field, one.certainty, one.isProposed])).toEqual([
    ['externalId', 'certain', true],
    ['name', 'likely', true],
    ['brand', 'likely', false],
    ['stepQty', 'certain', false],
    ['categorySlug', 'certain', false],
    ['picture', 'certain', false],
  ]);
  const { guesses: both } = recognise(table({ ...columns, Producent: 'Acme Ajax' }));
  expect(both).toContainEqual(expect.objectContaining({ field: 'brand', columns: ['Producent'] }));
});
