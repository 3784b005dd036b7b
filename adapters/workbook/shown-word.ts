import type { CellObject } from 'xlsx';
import { type NumberFormat, wordFormat } from '../xlsx/number-format.ts';
import { isWord } from '../xlsx/sections.ts';

/**
 * The text that an ODS cell shows in the place of its number. The cell keeps it; the library gives of a style with
 * conditions one section alone, and not always the one that counts. Undefined where digits are shown, or a moment.
 */
export function shownWord(
  { v, w = '' }: CellObject,
  format: NumberFormat | undefined,
): NumberFormat | undefined {
  if (/\p{N}/u.test(w) || format?.moment !== undefined) return undefined;
  return isWord(w, v === 0) ? wordFormat(w.trim()) : undefined;
}
