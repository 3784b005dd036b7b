import { isWholeRow } from '../pass/blocked.ts';
import type { CatalogConfig, SourceConfig } from '../terms/ports.ts';

/** What is still on sale where rows of the source were rejected, in words. */
export function leftOnSale(source: SourceConfig, { sources }: CatalogConfig): string {
  if (source.kind === 'stock') return 'with their last stock';
  const isOwn = !sources.some(({ kind }) => kind === 'stock');
  const isSaid = source.mapping.isActive !== undefined;
  const isSure = isWholeRow(source);
  if (isSure && isOwn) return 'but where such a row is sure to say less stock, that goes';
  return isSure && isSaid
    ? 'but where such a row is sure to call one inactive, that goes'
    : 'also where such a row calls them inactive';
}
