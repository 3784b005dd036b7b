import { describe, expect, it } from 'vitest';
import { bmecat } from '../../../adapters/bmecat/read.ts';
import { Columns } from '../../../adapters/xml/columns.ts';
import {
  fileOf,
  occurrences,
  reading,
  realBytes,
  realFile,
  realFilesExist,
} from '../xml/reading.ts';

function document(inside: string, transaction = 'T_NEW_CATALOG'): string {
  return `<?xml version="1.0"?><!DOCTYPE BMECAT SYSTEM "bmecat_new_catalog.dtd"><BMECAT version="1.2" xmlns="http://www.bmecat.org/XMLSchema/1.2/bmecat_new_catalog"><HEADER><SUPPLIER><MIME_INFO><MIME><MIME_SOURCE>logo.jpg</MIME_SOURCE></MIME></MIME_INFO></SUPPLIER></HEADER><${transaction} prev_version="1">${inside}</${transaction}></BMECAT>`;
}

function read(content: string) {
  return reading(bmecat, [fileOf('bmecat.xml', content)]);
}

const article = (inside: string, attributes = '') =>
  document(`<ARTICLE${attributes}><SUPPLIER_AID>1</SUPPLIER_AID>${inside}</ARTICLE>`);

describe('columns of an article', () => {
  it('are found however the accents of a feature are composed', async () => {
    const feature = `<ARTICLE_FEATURES><FEATURE><FNAME>${'Größe'.normalize('NFD')}</FNAME><FVALUE>5</FVALUE></FEATURE></ARTICLE_FEATURES>`;
    const { rows } = await read(article(feature));
    expect(rows).toMatchObject([{ [`FEATURE:${'Größe'.normalize('NFC')}`]: '5' }]);
    const columns = new Columns('bmecat.xml');
    const asked = columns.reserve('Größe'.normalize('NFC'));
    expect(columns.known('Größe'.normalize('NFD'))).toBe(asked);
    expect(columns.index('Größe'.normalize('NFD'))).toBe(asked);
  });

  const table: readonly (readonly [string, string, Record<string, string>])[] = [
    [
      'details under their own names',
      '<ARTICLE_DETAILS><DESCRIPTION_SHORT>Bolt</DESCRIPTION_SHORT><EAN>4006381333931</EAN></ARTICLE_DETAILS><ARTICLE_ORDER_DETAILS><ORDER_UNIT>PCE</ORDER_UNIT></ARTICLE_ORDER_DETAILS>',
      { DESCRIPTION_SHORT: 'Bolt', EAN: '4006381333931', ORDER_UNIT: 'PCE' },
    ],
    [
      'a description with marked words, as a whole',
      '<ARTICLE_DETAILS><DESCRIPTION_LONG>Nicht <u>über</u> 50 °C</DESCRIPTION_LONG></ARTICLE_DETAILS>',
      { DESCRIPTION_LONG: 'Nicht über 50 °C', 'DESCRIPTION_LONG/u': 'über' },
    ],
    [
      'repeated keywords by number',
      '<ARTICLE_DETAILS><KEYWORD>a</KEYWORD><KEYWORD>b</KEYWORD></ARTICLE_DETAILS>',
      { KEYWORD: 'a', 'KEYWORD[2]': 'b' },
    ],
    [
      'the barcode of BMEcat 2005',
      '<PRODUCT_DETAILS><INTERNATIONAL_PID type="issn">12345678</INTERNATIONAL_PID><INTERNATIONAL_PID type="GTIN">04006381333931</INTERNATIONAL_PID></PRODUCT_DETAILS>',
      {
        EAN: '04006381333931',
        INTERNATIONAL_PID: '12345678',
        'INTERNATIONAL_PID/@type': 'issn',
        'INTERNATIONAL_PID[2]': '04006381333931',
        'INTERNATIONAL_PID[2]/@type': 'GTIN',
      },
    ],
    [
      'the barcode of BMEcat 2005 beside an empty one of 1.2',
      '<PRODUCT_DETAILS><EAN/><INTERNATIONAL_PID type="ean">4006381333931</INTERNATIONAL_PID></PRODUCT_DETAILS>',
      {
        EAN: '4006381333931',
        INTERNATIONAL_PID: '4006381333931',
        'INTERNATIONAL_PID/@type': 'ean',
      },
    ],
    [
      'texts in several languages',
      '<PRODUCT_DETAILS><DESCRIPTION_SHORT lang="deu">Schraube</DESCRIPTION_SHORT><DESCRIPTION_SHORT lang="eng">Screw</DESCRIPTION_SHORT></PRODUCT_DETAILS>',
      {
        DESCRIPTION_SHORT: 'Schraube',
        'DESCRIPTION_SHORT/@lang': 'deu',
        'DESCRIPTION_SHORT:deu': 'Schraube',
        'DESCRIPTION_SHORT:eng': 'Screw',
      },
    ],
    [
      'a feature with its unit',
      '<ARTICLE_FEATURES><REFERENCE_FEATURE_GROUP_ID>19</REFERENCE_FEATURE_GROUP_ID><FEATURE><FNAME>Gewicht</FNAME><FVALUE>1.5</FVALUE><FUNIT>KGM</FUNIT></FEATURE></ARTICLE_FEATURES>',
      { REFERENCE_FEATURE_GROUP_ID: '19', 'FEATURE:Gewicht': '1.5 KGM' },
    ],
    [
      'a feature with several values',
      '<ARTICLE_FEATURES><FEATURE><FNAME>Farbe</FNAME><FVALUE>rot</FVALUE><FVALUE>blau</FVALUE></FEATURE></ARTICLE_FEATURES>',
      { 'FEATURE:Farbe': 'rot, blau' },
    ],
    [
      'a feature with variants',
      '<ARTICLE_FEATURES><FEATURE><FNAME>Länge</FNAME><VARIANTS><VARIANT><FVALUE>1</FVALUE></VARIANT><VARIANT><FVALUE>2</FVALUE></VARIANT></VARIANTS><FUNIT>MTR</FUNIT></FEATURE></ARTICLE_FEATURES>',
      { 'FEATURE:Länge': '1, 2 MTR' },
    ],
    [
      'an empty feature',
      '<ARTICLE_FEATURES><FEATURE><FNAME>Farbe</FNAME><FVALUE/><FUNIT>KGM</FUNIT></FEATURE></ARTICLE_FEATURES>',
      { 'FEATURE:Farbe': '' },
    ],
    [
      'the same feature in two groups',
      '<ARTICLE_FEATURES><FEATURE><FNAME>Farbe</FNAME><FVALUE>rot</FVALUE></FEATURE></ARTICLE_FEATURES><ARTICLE_FEATURES><FEATURE><FNAME>Farbe</FNAME><FVALUE>RAL 3000</FVALUE></FEATURE></ARTICLE_FEATURES>',
      { 'FEATURE:Farbe': 'rot, RAL 3000' },
    ],
    [
      'several features of one name',
      '<ARTICLE_FEATURES><FEATURE><FNAME>Farbe</FNAME><FVALUE>rot</FVALUE></FEATURE><FEATURE><FNAME>Maß</FNAME><FVALUE>1</FVALUE><FUNIT>MTR</FUNIT></FEATURE><FEATURE><FNAME>Farbe</FNAME><FVALUE/></FEATURE><FEATURE><FNAME>Farbe</FNAME><FVALUE>rot</FVALUE></FEATURE><FEATURE><FNAME>Maß</FNAME><FVALUE>3</FVALUE><FUNIT>FOT</FUNIT></FEATURE></ARTICLE_FEATURES>',
      { 'FEATURE:Farbe': 'rot', 'FEATURE:Maß': '1 MTR, 3 FOT' },
    ],
    [
      'pictures before data sheets, thumbnails behind',
      '<MIME_INFO><MIME><MIME_TYPE>application/pdf</MIME_TYPE><MIME_SOURCE>a.pdf</MIME_SOURCE></MIME><MIME><MIME_SOURCE>t.jpg</MIME_SOURCE><MIME_PURPOSE>thumbnail</MIME_PURPOSE></MIME><MIME><MIME_SOURCE>n.jpg</MIME_SOURCE></MIME></MIME_INFO>',
      {
        MIME_SOURCE: 'n.jpg',
        'MIME_SOURCE[2]': 't.jpg',
        'MIME_SOURCE[2]/@purpose': 'thumbnail',
        'MIME_SOURCE[3]': 'a.pdf',
        'MIME_SOURCE[3]/@type': 'application/pdf',
      },
    ],
    [
      'pictures of a type that the standard lacks before data sheets, in the order that the supplier gives them',
      '<MIME_INFO><MIME><MIME_TYPE>application/pdf</MIME_TYPE><MIME_SOURCE>a.pdf</MIME_SOURCE></MIME><MIME><MIME_TYPE>jpg</MIME_TYPE><MIME_SOURCE>b.jpg</MIME_SOURCE><MIME_ORDER>2</MIME_ORDER></MIME><MIME><MIME_TYPE>jpg</MIME_TYPE><MIME_SOURCE>c.jpg</MIME_SOURCE><MIME_ORDER>1</MIME_ORDER></MIME></MIME_INFO>',
      {
        MIME_SOURCE: 'c.jpg',
        'MIME_SOURCE/@type': 'jpg',
        'MIME_SOURCE[2]': 'b.jpg',
        'MIME_SOURCE[2]/@type': 'jpg',
        'MIME_SOURCE[3]': 'a.pdf',
        'MIME_SOURCE[3]/@type': 'application/pdf',
      },
    ],
    [
      'no prices',
      '<ARTICLE_PRICE_DETAILS><ARTICLE_PRICE price_type="net_list"><PRICE_AMOUNT>1</PRICE_AMOUNT></ARTICLE_PRICE></ARTICLE_PRICE_DETAILS>',
      {},
    ],
  ];
  it.each(table)('%s', async (_what, inside, expected) => {
    const { rows, refusal } = await read(article(inside));
    expect(refusal).toBeUndefined();
    expect(rows).toEqual([{ SUPPLIER_ID: '1', SUPPLIER_AID: '1', ...expected }]);
  });

  it('a deleted article of an update by its mode', async () => {
    const { rows } = await read(
      document(
        '<ARTICLE mode="delete"><SUPPLIER_AID>1</SUPPLIER_AID></ARTICLE>',
        'T_UPDATE_PRODUCTS',
      ),
    );
    expect(rows).toEqual([{ '@mode': 'delete', SUPPLIER_ID: '1', SUPPLIER_AID: '1' }]);
  });

  it.each([
    ['full', 0, 'FILE_CHANGES_ONLY'],
    ['delta', 1, undefined],
  ] as const)('some articles of an update under contents: %s', async (contents, rows, code) => {
    const inside = '<ARTICLE><SUPPLIER_AID>1</SUPPLIER_AID></ARTICLE>';
    const update = fileOf('bmecat.xml', document(inside, 'T_UPDATE_PRODUCTS'));
    const read = await reading(bmecat, [update], { contents });
    expect(read.rows).toHaveLength(rows);
    expect(read.refusal?.code).toBe(code);
  });

  it('the number of BMEcat 2005 under the common name', async () => {
    const { rows } = await read(document('<PRODUCT><SUPPLIER_PID>0042</SUPPLIER_PID></PRODUCT>'));
    expect(rows).toEqual([{ SUPPLIER_ID: '0042', SUPPLIER_PID: '0042' }]);
  });
});

describe('refusals', () => {
  const table: readonly (readonly [string, string, string, string])[] = [
    [
      'prices only',
      document('<ARTICLE><SUPPLIER_AID>1</SUPPLIER_AID></ARTICLE>', 'T_UPDATE_PRICES'),
      'FILE_WITHOUT_PRODUCTS',
      'prices only',
    ],
    [
      'another root',
      '<catalog><ARTICLE/></catalog>',
      'FILE_STRUCTURE',
      'its root is <catalog>, not <BMECAT>',
    ],
    ['no article', document(''), 'FILE_EMPTY', 'no ARTICLE and no PRODUCT'],
    ['a cut end', document('').slice(0, -12), 'FILE_TRUNCATED', 'ends before </BMECAT>'],
    [
      'declarations of its own',
      '<!DOCTYPE BMECAT [<!ENTITY a "b">]><BMECAT/>',
      'FILE_DOCTYPE',
      'DOCTYPE',
    ],
  ];
  it.each(table)('a file with %s', async (...row) => {
    const [, content, code, rule] = row;
    const { rows, refusal } = await read(content);
    expect(rows).toEqual([]);
    expect(refusal).toMatchObject({ code, file: 'bmecat.xml' });
    expect(refusal?.rule).toContain(rule);
  });
});

/** Checked against MANIFEST.md of the real exports and plain text searches in the files. */
describe.skipIf(!realFilesExist())('real catalogues', () => {
  const file = (name: string) => realFile(`products/bmecat_${name}.xml`);

  it.each([
    ['1.2_olivere_new_catalog', '<ARTICLE>', 1],
    ['2005_olivere_new_catalog', '<PRODUCT>', 1],
    ['2005_naugrimm_document', '<PRODUCT mode="new">', 3],
  ] as const)('%s: a row for each %s', async (name, openingTag, count) => {
    const { rows, refusal } = await reading(bmecat, [file(name)], { contents: 'full' });
    expect(refusal).toBeUndefined();
    expect(rows).toHaveLength(count);
    expect(occurrences(realBytes(`products/bmecat_${name}.xml`).toString(), openingTag)).toBe(
      count,
    );
  });

  it.each([
    ['1.2_olivere_new_catalog', 'SUPPLIER_AID'],
    ['2005_olivere_new_catalog', 'SUPPLIER_PID'],
  ])('quirk 44: %s gives the same fields', async (name, id) => {
    const { rows } = await reading(bmecat, [file(name)]);
    expect(rows[0]).toMatchObject({
      SUPPLIER_ID: '1000',
      [id]: '1000',
      DESCRIPTION_SHORT: 'Apple MacBook Pro 13"',
      DESCRIPTION_LONG: 'Das Kraftpaket unter den Notebooks.',
      EAN: '8712670911213',
      MANUFACTURER_NAME: 'Microsoft',
      DELIVERY_TIME: '2',
      ORDER_UNIT: 'BOX',
      CONTENT_UNIT: 'PCE',
      NO_CU_PER_OU: '6',
      QUANTITY_MIN: '1',
      KEYWORD: 'Notebook',
      'KEYWORD[2]': 'Hardware',
      'FEATURE:Netzspannung': '110, 220 VLT',
      MIME_SOURCE: '55-K-31.jpg',
    });
    expect(rows[0]).not.toHaveProperty('PRICE_AMOUNT');
  });

  it('BMEcat 2005.1 in CDATA, with its mode', async () => {
    const { rows } = await reading(bmecat, [file('2005_naugrimm_document')]);
    expect(rows[2]).toMatchObject({
      '@mode': 'new',
      SUPPLIER_ID: '3',
      QUANTITY_INTERVAL: '1.0',
      ORDER_UNIT: 'C62',
      MIME_SOURCE: 'http://a.b/c/d.jpg',
      'MIME_SOURCE[2]': 'http://w.x/y/z.bmp',
    });
  });

  it('the price update is refused: there is nothing to import', async () => {
    const { rows, refusal } = await reading(bmecat, [file('1.2_olivere_update_prices')]);
    expect(rows).toEqual([]);
    expect(refusal).toMatchObject({ code: 'FILE_WITHOUT_PRODUCTS' });
    expect(refusal?.rule).toContain('prices only');
  });
});
