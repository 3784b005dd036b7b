import type { CatalogConfig, SourceConfig } from '../terms/ports.ts';
import { meaningOfVanished } from './vanished.ts';

/**
 * Under `missing: keep`, file 1 says stock 5 and file 2 leaves the article out: the 5 still counts, also where it was
 * never sent.
 */
export function keepsLastStock({ kind, contents, missing }: SourceConfig): boolean {
  return kind === 'stock' && contents === 'full' && missing !== 'zero';
}

/**
 * An article that a file leaves out stays as it was sent: under `missing: keep` or `vanished: ignore`, and of a file of
 * changes.
 */
export function keepsLeftOut(source: SourceConfig, catalog: CatalogConfig): boolean {
  return meaningOfVanished(source, catalog) === 'nothing';
}
