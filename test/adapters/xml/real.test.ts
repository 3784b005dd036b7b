import { describe, expect, it } from 'vitest';
import { xml } from '../../../adapters/xml/read.ts';
import { occurrences, reading, realBytes, realFile, realFilesExist } from './reading.ts';

/** Row counts: MANIFEST.md of the real exports, and a plain text search for the element's opening tag. */
describe.skipIf(!realFilesExist())('real exports', () => {
  const table: readonly (readonly [
    file: string,
    path: string,
    openingTag: string,
    rows: number,
  ])[] = [
    ['tally_export_sample.xml', 'STOCKITEM', '<STOCKITEM ', 5],
    ['nfe_fake.xml', 'infNFe/det', '<det ', 1],
    ['1c_carono_import.xml', 'Товары/Товар', '<Товар>', 2],
    ['1c_carono_offers.xml', 'Предложение', '<Предложение>', 5],
    ['bmecat_1.2_olivere_new_catalog.xml', 'T_NEW_CATALOG/ARTICLE', '<ARTICLE>', 1],
    ['bmecat_2005_naugrimm_document.xml', 'PRODUCT', '<PRODUCT ', 3],
    ['gdsn_food_product_full.xml', 'tradeItem', '<cin:tradeItem>', 1],
  ];
  it.each(table)('%s, path %s: a row for each %s', async (...row) => {
    const [name, path, openingTag, count] = row;
    const { rows, refusal } = await reading(xml, [realFile(`products/${name}`)], { path });
    expect(refusal).toBeUndefined();
    expect(rows).toHaveLength(count);
    expect(occurrences(realBytes(`products/${name}`).toString('utf8'), openingTag)).toBe(count);
  });

  it('tally: names, codes with leading zeros and nested quantities', async () => {
    const { rows } = await reading(xml, [realFile('products/tally_export_sample.xml')], {
      path: 'STOCKITEM',
    });
    expect(rows[1]).toEqual({
      '@NAME': 'Patanjali Honey 500g',
      ALIAS: 'HON-002',
      PARENT: 'Groceries',
      DESCRIPTION: 'Pure natural honey, 500g bottle',
      'BASEUNITS/UNIT': 'PCS',
      'BASEUNITS/RATE': '185.00',
      'OPENINGBALANCE/QUANTITY': '30',
      'OPENINGBALANCE/UNIT': 'PCS',
      'OPENINGBALANCE/AMOUNT': '5550.00',
      HSNCODE: '0409',
      GSTRATEDUTYHEAD: '12',
    });
  });

  it('NF-e: the invoice line as a product', async () => {
    const { rows } = await reading(xml, [realFile('products/nfe_fake.xml')], { path: 'det' });
    expect(rows[0]).toMatchObject({
      '@nItem': '1',
      'prod/cProd': '1234',
      'prod/cEAN': 'SEM GTIN',
      'prod/xProd': 'DALIA',
      'prod/uCom': 'KG',
      'prod/qCom': '1.0000',
    });
  });

  it('quirk 4: the windows-1251 order of 1C reads as Cyrillic', async () => {
    const { rows, encoding } = await reading(xml, [realFile('products/1c_carono_orders.xml')], {
      path: 'Документ/Товары/Товар',
    });
    expect(encoding).toBe('windows-1251');
    expect(rows).toHaveLength(2);
    const decoded = new TextDecoder('windows-1251').decode(
      realBytes('products/1c_carono_orders.xml'),
    );
    expect(occurrences(decoded, '<Товар>')).toBe(2);
    for (const row of rows)
      expect(decoded).toContain(
        `<Наименование>${'Наименование' in row ? row['Наименование'] : ''}</Наименование>`,
      );
  });

  it('quirk 8: BMEcat with a DOCTYPE that names an external DTD is read', async () => {
    const { rows } = await reading(xml, [realFile('products/bmecat_1.2_olivere_new_catalog.xml')], {
      path: 'ARTICLE',
    });
    expect(rows[0]).toMatchObject({
      SUPPLIER_AID: '1000',
      'ARTICLE_DETAILS/DESCRIPTION_SHORT': 'Apple MacBook Pro 13"',
      'ARTICLE_DETAILS/KEYWORD[2]': 'Hardware',
      'ARTICLE_FEATURES/FEATURE/FVALUE[2]': '220',
      'ARTICLE_PRICE_DETAILS/ARTICLE_PRICE[2]/@price_type': 'net_customer',
    });
  });

  it('quirk 2: a wrong path names the root and what is repeated', async () => {
    const { refusal } = await reading(xml, [realFile('products/tally_export_sample.xml')], {
      path: 'product',
    });
    expect(refusal?.rule).toContain(
      '<ENVELOPE>; repeated in it: BODY/IMPORTDATA/REQUESTDATA/STOCKITEM (5)',
    );
  });

  it('fault 4: every prefix of a real file is refused, none reads as a shorter catalogue', async () => {
    const bytes = realBytes('products/tally_export_sample.xml');
    const end = bytes.lastIndexOf('</ENVELOPE>') + '</ENVELOPE>'.length;
    for (let length = 0; length < end; length += 7) {
      const file = {
        name: 'cut.xml',
        size: length,
        read: (offset: number, count: number) =>
          bytes.subarray(offset, Math.min(length, offset + count)),
      };
      const { refusal } = await reading(xml, [file], { path: 'STOCKITEM' });
      expect(['FILE_EMPTY', 'FILE_TRUNCATED']).toContain(refusal?.code);
    }
  });
});
