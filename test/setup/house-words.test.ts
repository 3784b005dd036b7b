import { describe, expect, it } from 'vitest';
import { recognise } from '../../src/setup/recognise.ts';
import { table } from './table.ts';

const found = (columns: Record<string, string>) =>
  recognise(table({ Bezeichnung: 'Bolt~M8 Nut~M8 Disc~M8', ...columns }));
const columnsOf = (columns: Record<string, string>, field: string) =>
  found(columns).guesses.find((one) => one.field === field && one.isProposed)?.columns;
const article = { ArtNr: 'A1 A2 A3' };

describe('the words of single systems', () => {
  it.each([
    ['Sage 50', { 'Inactive Flag': '0 1 0' }],
    ['Dolibarr', { 'Status (Sale)': '1 0 1' }],
    ['plentymarkets', { VariationIsActive: '1 0 1' }],
    ['Lexware', { 'Artikel gesperrt': 'Nein Ja Nein' }],
    ['Xentral', { intern_gesperrt: '0 0 1' }],
  ])('of %s say what is on sale', (_system, columns) => {
    expect(columnsOf({ ...article, ...columns }, 'isActive')).toEqual(Object.keys(columns));
  });

  it.each([
    ['Odoo', { qty_available: '120 55 7', free_qty: '100 5 7' }],
    ['Xentral', { lagerbestand_gesamt: '120 55 7', lager_verfuegbar: '100 5 7' }],
    ['plentymarkets', { StockPhysical: '120 55 7', StockReserved: '20 50 0', StockNet: '100 5 7' }],
  ])('of %s say what can be ordered', (_system, columns) => {
    const last = Object.keys(columns).slice(-1);
    expect(columnsOf({ ...article, ...columns }, 'availableQty')).toEqual(last);
  });

  it('of SAP Business One say what is promised, in a spelling of its own', () => {
    const { guesses } = found({
      ...article,
      OnHand: '12 44 9',
      IsCommited: '2 4 0',
      OnOrder: '0 0 5',
    });
    expect(guesses.find(({ field }) => field === 'availableQty')).toMatchObject({
      columns: ['OnHand'],
      minus: ['IsCommited'],
    });
  });

  it('of plentymarkets say the number of a variation, which is not its id', () => {
    const columns = { VariationID: '1001 1002 1003', VariationNo: 'A1 A2 A3' };
    expect(columnsOf(columns, 'externalId')).toEqual(['VariationNo']);
  });

  it.each([
    'Actief tot',
    'Gültig bis',
    'Online bis',
    'DATBI',
    'Discontinued Date',
    'Available for order',
  ])('that end a sale, as %s, are told', (name) => {
    const beside = { ...article, Bestand: '1 2 3', Geblokkeerd: 'Nee Ja Nee' };
    const { marks, left } = found({ ...beside, [name]: '_ 31-12-2022 _' });
    expect(marks).toMatchObject([{ name }]);
    expect(left).not.toContain(name);
  });
});
