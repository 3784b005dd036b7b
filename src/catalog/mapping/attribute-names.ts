import { priceFields } from '../../domain/product.ts';

/** The attribute that a prefix makes of a column; undefined where the column does not begin so, or nothing follows. */
export function nameBehind(prefix: string, column: string): string | undefined {
  const name = column.startsWith(prefix) ? column.slice(prefix.length).trim() : '';
  return name === '' ? undefined : name;
}

/** Prices are never forwarded, under no name that the marketplace knows for them (quirk 30). */
export function isPrice(name: string): boolean {
  return priceFields.some((field) => field.toLowerCase() === name.toLowerCase());
}
