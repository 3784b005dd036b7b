import { describe, expect, it } from 'vitest';
import { recognise } from '../../src/setup/recognise.ts';
import { table } from './table.ts';

const article = { sku: 'A1 A2 A3', name: 'Bolt~M8 Nut~M8 Disc~M8' };

function stockOf(columns: Record<string, string>) {
  const { guesses } = recognise(table({ ...article, ...columns }), { columns: {}, format: 'json' });
  return guesses.find(({ field }) => field === 'availableQty');
}

it.each(['Sperrlager', 'in_transit', 'incoming', 'damaged', 'Retouren'])(
  'a list of stocks of which one is %s is not added up: those goods are not for sale',
  (kind) => {
    const stocks = { 'stocks[1].qty': '5 7 1', 'stocks[2].qty': '3 2 9' };
    const kinds = { 'stocks[1].place': 'main main main', 'stocks[2].place': `${kind} ${kind} _` };
    expect(stockOf({ ...stocks, ...kinds })).toMatchObject({
      isProposed: false,
      reason: expect.stringContaining('stocks[2].place names kinds'),
    });
    expect(stockOf({ ...stocks, 'stocks[2].place': 'shop shop _' })?.isProposed).toBe(true);
  },
);

it('stocks that have an article number each are those of variants, and are not added up', () => {
  const stocks = { 'variants[1].stock': '5 7 1', 'variants[2].stock': '3 2 9' };
  const numbers = { 'variants[1].sku': 'A1-S A2-S A3-S', 'variants[2].sku': 'A1-M A2-M A3-M' };
  expect(stockOf({ ...stocks, ...numbers })).toMatchObject({
    isProposed: false,
    reason: 'comes more than once, and variants[1].sku gives each an article number of its own',
  });
  const places = { 'variants[1].sku': 'A1 A2 A3', 'variants[2].sku': 'A1 A2 A3' };
  expect(stockOf({ ...stocks, ...places })?.isProposed).toBe(true);
});

it('nor is the barcode of the first variant that of their parent', () => {
  const barcodeOf = (columns: Record<string, string>) =>
    recognise(table({ ...article, ...columns }), { columns: {}, format: 'json' }).guesses.find(
      ({ field }) => field === 'barcode',
    );
  const codes = {
    'variants[1].ean': '4006381333931 4006381333948 4006381333955',
    'variants[2].ean': '4006381333962 4006381333979 4006381333986',
  };
  const numbers = { 'variants[1].sku': 'A1-S A2-S A3-S', 'variants[2].sku': 'A1-M A2-M A3-M' };
  expect(barcodeOf({ ...codes, ...numbers })).toMatchObject({
    isProposed: false,
    reason: 'comes more than once, and variants[1].sku gives each an article number of its own',
  });
  expect(barcodeOf(codes)?.isProposed).toBe(true);
});

it.each(['commerceml', 'bmecat', 'gdsn'] as const)(
  'an element of %s that comes again in one article is added up',
  (format) => {
    const columns = { Code: 'A1 A2', Name: 'Bolt~M8 Nut~M8', stock: '1 7', 'stock[2]': '6 _' };
    const { guesses } = recognise(table(columns), { format, columns: {} });
    expect(guesses.find(({ field }) => field === 'availableQty')).toMatchObject({
      columns: ['stock', 'stock[2]'],
      isProposed: true,
    });
  },
);

describe('the barcode in a list', () => {
  const first = '4006381333931 4006381333948';
  const barcode = (columns: Record<string, string>) => {
    const article = { sku: 'A1 A2', name: 'Bolt~M8 Nut~M8' };
    const told = { format: 'json', columns: {} } as const;
    const { guesses } = recognise(table({ ...article, ...columns }), told);
    return guesses.find(({ field }) => field === 'barcode');
  };

  it('is not that of the article where each entry has an article number of its own', () => {
    const variants = {
      'variants[1].sku': 'V1 V2',
      'variants[1].barcode': first,
      'variants[2].sku': 'V3 V4',
      'variants[2].barcode': '4006381333955 4006381333962',
    };
    expect(barcode(variants)).toMatchObject({
      isProposed: false,
      reason: expect.stringContaining('variants[1].sku gives each an article number of its own'),
    });
  });

  it('is that of the article where the entries have none, or where there is one entry', () => {
    const more = { 'codes[1].barcode': first, 'codes[2].barcode': '4006381333955 _' };
    expect(barcode(more)).toMatchObject({ isProposed: true });
    const one = { 'variants[1].sku': 'V1 V2', 'variants[1].barcode': first };
    expect(barcode(one)).toMatchObject({ isProposed: true });
  });
});
