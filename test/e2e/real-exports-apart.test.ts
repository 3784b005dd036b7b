import { afterEach, describe, expect, it } from 'vitest';
import { readAdapters } from '../../adapters/readers.ts';
import type { Config, SourceConfig } from '../../src/config/declaration.ts';
import type { ExampleRoom } from './example-room.ts';
import { loadExample, openExample, realBytes, realFilesExist } from './example-room.ts';
import { bareRows, manifestCount, tableRows } from './plain-reading.ts';
import { catalogueOf, countedRows, expectSilence } from './real-case.ts';

const changed =
  (change: (source: SourceConfig) => SourceConfig) =>
  (config: Config): Config => {
    const { catalog } = config;
    return catalog === undefined
      ? config
      : { ...config, catalog: { ...catalog, sources: catalog.sources.map(change) } };
  };

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
        expect(catalogueOf(await room.products())).toEqual(byId(catalogueWith(() => 0)));
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
        expect(catalogueOf(await room.products())).toEqual(byId(catalogueWith(quantityOf)));
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

      it('sets the stock once a source of products stands beside it', async () => {
        room = await openExample('stock-only.yaml', (config) => withArticles(config));
        const articles = (await loadExample('csv-without-header.yaml', room.shop.folder)).catalog!;
        room.put('artikel.csv', realBytes(stockFile));
        room.put(
          'stamm.csv',
          rows()
            .map(([id]) => `${id};Name of ${id}\n`)
            .join(''),
        );
        expect(articles.sources[0]?.mapping.name?.from).toEqual({
          kind: 'columns',
          columns: ['2'],
          join: ' ',
        });
        const { stock } = countedRows(await room.pass());
        expect(stock).toEqual([{ read: 4, sent: 4, rejected: 0, skipped: 0 }]);
        expect(catalogueOf(await room.products())).toEqual(
          byId(
            rows().map(([externalId = '', quantity]) => ({
              externalId,
              name: `Name of ${externalId}`,
              availableQty: Number(quantity),
            })),
          ),
        );
        await expectSilence(room);
      });
    });
  },
);
