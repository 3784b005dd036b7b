import { hash } from 'node:crypto';
import type { SourceConfig } from '../../config/declaration.ts';
import type { Product } from '../../domain/product.ts';
import { contentText } from '../../domain/product-text.ts';
import type { CatalogConfig } from './ports.ts';

/** Raised whenever the same cells would be mapped to other values than before: old hashes are then void. */
const mappingVersion = 19;

/**
 * 53 bits of SHA-256 over the mapped fields without the quantity: what the mirror remembers of a product.
 * Two different contents of one product share it with a chance of 2^-53; the key is not part of it.
 */
export function contentHash(product: Product): number {
  return hashOfContent(contentText(product));
}

/** The same for a content that is a text already. */
export function hashOfContent(text: string): number {
  // One character for each byte: the cheapest text of a digest.
  const digest = hash('sha256', text, 'binary');
  return uint24(digest, 0) * 2 ** 29 + uint24(digest, 3) * 2 ** 5 + (digest.charCodeAt(6) >> 3);
}

function uint24(digest: string, at: number): number {
  return (
    (digest.charCodeAt(at) << 16) | (digest.charCodeAt(at + 1) << 8) | digest.charCodeAt(at + 2)
  );
}

/** Fingerprint of all that decides what the bytes of a row mean: under another one they are read again. */
export function basisOf(...conditions: readonly unknown[]): string {
  return hash('sha256', JSON.stringify([mappingVersion, ...conditions]));
}

const planIdLength = 8;

/** The id of what is planned: short, because people type it. */
export function planIdOf(...planned: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(planned)).slice(0, planIdLength);
}

/**
 * Fingerprint of everything that decides how a row becomes a product; under another one, what was settled by hash is
 * void. The folder of the file, when it is at rest and what becomes of it afterwards are left out, because they decide
 * nothing.
 */
export function sourceFingerprint(source: SourceConfig, more: unknown): string {
  const { folder: _folder, stable: _stable, afterImport: _afterImport, ...meaning } = source;
  return basisOf(meaning, more);
}

/**
 * Everything that decides which rows count, what a missing one leads to, and what is held: the folder, too (fault 124).
 */
export function configurationOf(source: SourceConfig, catalog: CatalogConfig): string {
  const { only, vanished, brake } = catalog;
  return sourceFingerprint(source, [only ?? null, vanished, brake, source.folder]);
}

/** In `meta`: the configuration of a source at the last start. */
export const configurationName = (source: string): string => `configuration of ${source}`;
