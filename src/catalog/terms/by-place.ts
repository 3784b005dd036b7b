import type { SourceConfig } from '../../config/declaration.ts';

/** True of a file without names of columns: if its columns move, only the values show it (fault 5). */
export function isByPlace({
  format,
  headerRow,
}: Pick<SourceConfig, 'format' | 'headerRow'>): boolean {
  return headerRow === 'none' || format === 'fixed';
}
