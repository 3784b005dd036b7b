import { inactiveMark } from '../domain/product.ts';
import type { RowOf } from './catalog-tables.ts';

/** What is known of one product; hashes and quantities are NULL until the marketplace confirmed them (law 3). */
export type ProductRow = Omit<RowOf<'product'>, 'picture_wished' | 'picture_confirmed'>;

/**
 * `content_hash` of a product that is on the marketplace with a content that nobody has compared yet. Real hashes are
 * never below zero.
 */
export const unknownContent = -1;

/** True of a product that the marketplace has and that was not last sent as inactive. */
export const isOffered = `content_hash IS NOT NULL AND coalesce(traits, '') NOT LIKE '%${inactiveMark}'`;

/** What a pass over an export asks of a product, in the order of `KnownRow`: a million of these are read. */
export const knownColumns = `id, external_id, content_hash, content_run, quantity, quantity_run, exported_quantity,
  exported_run, refused_hash, in_doubt, last_request, content_request, traits`;
export type KnownRow = [
  id: number,
  externalId: string,
  contentHash: number | null,
  contentRun: number | null,
  quantity: number | null,
  quantityRun: number | null,
  exportedQuantity: number | null,
  exportedRun: number | null,
  refusedHash: number | null,
  inDoubt: number,
  lastRequest: number | null,
  contentRequest: number | null,
  traits: string | null,
];

/** All columns of a product, in the order of `ProductColumns`. */
export const productColumns = `${knownColumns}, wish, basis, refused_code, refused_message, refused_at`;
export type ProductColumns = [
  ...known: KnownRow,
  wish: number,
  basis: ProductRow['basis'],
  refusedCode: string | null,
  refusedMessage: string | null,
  refusedAt: number | null,
];

/** Gives the driver's bare values their names: a third cheaper than objects that the driver makes. */
export function productRow(row: ProductColumns | undefined): ProductRow | undefined {
  if (row === undefined) return undefined;
  return {
    id: row[0],
    external_id: row[1],
    wish: row[13],
    content_hash: row[2],
    content_run: row[3],
    quantity: row[4],
    quantity_run: row[5],
    exported_quantity: row[6],
    exported_run: row[7],
    basis: row[14],
    refused_hash: row[8],
    refused_code: row[15],
    refused_message: row[16],
    refused_at: row[17],
    in_doubt: row[9],
    last_request: row[10],
    traits: row[12],
    content_request: row[11],
  };
}
