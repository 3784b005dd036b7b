import { childText, numbered, type Put, putElement, type XmlElement } from '../xml/tree.ts';
import { putFeatures } from './features.ts';
import { inLanguage } from './language.ts';
import { putPictures } from './pictures.ts';

/** Groups of fields: their children become columns under their own names. */
const sections: ReadonlySet<string> = new Set([
  'ARTICLE_DETAILS',
  'PRODUCT_DETAILS',
  'ARTICLE_ORDER_DETAILS',
  'PRODUCT_ORDER_DETAILS',
  'PRODUCT_LOGISTIC_DETAILS',
]);

/** Prices are managed in the supplier portal; the API refuses them. */
const prices: ReadonlySet<string> = new Set(['ARTICLE_PRICE_DETAILS', 'PRODUCT_PRICE_DETAILS']);
const features: ReadonlySet<string> = new Set(['ARTICLE_FEATURES', 'PRODUCT_FEATURES']);

/** International numbers that are barcodes; others, as `issn`, are not. */
const barcodeTypes: ReadonlySet<string> = new Set(['ean', 'gtin', 'upc']);

/** One ARTICLE or PRODUCT as columns. */
export function putArticle(article: XmlElement, language: string | undefined, put: Put): void {
  for (const [name, value] of Object.entries(article.attributes)) put(`@${name}`, value);
  put('SUPPLIER_ID', childText(article, 'SUPPLIER_AID') ?? childText(article, 'SUPPLIER_PID'));
  const all = article.children.flatMap((child) =>
    sections.has(child.name) ? child.children : [child],
  );
  const barcode = internationalNumber(all);
  // An empty EAN beside its successor of 2005 says nothing.
  const isEmptyEan = ({ name, text }: XmlElement): boolean => name === 'EAN' && text === '';
  const fields = barcode === undefined ? all : all.filter((field) => !isEmptyEan(field));
  put('EAN', fields.some(({ name }) => name === 'EAN') ? undefined : barcode);
  putFields(fields.filter(isField), language, put);
  putFeatures(
    article.children.filter((child) => features.has(child.name)),
    language,
    put,
  );
  putPictures(article, put);
}

function isField(element: XmlElement): boolean {
  return !prices.has(element.name) && !features.has(element.name) && element.name !== 'MIME_INFO';
}

function internationalNumber(fields: readonly XmlElement[]): string | undefined {
  return fields.find(
    (field) =>
      field.name === 'INTERNATIONAL_PID' &&
      barcodeTypes.has(field.attributes['type']?.toLowerCase() ?? ''),
  )?.text;
}

/**
 * Texts in several languages stand as `DESCRIPTION_SHORT:deu` and `DESCRIPTION_SHORT:eng`; the plain name holds those
 * of the catalogue's own language, wherever they stand (inLanguage).
 */
function putFields(fields: readonly XmlElement[], language: string | undefined, put: Put): void {
  for (const field of fields) {
    const own = field.attributes['lang'];
    if (own !== undefined) put(`${field.name}:${own}`, field.text);
  }
  const read = new Set<XmlElement>();
  for (const name of new Set(fields.map((field) => field.name))) {
    const named = fields.filter((field) => field.name === name);
    for (const field of inLanguage(named, language)) read.add(field);
  }
  const inOrder = fields.filter((field) => read.has(field));
  for (const [name, field] of numbered(inOrder)) putElement(field, name, put);
}
