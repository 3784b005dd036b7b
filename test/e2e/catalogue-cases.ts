import { realBytes } from './example-room.ts';
import { element, elements, sheetRows, tableOf, textIn, textOfFile } from './plain-reading.ts';
import { allSent, type ExpectedProduct, type RealCase } from './real-case.ts';

const offersFile = '1c_carono_offers.xml';
const importFile = '1c_carono_import.xml';
const bareImportFile = '1c_carono_import_wo_classifier.xml';

const bmecat12 = { item: 'ARTICLE', id: 'SUPPLIER_AID', barcode: 'EAN' };
const bmecat2005 = { item: 'PRODUCT', id: 'SUPPLIER_PID', barcode: 'INTERNATIONAL_PID' };

/** Exchange formats of trade and industry. */
export const catalogueCases: readonly RealCase[] = [
  commerceml('commerceml.yaml', { 'import.xml': importFile, 'offers.xml': offersFile }),
  commerceml('commerceml.yaml', { 'import.xml': bareImportFile, 'offers.xml': offersFile }),
  commerceml('commerceml-classifier.yaml', {
    'import.xml': bareImportFile,
    'classifier.xml': '1c_carono_classifier.xml',
    'offers.xml': offersFile,
  }),
  bmecat('bmecat_1.2_olivere_new_catalog.xml', bmecat12),
  bmecat('bmecat_2005_olivere_new_catalog.xml', bmecat2005),
  bmecat('bmecat_2005_naugrimm_document.xml', bmecat2005),
  workbook('bmecatconv_testConvertExcelToXmlWrongSeparatorsInDeliveryTime.xlsx'),
  workbook('bmecatconv_testCreateBMEcatFromExcelFullDataGTINAlsZahl.xlsx'),
  workbook('bmecatconv_testCreateBMEcatTwoPossibleSheets.xlsx'),
  datanorm('datanorm.yaml', { 'DATANORM.001': 'datanorm4_datanorm_2_test.001' }),
  datanorm('datanorm-groups.yaml', {
    'DATANORM.001': 'datanorm4_datanorm_test.001',
    'DATANORM.WRG': 'datanorm4_datanorm_test.WRG',
  }),
  gdsn(),
  dbase(),
];

/** What another program reads in the table, which says nothing of stock. */
function dbase(): RealCase {
  const file = 'dbase_83.dbf';
  return {
    example: 'dbase.yaml',
    files: { 'artikel.dbf': file, 'artikel.dbt': 'dbase_83.dbt' },
    manifest: { dbase: [file] },
    books: () => ({ dbase: allSent(tableOf(file).length) }),
    products: () =>
      tableOf(file).map(({ CODE = '', NAME = '', ACTIVE }) => {
        const isActive = ACTIVE === 'TRUE';
        return { externalId: CODE.trim(), name: NAME.trim(), availableQty: 0, isActive };
      }),
  };
}

/** Each offer is an article; what it does not say itself its product says. */
function commerceml(example: string, files: Readonly<Record<string, string>>): RealCase {
  const offers = () => elements(textOfFile(offersFile), 'Предложение');
  const barcodeOf = (productId = ''): string | undefined => {
    const products = elements(textOfFile(files['import.xml'] ?? ''), 'Товар');
    const product = products.find((inside) => element(inside, 'Ид') === productId);
    return product === undefined ? undefined : element(product, 'Штрихкод');
  };
  return {
    example,
    files,
    manifest: { '1c': [offersFile] },
    books: () => ({ '1c': allSent(offers().length) }),
    products: () =>
      offers().map((offer) => {
        const externalId = element(offer, 'Ид') ?? '';
        return {
          externalId,
          name: element(offer, 'Наименование') ?? '',
          availableQty: Number(element(offer, 'Количество')),
          ...optional('barcode', barcodeOf(externalId.split('#')[0])),
        };
      }),
  };
}

function bmecat(file: string, names: typeof bmecat12): RealCase {
  const items = () => elements(textOfFile(file), names.item);
  return {
    example: 'bmecat.yaml',
    files: { 'catalog.xml': file },
    manifest: { bmecat: [file] },
    books: () => ({ bmecat: allSent(items().length) }),
    products: () =>
      items().map((item) => ({
        externalId: element(item, names.id) ?? '',
        name: element(item, 'DESCRIPTION_SHORT') ?? '',
        availableQty: 0,
        ...optional('barcode', element(item, names.barcode)),
        ...textIn('brand', element(item, 'MANUFACTURER_NAME')),
        ...textIn('description', element(item, 'DESCRIPTION_LONG')),
        ...number('minOrderQty', element(item, 'QUANTITY_MIN')),
        ...number('leadTimeDays', element(item, 'DELIVERY_TIME')),
      })),
  };
}

function workbook(file: string): RealCase {
  const rows = () => sheetRows(file, 'Artikel');
  return {
    example: 'supplier-workbook.yaml',
    files: { 'artikel.xlsx': file },
    manifest: {},
    books: () => ({ workbook: allSent(rows().length) }),
    products: () =>
      rows().map((row) => ({
        externalId: row['supplierArticleId'] ?? '',
        name: row['descriptionShort'] ?? '',
        availableQty: 0,
        ...optional('barcode', row['ean']),
        ...textIn('brand', row['manufacturerName']),
        ...textIn('description', row['descriptionLong']),
        ...number('minOrderQty', row['quantityMin']),
        ...number('leadTimeDays', row['deliveryTime']),
      })),
  };
}

/** A records hold the article, B records its barcode; the one umlaut of CP850 in them is written out here. */
function datanorm(example: string, files: Readonly<Record<string, string>>): RealCase {
  const lines = () =>
    realBytes(files['DATANORM.001'] ?? '')
      .toString('latin1')
      .replaceAll('\x94', 'ö')
      .split(/\r?\n/)
      .map((line) => line.split(';'));
  const articles = () => lines().filter(([kind]) => kind === 'A');
  const barcodeOf = (id: string): string | undefined =>
    lines().find((line) => line[0] === 'B' && line[2] === id)?.[9];
  return {
    example,
    files,
    manifest: {},
    books: () => ({ datanorm: allSent(articles().length) }),
    products: () =>
      articles().map(([, , id = '', , ...texts]) => ({
        externalId: id,
        name: `${texts[0]} ${texts[1]}`,
        availableQty: 0,
        ...optional('barcode', barcodeOf(id)),
      })),
  };
}

/** A file for each notification, and so an import for each. */
function gdsn(): RealCase {
  const files = {
    'notification-1.xml': 'gdsn_food_product_full.xml',
    'notification-2.xml': 'gdsn_partially_mapped_product.xml',
  };
  const itemsOf = (file: string) => elements(textOfFile(file), 'tradeItem');
  return {
    example: 'gdsn.yaml',
    files,
    manifest: { gdsn: Object.values(files) },
    books: () => ({ gdsn: Object.values(files).map((file) => allSent(itemsOf(file).length)) }),
    products: () =>
      Object.values(files)
        .flatMap(itemsOf)
        .map((item) => ({
          externalId: element(item, 'gtin') ?? '',
          name: element(item, 'tradeItemDescription') ?? '',
          availableQty: 0,
          ...optional('barcode', element(item, 'gtin')),
          ...textIn('brand', element(item, 'brandName')),
          ...textIn('description', element(item, 'descriptionShort')),
        })),
  };
}

function optional(field: 'barcode', text: string | undefined): Pick<ExpectedProduct, 'barcode'> {
  return text === undefined ? {} : { [field]: text };
}

/** A whole number; of lead times in parts of a day the whole days. */
function number(
  field: 'minOrderQty' | 'leadTimeDays',
  written: string | undefined,
): Partial<ExpectedProduct> {
  return written === undefined ? {} : { [field]: Math.floor(Number(written.replace(',', '.'))) };
}
