import type { CatalogConfig, SourceConfig } from '../terms/ports.ts';
import { meaningOfVanished } from './vanished.ts';

/**
 * Under `missing: keep`, file 1 says stock 5 and file 2 leaves the article out: the 5 still counts, also where it was
 * never sent.
 */
export function keepsLastStock({ kind, contents, missing }: SourceConfig): boolean {
  return kind === 'stock' && contents === 'full' && missing !== 'zero';
}

/** An article that a file leaves out stays as it was sent. */
export function keepsLeftOut(source: SourceConfig, catalog: CatalogConfig): boolean {
  return meaningOfVanished(source, catalog) === 'nothing';
}

/**
 * The same of whole exports of both kinds: what one leaves out under `missing: keep` or `vanished: ignore` stays as
 * last said.
 */
export function keepsLastWord(source: SourceConfig, catalog: CatalogConfig): boolean {
  return source.contents === 'full' && keepsLeftOut(source, catalog);
}
