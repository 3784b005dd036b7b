import { crc32 } from 'node:zlib';
import type { Product } from '../../domain/product.ts';
import { parseQuantity, plainNumbers, quantityText } from '../../domain/quantity.ts';

/** Texts that the list returns of a product (spec "Product (response item)"). */
const listedTexts = [
  'name',
  'description',
  'unitOfMeasure',
  'minOrderQty',
  'brand',
  'barcode',
] as const;
/**
 * All that the list tells beside the number and the stock; its status tells `isActive`. Sums are stored in this order.
 */
export const listedFields = [...listedTexts, 'isActive'] as const;
export type ListedField = (typeof listedFields)[number];

/** The only status that the specification explains ("Product": isActive true gives it). */
export const activeStatus = 'ACTIVE';

/** One item of the list. Absent and empty are the same (fault 134); numbers are written the shortest way. */
export interface ListedProduct {
  readonly externalId: string;
  readonly fields: Readonly<Partial<Record<(typeof listedTexts)[number], string>>>;
  readonly status: string;
  /** Thousandths; null where the list shows none. */
  readonly quantity: number | null;
}

/** A page, or why there is none. */
export type ListPage =
  | {
      readonly items: readonly ListedProduct[];
      /** How many items have no externalId: they were made in the portal, and are not ours. */
      readonly unnamed: number;
      readonly nextCursor: string;
      readonly hasMore: boolean;
    }
  | {
      readonly failed: string;
      readonly isCursorRefused: boolean;
      /** The credential is refused: asking again gives the same answer until a person has changed it. */
      readonly isForbidden?: boolean;
    };

/** Asks for a page of the list in the lowest lane; undefined for the first. */
export type ListReader = (cursor: string | undefined) => Promise<ListPage>;

/** `12.50` → 12500; null where it is no plain number of three places. */
export function listedQuantity(text: string | undefined): number | null {
  const parsed = parseQuantity(text ?? '', plainNumbers);
  return 'fault' in parsed ? null : parsed.thousandths;
}

/**
 * The sum of a field that was not sent: it is not compared,
 * because the specification does not say what an omission means.
 */
const notCompared = 0;
const empty = 1;

/** Four bytes that stand for the text of a field, so that a million products fit into memory. */
function fieldSum(text: string | undefined): number {
  return text === undefined || text === '' ? empty : Math.max(crc32(text), empty + 1) | 0;
}

/**
 * The sums of what the list shows. A status other than ACTIVE is not compared: it is not specified what it says of
 * `isActive`.
 */
export function sumsOfListed({ fields, status }: ListedProduct): Int32Array {
  const active = status === activeStatus ? fieldSum('true') : notCompared;
  return Int32Array.of(...listedTexts.map((field) => fieldSum(fields[field])), active);
}

/** The sums of what we send; `notCompared` where we send nothing. */
export function sumsOfSent(product: Partial<Product>): Int32Array {
  return Int32Array.from(listedFields, (field) => {
    const value = product[field];
    if (value === undefined) return notCompared;
    return fieldSum(typeof value === 'number' ? quantityText(value) : String(value));
  });
}

/** The fields that both know and in which they differ. */
export function differingFields(sent: Int32Array, listed: Int32Array): readonly ListedField[] {
  return listedFields.filter((_, index) => {
    const [ours, theirs] = [sent[index] ?? notCompared, listed[index] ?? notCompared];
    return ours !== notCompared && theirs !== notCompared && ours !== theirs;
  });
}
