import type { FirstRows } from './first-rows.ts';

/** XML of one article repeats nothing, so the path to it is found by the name of its element. */
export function isOneArticle({ format, rows }: Pick<FirstRows, 'format' | 'rows'>): boolean {
  return format === 'xml' && rows === 1;
}
