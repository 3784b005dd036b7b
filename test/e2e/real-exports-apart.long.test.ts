import { afterEach, describe, expect, it } from 'vitest';
import type { Config } from '../../src/config/declaration.ts';
import {
  changeSources,
  type ExampleRoom,
  loadExample,
  openExample,
  realBytes,
  realFilesExist,
} from './example-room.ts';
import { bareRows, manifestCount, tableRows } from './plain-reading.ts';
import { catalogueOf, countedRows, expectSilence, inOrder, putFiles } from './real-case.ts';

describe.skipIf(!realFilesExist())(
  'real exports that need a word (skipped where ../shared/data is missing)',
  () => {
    let room: ExampleRoom;
    afterEach(() => room.close());

    describe('Odoo', () => {
      const productsFile = 'odoo14_mint_product.template.csv';
      const stockFile = 'odoo14_mint_stock.inventory.line.csv';
      const products = () => tableRows(productsFile, ',');
      const catalogueWith = (quantityOf: (name: string) => number) =>
        products().map((row) => ({
          externalId: row['Internal Reference'] ?? '',
          name: row['Name'] ?? '',
          availableQty: quantityOf(row['Name'] ?? ''),
          barcode: row['Strichcode'] ?? '',
        }));

      it('quirk 28: stock that names products by their names is refused as a whole; the products go', async () => {
        room = await openExample('odoo.yaml');
        room.put('product.template.csv', realBytes(productsFile));
        room.put('stock.inventory.line.csv', realBytes(stockFile));
        const { products: books, stock } = countedRows(await room.pass());
        expect(books).toMatchObject([
          { read: manifestCount(productsFile), sent: products().length },
        ]);
        expect(stock).toEqual([{ read: 0, sent: 0, rejected: 0, skipped: 0 }]);
        expect(room.refusal('stock')).toMatchObject({
          code: 'FILE_COLUMN_MISSING',
          column: 'Produkt/Interne Referenz',
          rule: expect.stringContaining('Produkt, Ort, Gezählte Menge'),
        });
        expect(catalogueOf(await room.products())).toEqual(inOrder(catalogueWith(() => 0)));
        await expectSilence(room);
      });

      it('quirk 28: the same stock with the article number beside the name arrives, places of storage added up', async () => {
        const counted = tableRows(stockFile, ',');
        const references = new Map(
          products().map((row) => [row['Name'] ?? '', row['Internal Reference'] ?? '']),
        );
        const lines = counted.map((row) => {
          const name = row['Produkt'] ?? '';
          return [references.get(name) ?? '', row['Ort'], row['Gezählte Menge']].join(',');
        });
        room = await openExample('odoo.yaml');
        room.put('product.template.csv', realBytes(productsFile));
        room.put(
          'stock.inventory.line.csv',
          ['Produkt/Interne Referenz,Ort,Gezählte Menge', ...lines].join('\n'),
        );
        const { stock } = countedRows(await room.pass());
        const articles = new Set(lines.map((line) => line.split(',')[0])).size;
        expect(stock).toEqual([
          { read: counted.length, sent: articles, rejected: 0, skipped: counted.length - articles },
        ]);
        const quantityOf = (name: string): number =>
          counted
            .filter((row) => row['Produkt'] === name)
            .reduce((sum, row) => sum + Number(row['Gezählte Menge']), 0);
        expect(quantityOf('Sitz')).toBe(87);
        expect(catalogueOf(await room.products())).toEqual(inOrder(catalogueWith(quantityOf)));
        await expectSilence(room);
      });
    });

    describe('a stock list alone', () => {
      const stockFile = 'shopware_artikel.csv';
      const rows = () => bareRows(stockFile, ',');

      it('is skipped row by row, because nothing makes its articles known', async () => {
        room = await openExample('stock-only.yaml');
        room.put('artikel.csv', realBytes(stockFile));
        const counted = countedRows(await room.pass());
        const read = manifestCount(stockFile);
        expect(counted).toEqual({ stock: [{ read, sent: 0, rejected: 0, skipped: read }] });
        expect(await room.ledger()).toEqual([]);
        await expectSilence(room);
      });

      it('sets the stock once a source of products is beside it', async () => {
        room = await openExample('stock-only.yaml', async (config, folder) =>
          beside(config, await loadExample('csv-without-header.yaml', folder)),
        );
        room.put('artikel.csv', realBytes(stockFile));
        room.put(
          'stamm.csv',
          rows()
            .map(([id]) => `${id};Name of ${id}\n`)
            .join(''),
        );
        const { stock } = countedRows(await room.pass());
        const read = manifestCount(stockFile);
        expect(stock).toEqual([{ read, sent: read, rejected: 0, skipped: 0 }]);
        const expected = rows().map(([externalId = '', quantity]) => ({
          externalId,
          name: `Name of ${externalId}`,
          availableQty: Number(quantity),
        }));
        expect(catalogueOf(await room.products())).toEqual(inOrder(expected));
        await expectSilence(room);
      });
    });

    const prices = 'bmecat_1.2_olivere_update_prices.xml';
    it.each<readonly [string, string, Readonly<Record<string, string>>, string]>([
      ['prices only', 'bmecat.yaml', { 'catalog.xml': prices }, 'updates prices only'],
      [
        'prices only',
        'datanorm.yaml',
        { 'DATANORM.001': 'datanorm4_datpreis_test.001' },
        'prices only',
      ],
      [
        'orders, though offers stand beside them',
        'commerceml.yaml',
        { 'import.xml': '1c_carono_orders.xml', 'offers.xml': '1c_carono_offers.xml' },
        'holds orders',
      ],
    ])('a file of %s is refused by %s in words, and nothing is sent', async (...row) => {
      const [, example, files, words] = row;
      room = await openExample(example);
      putFiles(room, files);
      const [books] = Object.values(countedRows(await room.pass()));
      expect(books).toEqual([{ read: 0, sent: 0, rejected: 0, skipped: 0 }]);
      const [source] = room.shop.config.catalog?.sources ?? [];
      expect(room.refusal(source?.name ?? '')).toMatchObject({
        code: 'FILE_WITHOUT_PRODUCTS',
        rule: expect.stringContaining(words),
      });
      await expectSilence(room);
      expect(await room.ledger()).toEqual([]);
    });

    it('a classifier alone is refused in words, and nothing is sent', async () => {
      room = await openExample('commerceml.yaml', (config) =>
        changeSources(config, (source) => ({ ...source, companions: [] })),
      );
      room.put('import.xml', realBytes('1c_carono_classifier.xml'));
      await room.pass();
      expect(room.refusal('1c')).toMatchObject({
        code: 'FILE_WITHOUT_PRODUCTS',
        rule: expect.stringContaining('groups and properties only'),
      });
      expect(await room.ledger()).toEqual([]);
    });
  },
);

/** The products of one example beside the stock of another. */
function beside(stock: Config, products: Config): Config {
  const ofProducts = changeSources(products, (source) => ({ ...source, files: 'stamm*.csv' }));
  const sources = [...(ofProducts.catalog?.sources ?? []), ...(stock.catalog?.sources ?? [])];
  return stock.catalog === undefined ? stock : { ...stock, catalog: { ...stock.catalog, sources } };
}
