import { tableRows, textIn } from './plain-reading.ts';
import { allSent, type ExpectedProduct, type RealCase } from './real-case.ts';

/** Product files that shop systems export. */
export const shopCases: readonly RealCase[] = [
  shopify('shopify_packt_Product-data.csv'),
  shopify('shopify_partners_apparel.csv'),
  magento(),
  woocommerce(),
  prestashop(),
];

/** Each line is a variant with a key of its handle and its options. */
function shopify(file: string): RealCase {
  return {
    example: 'shopify.yaml',
    files: { 'products_export.csv': file },
    manifest: { shopify: [file] },
    books: () => ({ shopify: allSent(tableRows(file, ',').length) }),
    products: () =>
      tableRows(file, ',').map((row): ExpectedProduct => {
        const options = [row['Option1 Value'], row['Option2 Value'], row['Option3 Value']];
        const parts = [row['Handle'], ...options].filter(
          (part) => part !== '' && part !== 'Default Title',
        );
        return {
          externalId: parts.join('/'),
          name: parts.join(' ').replaceAll('-', ' '),
          availableQty: Number(row['Variant Inventory Qty']),
          ...textIn('brand', row['Vendor']),
          ...textIn('description', row['Body (HTML)']),
        };
      }),
  };
}

function magento(): RealCase {
  const file = 'magento2_simple_gear_bags.csv';
  return {
    example: 'magento2.yaml',
    files: { 'catalog_product.csv': file },
    manifest: { magento: [file] },
    books: () => ({ magento: allSent(tableRows(file, ',').length) }),
    products: () =>
      tableRows(file, ',').map(({ sku = '', name = '', qty, description }) => {
        const availableQty = Number(qty);
        return { externalId: sku, name, availableQty, ...textIn('description', description) };
      }),
  };
}

/** Parents, groups and links are left out; a variation without a SKU is rejected. */
function woocommerce(): RealCase {
  const file = 'woocommerce_importer_test_sample.csv';
  const rows = () => tableRows(file, ',');
  const isArticle = (type = ''): boolean => !['variable', 'grouped', 'external'].includes(type);
  const articles = () => rows().filter((row) => isArticle(row['Type']));
  const withKey = () => articles().filter((row) => row['SKU'] !== '');
  return {
    example: 'woocommerce.yaml',
    files: { 'wc-product-export.csv': file },
    manifest: { woocommerce: [file] },
    books: () => ({
      woocommerce: {
        read: rows().length,
        sent: withKey().length,
        rejected: articles().length - withKey().length,
        skipped: rows().length - articles().length,
      },
    }),
    products: () =>
      withKey().map((row) => {
        const { SKU: externalId = '', Name: name = '', Stock, Published } = row;
        return { externalId, name, availableQty: Number(Stock), isActive: Published === '1' };
      }),
  };
}

function prestashop(): RealCase {
  const file = 'prestashop_products_import.csv';
  return {
    example: 'prestashop.yaml',
    files: { 'products.csv': file },
    manifest: { prestashop: [file] },
    books: () => ({ prestashop: allSent(tableRows(file, ';').length) }),
    products: () =>
      tableRows(file, ';').map((row) => ({
        externalId: row['Reference #'] ?? '',
        name: row['Name *'] ?? '',
        availableQty: Number(row['Quantity']),
        barcode: row['EAN13'] ?? '',
        unitOfMeasure: row['Unity'] || 'pcs',
        isActive: row['Active (0/1)'] === '1',
        minOrderQty: Number(row['Minimal quantity']),
        ...textIn('brand', row['Manufacturer']),
        ...textIn('description', row['Description']),
      })),
  };
}
