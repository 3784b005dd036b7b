import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { csv } from '../../../adapters/csv/read.ts';
import type { AdapterOptions } from '../../../src/domain/adapter.ts';
import { hasRealData, objectsOf, readAll, realData, realFile } from '../text/reading.ts';

const noHeader: AdapterOptions = { headerRow: 'none' };
const bare: AdapterOptions = { quote: 'none' };

/** File, options, and the rows and columns that the files' own list states. */
const products: readonly (readonly [
  name: string,
  options: AdapterOptions,
  rows: number,
  columns: number,
])[] = [
  ['adventureworks_Product.csv', noHeader, 504, 25],
  ['adventureworks_ProductInventory.csv', noHeader, 1069, 7],
  ['adventureworks_UnitMeasure.csv', noHeader, 38, 3],
  ['datanorm5_source_article_master_data.csv', noHeader, 10, 4],
  ['magento2_simple_gear_bags.csv', {}, 14, 19],
  ['odoo14_mint_product.template.csv', {}, 32, 11],
  ['odoo14_mint_stock.inventory.line.csv', {}, 30, 3],
  ['odoo_mrp_product.product.csv', {}, 30, 7],
  ['prestashop_products_import.csv', {}, 3, 67],
  ['shopify_packt_Product-data.csv', {}, 21, 48],
  ['shopify_partners_apparel.csv', {}, 22, 46],
  ['shopware_artikel.csv', noHeader, 4, 2],
  ['tally_sample.csv', {}, 10, 8],
  ['uhtt_barcodes_24k.csv', bare, 22542, 7],
  ['woocommerce_importer_test_sample.csv', {}, 7, 45],
];

describe.skipIf(!hasRealData())(
  'real CSV exports (skipped where ../shared/data is missing)',
  () => {
    it.each(products)(
      '%s has the rows and columns that its list states',
      async (...[name, options, rows, columns]) => {
        const read = await readAll(csv, realFile(`products/${name}`), options);
        expect(read.refusal).toBeUndefined();
        expect(read.complaints).toEqual([]);
        expect(read.columns).toHaveLength(columns);
        expect(read.rows).toHaveLength(rows);
      },
    );

    it.each(products)('%s reads cell for cell as csv-parse reads it', async (name, options) => {
      const read = await readAll(csv, realFile(`products/${name}`), options);
      const expected: string[][] = parse(readFileSync(new URL(`products/${name}`, realData)), {
        delimiter: read.reader?.dialect.delimiter ?? '',
        quote: options.quote === 'none' ? null : '"',
        relax_quotes: true,
        skip_empty_lines: true,
        bom: true,
        from: options.headerRow === 'none' ? 1 : 2,
      });
      expect(read.rows.map(({ cells }) => cells)).toEqual(expected);
    });

    const spectrum = hasRealData()
      ? readdirSync(new URL('hostile/csv-spectrum/csvs/', realData))
      : [];

    /**
     * Two of the collection's answers are not of its CSV files: another telephone number, and a CR that Git took out.
     */
    const answerOf = (name: string, json: string): unknown => {
      const answer: unknown = JSON.parse(json.replace('"1234567890"', '"2095257564"'));
      if (name === 'location_coordinates.csv') return [answer];
      return name === 'newlines_crlf.csv' ? JSON.parse(json.replaceAll('\\r', '')) : answer;
    };

    it.each(spectrum)('csv-spectrum %s reads cell for cell as its JSON says', async (name) => {
      const read = await readAll(csv, realFile(`hostile/csv-spectrum/csvs/${name}`));
      const json = new URL(`hostile/csv-spectrum/json/${name.replace('.csv', '.json')}`, realData);
      expect(objectsOf(read)).toEqual(answerOf(name, readFileSync(json, 'utf8')));
    });
  },
);

describe.skipIf(!hasRealData())(
  'hostile CSV files (skipped where ../shared/data is missing)',
  () => {
    it.each([
      ['pss_CSV_empty.csv', {}, 'FILE_EMPTY'],
      ['pss_CSV_premiere.win1252.csv', {}, 'FILE_ENCODING'],
      ['pss_XLS_pwtest.xls', {}, 'FILE_STRUCTURE'],
      ['pss_Ods_corruptMeta.ods', {}, 'FILE_STRUCTURE'],
      ['poi_poi-fuzz.xls', {}, 'FILE_STRUCTURE'],
      ['defusedxml_xmlbomb.xml', {}, 'FILE_STRUCTURE'],
    ])('%s is refused', async (name, options, code) => {
      expect((await readAll(csv, realFile(`hostile/${name}`), options)).refusal?.code).toBe(code);
    });

    it.each([
      ['pss_CSV_NumberFormatTest.de.csv', noHeader, '"-123"|"1.234"|"12.345,67"'],
      ['pss_CSV_contains_html.csv', noHeader, '"Column A"|"<a href=\'\'>Link</a>"|"Column C"'],
      ['pss_CSV_encoding.utf16le.csv', noHeader, '"Å"|"1"'],
      ['pss_CSV_linend.mac.csv', noHeader, '"A"|"1"'],
      ['pss_CSV_premiere.utf16lebom.csv', noHeader, '"première"|"second"|"troisième"'],
      [
        'pss_CSV_premiere.win1252.csv',
        { ...noHeader, encoding: 'windows-1252' },
        '"première"|"second"|"troisième"',
      ],
      ['pss_CSV_semicolon_separated.csv', {}, '"Cell A2"|"Number with comma"|"25,5"'],
      ['pss_CSV_sep.csv', noHeader, '"A"|"1"'],
    ] as const)('%s reads', async (name, options, first) => {
      const { rows, refusal } = await readAll(csv, realFile(`hostile/${name}`), options);
      expect(refusal).toBeUndefined();
      expect(rows[0]?.cells.map((cell) => `"${cell}"`).join('|')).toBe(first);
    });

    it('reads the naughty strings line by line', async () => {
      const { rows, refusal, complaints } = await readAll(csv, realFile('hostile/blns/blns.txt'), {
        ...noHeader,
        quote: 'none',
        delimiter: '\u0001',
      });
      expect(refusal).toBeUndefined();
      const lines = readFileSync(new URL('hostile/blns/blns.txt', realData), 'utf8').split('\n');
      const expected = lines.filter((line) => !/^\ufeff?\r?$/.test(line));
      expect(rows.length + complaints.length).toBe(expected.length);
    });

    const hostile = hasRealData()
      ? readdirSync(new URL('hostile/', realData), { recursive: true, encoding: 'utf8' })
      : [];

    it('every hostile file ends in rows or in a complaint, whatever it is', async () => {
      const files = hostile.filter((name) => /\.[a-z]+$/i.test(name));
      expect(files.length).toBeGreaterThan(40);
      for (const name of files) {
        for (const encoding of ['auto', 'windows-1252', 'utf-8', 'utf-16le']) {
          const read = await readAll(csv, realFile(`hostile/${name}`), { encoding });
          expect(read.refusal !== undefined || read.columns.length > 0).toBe(true);
        }
      }
    });
  },
);
