import { createHash, hash } from 'node:crypto';
import type { SourceConfig } from '../config/declaration.ts';
import type { Product, ProductField } from '../domain/product.ts';
import { productFields } from '../domain/product.ts';

/** Raised whenever the same cells would be mapped to other values than before: old hashes are then void. */
export const mappingVersion = 1;

const contentFields = productFields.filter(
  (field) => field !== 'externalId' && field !== 'availableQty',
);

/**
 * 53 bits of SHA-256 over the mapped fields without the quantity: what the mirror remembers of a product.
 * Two different contents of one product share it with a chance of 2^-53; the key is not part of it.
 */
export function contentHash(product: Product): number {
  const digest = hash('sha256', contentText(product), 'buffer');
  return digest.readUIntBE(0, 6) * 32 + ((digest[6] ?? 0) >> 3);
}

/** Canonical: the spec's field order, attributes sorted by name, absent and empty told apart. */
function contentText(product: Product): string {
  let text = '[';
  for (const field of contentFields)
    text += `${text === '[' ? '' : ','}${canonical(product[field as ProductField])}`;
  return `${text}]`;
}

function canonical(value: Product[ProductField]): string {
  if (value === undefined) return 'null';
  if (typeof value !== 'object') return `[${JSON.stringify(value)}]`;
  return JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Fingerprint of all that decides what the bytes of a row mean: under another one they are read again. */
export function basisOf(conditions: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([mappingVersion, conditions]))
    .digest('hex');
}

/**
 * Everything that decides how a row becomes a product; another one voids what was settled by hash. Where the file stands
 * and what becomes of it decide nothing.
 */
export function sourceFingerprint(source: SourceConfig, more: unknown): string {
  const { folder: _folder, stable: _stable, afterImport: _afterImport, ...meaning } = source;
  const text = JSON.stringify([mappingVersion, meaning, more]);
  return createHash('sha256').update(text).digest('hex');
}
