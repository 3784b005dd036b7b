import type { Product } from './product.ts';
import { productFields } from './product.ts';
import { quantityText } from './quantity.ts';

const quantities = new Set(['availableQty', 'minOrderQty', 'stepQty']);

/**
 * A product as the JSON object that is sent: only the fields of the spec, absent ones left out, quantities as exact
 * JSON numbers written from their thousandths.
 */
export function productText(product: Product): string {
  const members = productFields.flatMap((field) => {
    const value = product[field];
    if (value === undefined) return [];
    const text = quantities.has(field) ? quantityText(value as number) : JSON.stringify(value);
    return [`"${field}":${text}`];
  });
  return `{${members.join(',')}}`;
}

/** One item of a stock batch (spec "Catalog", batch/stock). */
export function stockText(externalId: string, availableQty: number): string {
  return `{"externalId":${JSON.stringify(externalId)},"availableQty":${quantityText(availableQty)}}`;
}
