import { describe, expect, it } from 'vitest';
import { gdsn } from '../../../adapters/gdsn/read.ts';
import {
  fileOf,
  occurrences,
  reading,
  realBytes,
  realFile,
  realFilesExist,
} from '../xml/reading.ts';

function read(item: string, options = {}) {
  return reading(
    gdsn,
    [
      fileOf(
        'gdsn.xml',
        `<m:message xmlns:m="urn:m"><m:catalogueItem><m:tradeItem>${item}</m:tradeItem></m:catalogueItem></m:message>`,
      ),
    ],
    options,
  );
}

describe('trade items', () => {
  it('give well-known fields by their plain name, wherever they stand', async () => {
    const { rows } = await read(
      '<gtin>04012345678901</gtin><module><x:info xmlns:x="urn:x"><x:brandName>Acme</x:brandName></x:info></module>',
    );
    expect(rows[0]).toMatchObject({
      gtin: '04012345678901',
      brandName: 'Acme',
      'module/info/brandName': 'Acme',
    });
  });

  it('give texts in each language, and the same one plain in whatever order they stand', async () => {
    const texts = [
      '<functionalName languageCode="nl">Soep</functionalName>',
      '<functionalName languageCode="en">Soup</functionalName>',
    ];
    for (const order of [texts, texts.toReversed()]) {
      const { rows } = await read(`<i>${order.join('')}</i>`);
      expect(rows[0]).toMatchObject({
        functionalName: 'Soup',
        'functionalName:nl': 'Soep',
        'functionalName:en': 'Soup',
      });
    }
    const { rows } = await read(`<i>${texts.join('')}<functionalName>S</functionalName></i>`);
    expect(rows[0]).toMatchObject({ functionalName: 'S' });
  });

  it('give measurements with their unit, written either way', async () => {
    const attribute = await read('<netContent measurementUnitCode="GRM">250</netContent>');
    const elements = await read(
      '<m><netContent><measurementValue>250</measurementValue><measurementUnitCode>GRM</measurementUnitCode></netContent></m>',
    );
    expect(attribute.rows[0]).toMatchObject({ netContent: '250 GRM' });
    expect(elements.rows[0]).toMatchObject({
      netContent: '250 GRM',
      'm/netContent/measurementValue': '250',
    });
  });

  it('find the number in the older place', async () => {
    const { rows } = await read(
      '<tradeItemIdentification><gtin>4012345678901</gtin></tradeItemIdentification>',
    );
    expect(rows[0]).toMatchObject({ gtin: '4012345678901' });
  });

  it('are found under another path where the source says so', async () => {
    expect((await read('<gtin>1</gtin>', { path: 'catalogueItem' })).rows).toEqual([
      { 'tradeItem/gtin': '1', gtin: '1', withdrawn: 'false' },
    ]);
  });

  it('have no name of an item that is packed in them', async () => {
    const inner = '<functionalName languageCode="en">Soup, one can</functionalName>';
    const { rows } = await reading(
      gdsn,
      [
        fileOf(
          'gdsn.xml',
          `<m><catalogueItem><tradeItem><gtin>1</gtin><functionalName languageCode="nl">Soep, pallet</functionalName></tradeItem><catalogueItemChildItemLink><catalogueItem><tradeItem><gtin>2</gtin>${inner}</tradeItem></catalogueItem></catalogueItemChildItemLink></catalogueItem></m>`,
        ),
      ],
      { path: 'catalogueItem' },
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ gtin: '1', functionalName: 'Soep, pallet' });
    expect(rows[0]).not.toHaveProperty('functionalName:en');
  });

  it('that are missing refuse the file, naming what it has', async () => {
    const { refusal } = await reading(gdsn, [fileOf('a.xml', '<note><to>x</to><to>y</to></note>')]);
    expect(refusal).toMatchObject({ code: 'FILE_STRUCTURE', file: 'a.xml' });
    expect(refusal?.rule).toContain('Its root is <note>; repeated in it: to (2).');
  });
});

/** Checked against MANIFEST.md of the real exports and plain text searches in the files. */
describe.skipIf(!realFilesExist())('real notifications', () => {
  it.each(['gdsn_food_product_full.xml', 'gdsn_partially_mapped_product.xml'])(
    '%s holds one trade item',
    async (name) => {
      const { rows, refusal } = await reading(gdsn, [realFile(`products/${name}`)]);
      expect(refusal).toBeUndefined();
      expect(rows).toHaveLength(1);
      expect(occurrences(realBytes(`products/${name}`).toString(), '<cin:tradeItem>')).toBe(1);
    },
  );

  it('the food product in two languages', async () => {
    const { rows } = await reading(gdsn, [realFile('products/gdsn_food_product_full.xml')]);
    expect(rows[0]).toMatchObject({
      gtin: '95012345678835',
      brandName: 'Example Foods',
      tradeItemDescription: 'Tomato Soup 500 ml',
      'tradeItemDescription:nl': 'Tomatensoep 500 ml',
      'descriptionShort:en': 'Synthetic food sample for converter testing.',
      netContent: '500 MLT',
      gpcCategoryCode: '10000123',
      'nutrientHeader/nutrientDetail[2]/nutrientTypeCode': 'FAT',
      'ingredientStatement[2]/@languageCode': 'nl',
    });
  });
});
