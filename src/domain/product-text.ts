import { type Product, type ProductField, productFields } from './product.ts';
import { quantityText } from './quantity.ts';

/** How a field's value is written. */
type Write = (value: string | number) => string;

/** No letter that JSON escapes: quote mark, backslash, control characters, halves of a pair. */
const plain = /^[\x20\x21\x23-\x5b\x5d-\ud7ff\ue000-\uffff]*$/;

/** Most texts need no escaping, and seeing that costs less than half of it. */
function jsonOf(value: string | number): string {
  return typeof value === 'string' && plain.test(value) ? `"${value}"` : JSON.stringify(value);
}

const quantities = new Set<ProductField>(['minOrderQty', 'stepQty']);
/** What a product is beside its key and its stock, which travels alone too. */
const contentFields = productFields
  .filter((field) => field !== 'externalId' && field !== 'availableQty')
  .map((field) => ({
    field,
    prefix: `,"${field}":`,
    write: (quantities.has(field) ? quantityText : jsonOf) as Write,
  }));

/**
 * A product as the JSON object that is sent: only the fields of the spec, absent ones left out, quantities as exact
 * JSON numbers written from their thousandths.
 */
export function productText(product: Product): string {
  return productTextOf(product.externalId, product.availableQty, contentText(product));
}

/** The same from a content that is written already. */
export function productTextOf(
  externalId: string,
  availableQty: number | undefined,
  content: string,
): string {
  const stock = availableQty === undefined ? '' : `,"availableQty":${quantityText(availableQty)}`;
  return `{"externalId":${jsonOf(externalId)}${stock}${content}}`;
}

/**
 * The members without key and stock, canonical: the spec's
 * field order, attributes by name, absent and empty told apart.
 */
export function contentText(product: Omit<Product, 'externalId' | 'availableQty'>): string {
  let text = '';
  for (const { field, prefix, write } of contentFields) {
    const value = product[field];
    if (value === undefined) continue;
    text += prefix;
    text += typeof value === 'object' ? attributesText(value) : write(value as string | number);
  }
  return text;
}

function attributesText(attributes: Readonly<Record<string, string>>): string {
  const names = Object.keys(attributes).sort();
  let text = '';
  for (const name of names)
    text += `${text === '' ? '' : ','}${jsonOf(name)}:${jsonOf(attributes[name] ?? '')}`;
  return `{${text}}`;
}

/** A field as it is sent: quantities are kept in thousandths. */
export function valueText(field: ProductField, value: Product[ProductField]): string {
  if (typeof value === 'object') return attributesText(value);
  return isQuantity(field) ? quantityText(value as number) : JSON.stringify(value);
}

function isQuantity(field: string): boolean {
  return field === 'availableQty' || quantities.has(field as ProductField);
}

/** The fields for people to read: quantities with their own digits, as text. */
export function shownValues(product: Partial<Product>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(product).map(([field, value]) => [
      field,
      isQuantity(field) ? quantityText(value as number) : value,
    ]),
  );
}

/** One item of a stock batch (spec "Catalog", batch/stock). */
export function stockText(externalId: string, availableQty: number): string {
  return `{"externalId":${jsonOf(externalId)},"availableQty":${quantityText(availableQty)}}`;
}
