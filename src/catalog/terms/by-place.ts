import type { SourceConfig } from '../../config/declaration.ts';

/** No name of the file tells its columns apart: where they move, only the values show it (fault 5). */
export function isByPlace({
  format,
  headerRow,
}: Pick<SourceConfig, 'format' | 'headerRow'>): boolean {
  return headerRow === 'none' || format === 'fixed';
}
