import type { CatalogConfig, SourceConfig } from '../terms/ports.ts';
import { meaningOfVanished } from './vanished.ts';

/** What a whole stock export leaves out keeps its last stock, also where that was said and never sent. */
export function keepsLastStock({ kind, contents, missing }: SourceConfig): boolean {
  return kind === 'stock' && contents === 'full' && missing !== 'zero';
}

/** What a file leaves out stays as it was sent. */
export function keepsLeftOut(source: SourceConfig, catalog: CatalogConfig): boolean {
  return meaningOfVanished(source, catalog) === 'nothing';
}

/** Likewise an article that its products export leaves out under `vanished: ignore` stays as it was said last. */
export function keepsLastWord(source: SourceConfig, catalog: CatalogConfig): boolean {
  return source.contents === 'full' && keepsLeftOut(source, catalog);
}
