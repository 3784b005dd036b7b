/**
 * spec "Product (request fields)": a closed list, because the service drops a misspelt field without a word (fault 23).
 */
export const productFields = [
  'externalId',
  'name',
  'description',
  'categorySlug',
  'unitOfMeasure',
  'availableQty',
  'minOrderQty',
  'stepQty',
  'leadTimeDays',
  'brand',
  'barcode',
  'attributes',
  'isActive',
] as const;
export type ProductField = (typeof productFields)[number];

/** Numbers of a product's content: a column of them may jump by a power of ten. */
export const numberFields = ['minOrderQty', 'stepQty', 'leadTimeDays'] as const;
export type NumberField = (typeof numberFields)[number];
/** And the stock. */
export const allNumberFields = ['availableQty', ...numberFields] as const;

/** Ends the stored traits (catalog/terms/traits.ts) of a product that was confirmed as inactive. */
export const inactiveMark = '-';

const priceFields = ['unitPrice', 'currency'].map((field) => field.toLowerCase());

/** spec "What the service does" 4: refused at configuration time (fault 22), and forwarded under no name (quirk 30). */
export function isPrice(name: string): boolean {
  return priceFields.includes(name.toLowerCase());
}

/** One product as it is sent. Absent means omitted; null is never sent. Quantities in thousandths (quantity.ts). */
export interface Product {
  readonly externalId: string;
  readonly name: string;
  readonly description?: string;
  readonly categorySlug?: string;
  readonly unitOfMeasure?: string;
  readonly availableQty?: number;
  readonly minOrderQty?: number;
  readonly stepQty?: number;
  readonly leadTimeDays?: number;
  readonly brand?: string;
  readonly barcode?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly isActive?: boolean;
}

/** Ids that fold or re-route a URL (fault 9, finding 4): DELETE and picture addresses refuse them. */
const unaddressable = new Set(['.', '..', 'batch']);

export function isAddressable(externalId: string): boolean {
  return !unaddressable.has(externalId) && externalId.isWellFormed();
}
