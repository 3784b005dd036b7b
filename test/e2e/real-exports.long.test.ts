import { afterEach, describe, expect, it } from 'vitest';
import { catalogueCases } from './catalogue-cases.ts';
import { erpCases } from './erp-cases.ts';
import { type ExampleRoom, realFilesExist } from './example-room.ts';
import { manifestCount, tabbedLines, tableRows, words } from './plain-reading.ts';
import {
  caseTitle,
  catalogueOf,
  countedRows,
  expectSilence,
  firstPass,
  inOrder,
  type RealCase,
} from './real-case.ts';
import { shopCases } from './shop-cases.ts';

const cases = [...shopCases, ...erpCases, ...catalogueCases];
const caseOf = (file: string): RealCase =>
  cases.find(({ files }) => Object.values(files).includes(file))!;

describe.skipIf(!realFilesExist())(
  'real exports, up to the marketplace (skipped where ../shared/data is missing)',
  () => {
    let room: ExampleRoom | undefined;
    afterEach(async () => {
      await room?.close();
      room = undefined;
    });
    const begin = async (real: RealCase) => {
      const first = await firstPass(real);
      room = first.room;
      return first;
    };

    it.each(cases.map((real) => [caseTitle(real), real] as const))('%s', async (_title, real) => {
      const { room, pass } = await begin(real);
      const counted = countedRows(pass);
      const books = Object.entries(real.books()).map(([source, rows]) => [source, [rows].flat()]);
      expect(counted).toEqual(Object.fromEntries(books));
      for (const [source, files] of Object.entries(real.manifest)) {
        const read = counted[source]?.reduce((sum, rows) => sum + rows.read, 0);
        expect(read).toBe(files.reduce((sum, file) => sum + manifestCount(file), 0));
      }
      const expected = real.products();
      expect(catalogueOf(await room.products(), expected)).toEqual(inOrder(expected));
      await expectSilence(room);
    });

    it.each([
      ['shopify_packt_Product-data.csv', 'Body (HTML)'],
      ['magento2_simple_gear_bags.csv', 'description'],
    ])(
      'quirk 40: HTML of %s keeps its words, headings in their own letters',
      async (file, column) => {
        const { room } = await begin(caseOf(file));
        const sent = (await room.products()).map(({ description }) =>
          words(String(description ?? '')),
        );
        expect(sent).toEqual(tableRows(file, ',').map((row) => words(row[column] ?? '')));
      },
    );

    it('quirk 25: zeros in front of a code stay', async () => {
      const { room } = await begin(caseOf('tally_sample.csv'));
      const codes = (await room.products()).map(({ attributes }) => attributes);
      expect(codes).toEqual(
        tableRows('tally_sample.csv', ',').map((row) => ({
          HSN: row['HSN Code'],
          Category: row['Category'],
        })),
      );
      expect(JSON.stringify(codes)).toContain('"0409"');
    });

    it('quirk 21: a WooCommerce variation without a SKU is reported with its row', async () => {
      const { room } = await begin(caseOf('woocommerce_importer_test_sample.csv'));
      expect(
        room
          .complaints('woocommerce')
          .map(({ row, code, column_name }) => [row, code, column_name]),
      ).toEqual([
        [6, 'ROW_KEY_MISSING', 'SKU'],
        [7, 'ROW_KEY_MISSING', 'SKU'],
      ]);
    });

    it('quirk 39: an end of sale hides the product', async () => {
      const { room } = await begin(caseOf('adventureworks_Product.csv'));
      const hidden = (await room.products()).filter(({ isActive }) => isActive === false);
      const ended = tabbedLines('adventureworks_Product.csv').filter(
        (row) => row[4] === '1' && `${row[21]}${row[22]}` !== '',
      );
      expect(ended.length).toBeGreaterThan(0);
      expect(hidden.map(({ externalId }) => externalId).sort()).toEqual(
        ended.map(([id]) => id).sort(),
      );
    });

    it('quirk 29: ten days and a half are ten whole days', async () => {
      const file = 'bmecatconv_testConvertExcelToXmlWrongSeparatorsInDeliveryTime.xlsx';
      const { room } = await begin(caseOf(file));
      expect(await room.products()).toMatchObject([{ leadTimeDays: 10, minOrderQty: 4 }]);
    });

    it('quirk 43: properties of 1C have the names of the classifier beside them', async () => {
      const { room } = await begin(caseOf('1c_carono_classifier.xml'));
      const [first] = await room.products();
      expect(first?.['attributes']).toEqual({
        Артикул: 'Б-130001',
        Группа: 'Обувь',
        Производитель: 'Обувной комбинат',
        'Вид товара': 'Демисезонная обувь',
        'Канал сбыта': 'Опт',
      });
    });

    it('quirk 3: two code pages in one delivery of DATANORM', async () => {
      const { room } = await begin(caseOf('datanorm4_datanorm_test.WRG'));
      const [product] = await room.products();
      expect(product?.name).toContain('Zusatzeinr.mögl');
      expect(product?.['attributes']).toEqual({
        Hauptwarengruppe: 'Installationsgeräte & -systeme',
        Warengruppe: 'Sicherungsautomaten & Hauptschalter',
      });
    });
  },
);
