import { expect, it } from 'vitest';
import type { Field } from '../../src/setup/field-words.ts';
import { recognise } from '../../src/setup/recognise.ts';
import { proposed } from './proposed.ts';
import { table } from './table.ts';

const eans = '4006381333931 4006381333948 4012345678901';

it.each<[string, Field, Record<string, string>]>([
  ['Shopify', 'availableQty', { 'Available (not editable)': '10 40 5' }],
  ['Dolibarr', 'availableQty', { 'Stock physique': '10 40 5' }],
  ['Xentral', 'availableQty', { lager_menge_verfuegbar: '10 40 5' }],
  ['Dynamics 365', 'availableQty', { AVAILABLEONHANDQUANTITY: '10 40 5' }],
  ['Dynamics 365', 'availableQty', { ONHANDQUANTITY: '10 40 5' }],
  ['Brightpearl', 'isActive', { Status: 'LIVE DISCONTINUED LIVE' }],
  ['Hungary', 'isActive', { Megszűnt: 'Nem Igen Nem' }],
  ['WooCommerce', 'barcode', { 'GTIN, UPC, EAN, or ISBN': eans }],
  ['Sage 50', 'unitOfMeasure', { 'Unit of Sale': 'Each Each Each' }],
])('the words of %s for %s are known', (_, field, columns) => {
  const article = { SKU: 'A1 A2 A3', Title: 'Bolt~M8 Nut~M8 Disc~M8' };
  const { guesses } = recognise(table({ ...article, ...columns }));
  expect(guesses.find((one) => one.field === field)).toMatchObject({
    columns: Object.keys(columns),
    isProposed: true,
  });
});

it('the name of the unit in plentymarkets is not the name of the article', () => {
  const { guesses } = recognise(
    table({
      'Variation.number': 'P-1 P-2 P-3',
      'ItemText.nameDe': 'Tasse~blau Tasse~rot Hut',
      'Unit.name': 'Stück Stück Stück',
    }),
  );
  expect(guesses.find(({ field }) => field === 'name')?.columns).toEqual(['ItemText.nameDe']);
});

it('of variants without a number, what tells them apart is named, and an example', async () => {
  const rows = ['hut;Hut;rot;;5', 'hut;;blau;;3', 'schal;Schal;;;2'];
  const sample = ['Handle;Title;Option1 Value;Variant SKU;Stock', ...rows, ''].join('\n');
  await expect(proposed('shop.csv', sample)).rejects.toThrow(
    /empty in 3 of 3 rows\. If only several columns together are the number, .*shopify\.yaml\. Columns: Handle/,
  );
  const { shown } = await proposed('shop.csv', sample, { map: ['externalId=Handle'] });
  expect(shown).toMatch(
    /if each row is a variant, let externalId read all columns that tell them apart/,
  );
});

it.each([
  ['not off what is free', { 'Location Available': '10 40 5', 'Location Committed': '1 2 3' }, []],
  [
    'not for each warehouse again',
    { QuantityOnStock: '10 40 5', OrderedByCustomers: '1 2 3', 'Warehouses[1].Committed': '1 2 3' },
    ['OrderedByCustomers'],
  ],
  [
    'where the name may say that it is counted',
    { 'Bestand inkl. Reservierungen': '10 40 5', Reserviert: '1 2 3' },
    ['Reserviert'],
  ],
  [
    'for a warehouse where nothing else says it',
    { QuantityOnStock: '10 40 5', 'Warehouses[1].Committed': '1 2 3' },
    ['Warehouses[1].Committed'],
  ],
])('what is reserved is taken off once: %s', (_title, columns: Record<string, string>, minus) => {
  const { guesses } = recognise(
    table({ SKU: 'A1 A2 A3', Title: 'Bolt~M8 Nut~M8 Disc~M8', ...columns }),
  );
  const stock = guesses.find(({ field }) => field === 'availableQty');
  expect(stock).toMatchObject({ columns: [Object.keys(columns)[0]], minus });
});
