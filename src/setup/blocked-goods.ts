import { plainName, wordSet } from '../domain/column-name.ts';
import { type Column, differentValues } from './column.ts';
import { codesMax, holdsFlags } from './flag.ts';

/** Names that say that an article is blocked, or how many of its goods are: only the values can tell. */
const blockedNames = wordSet(
  `gesperrt gesperrte gesperrtemenge blocked geblokkeerd bloqueado bloqueada bloque bloquee bloccato bloccata zablokowany
    zablokowane заблокирован заблокировано spærret sperret sparrad sparrat blokovano`,
);
const number = /^\d{1,6}(?:[.,]\d+)?$/;
const withDecimals = /[.,]\d/;
const year = /^(?:19|20)\d\d$/;

/**
 * Whether the column says how many pieces are blocked, as 0,000 or 12,000. Few different whole numbers may be codes
 * that mark the article.
 */
export function countsBlocked(column: Column): boolean {
  if (!blockedNames.has(plainName(column.name)) || holdsFlags(column)) return false;
  const values = differentValues(column);
  const isCounted = values.length > 0 && values.every((value) => number.test(value));
  const isMany = values.length > codesMax && !values.every((value) => year.test(value));
  return isCounted && (isMany || values.some((value) => withDecimals.test(value)));
}
