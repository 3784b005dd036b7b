import { givesStock, isWholeRow } from '../pass/blocked.ts';
import type { CatalogConfig, SourceConfig } from '../terms/ports.ts';

/** What is still on sale where rows of the source were rejected, in words. */
export function leftOnSale(source: SourceConfig, { sources }: CatalogConfig): string {
  if (source.kind === 'stock') return 'with the last stock';
  const isElsewhere = sources.some(({ kind }) => kind === 'stock');
  const isMapped = source.mapping.isActive !== undefined;
  const isSure = isWholeRow(source);
  if (isSure && givesStock(source, isElsewhere))
    return 'except that a row which clearly says less stock still lowers it';
  return isSure && isMapped
    ? 'except that a row which clearly calls its article inactive takes it off sale'
    : 'even if a row calls its article inactive';
}
