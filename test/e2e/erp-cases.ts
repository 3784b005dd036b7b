import {
  bareRows,
  element,
  elements,
  tabbedLines,
  tableRows,
  textIn,
  textOfFile,
} from './plain-reading.ts';
import { allSent, type RealCase } from './real-case.ts';

/** Exports of ERPs as tables and plain XML. */
export const erpCases: readonly RealCase[] = [
  odooExternalIds(),
  adventureWorks(),
  withoutHeader(),
  tallyTable(),
  tallyElements(),
  invoice(),
];

function odooExternalIds(): RealCase {
  const file = 'odoo_mrp_product.product.csv';
  return {
    example: 'odoo-external-ids.yaml',
    files: { 'product.product.csv': file },
    manifest: { products: [file] },
    books: () => ({ products: allSent(tableRows(file, ',').length) }),
    products: () =>
      tableRows(file, ',').map(({ id = '', name = '' }) => {
        return { externalId: id, name, availableQty: 0 };
      }),
  };
}

/**
 * Goods only; the stock of a product is the sum over its places, by the number that both tables have. In the books an
 * article counts with one row, the rows that were added to it are skipped.
 */
function adventureWorks(): RealCase {
  const files = {
    products: 'adventureworks_Product.csv',
    stock: 'adventureworks_ProductInventory.csv',
  };
  const goods = () => tabbedLines(files.products).filter((row) => row[4] === '1');
  const stockOf = (id: string) => tabbedLines(files.stock).filter((row) => row[0] === id);
  return {
    example: 'adventureworks.yaml',
    files: { 'Product.csv': files.products, 'ProductInventory.csv': files.stock },
    manifest: { products: [files.products], stock: [files.stock] },
    books: () => ({
      products: partlySent(tabbedLines(files.products).length, goods().length),
      stock: partlySent(
        tabbedLines(files.stock).length,
        goods().filter(([id = '']) => stockOf(id).length > 0).length,
      ),
    }),
    products: () =>
      goods().map(([id = '', name = '', ...more]) => ({
        externalId: id,
        name,
        leadTimeDays: Number(more[12]),
        isActive: `${more[19]}${more[20]}` === '',
        availableQty: stockOf(id).reduce((sum, row) => sum + Number(row[4]), 0),
      })),
  };
}

const partlySent = (read: number, sent: number) => ({
  read,
  sent,
  rejected: 0,
  skipped: read - sent,
});

function withoutHeader(): RealCase {
  const file = 'datanorm5_source_article_master_data.csv';
  return {
    example: 'csv-without-header.yaml',
    files: { 'article_master_data.csv': file },
    manifest: { articles: [file] },
    books: () => ({ articles: allSent(bareRows(file, ';').length) }),
    products: () =>
      bareRows(file, ';').map(([externalId = '', name = '']) => {
        return { externalId, name, availableQty: 0 };
      }),
  };
}

function tallyTable(): RealCase {
  const file = 'tally_sample.csv';
  return {
    example: 'tally-csv.yaml',
    files: { 'stock.csv': file },
    manifest: { tally: [file] },
    books: () => ({ tally: allSent(tableRows(file, ',').length) }),
    products: () =>
      tableRows(file, ',').map((row) => {
        const { SKU: externalId = '', Name: name = '' } = row;
        return { externalId, name, availableQty: Number(row['Opening Stock']) };
      }),
  };
}

function tallyElements(): RealCase {
  const file = 'tally_export_sample.xml';
  const items = () => elements(textOfFile(file), 'STOCKITEM');
  const names = () =>
    [...textOfFile(file).matchAll(/<STOCKITEM NAME="([^"]*)"/g)].map(([, name = '']) => name);
  return {
    example: 'tally-xml.yaml',
    files: { 'masters.xml': file },
    manifest: { tally: [file] },
    books: () => ({ tally: allSent(items().length) }),
    products: () =>
      items().map((item, index) => ({
        externalId: element(item, 'ALIAS') ?? '',
        name: names()[index] ?? '',
        availableQty: Number(element(item, 'QUANTITY')),
        unitOfMeasure: element(item, 'UNIT')?.toLowerCase() ?? '',
        ...textIn('description', element(item, 'DESCRIPTION')),
      })),
  };
}

/** `SEM GTIN` stands where an item has no barcode. */
function invoice(): RealCase {
  const file = 'nfe_fake.xml';
  const items = () => elements(textOfFile(file), 'det');
  return {
    example: 'nfe-invoice.yaml',
    files: { 'nfe.xml': file },
    manifest: { nfe: [file] },
    books: () => ({ nfe: allSent(items().length) }),
    products: () =>
      items().map((item) => {
        const barcode = element(item, 'cEAN') ?? '';
        return {
          externalId: element(item, 'cProd') ?? '',
          name: element(item, 'xProd') ?? '',
          availableQty: 0,
          ...(barcode === 'SEM GTIN' ? {} : { barcode }),
        };
      }),
  };
}
