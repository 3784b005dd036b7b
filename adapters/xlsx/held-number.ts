import { isFormatNumber } from '../../src/domain/quantity.ts';
import type { NumberFormat } from './number-format.ts';
import { plainNumber } from './plain-number.ts';

/**
 * The number that a cell holds, to the digits that spreadsheets keep, where its format shows something else: `5` for
 * 4.5 under `0`, `1` for 1250 under `#,##0,`, `sold out` for 0, `12 Stk` for 12. Undefined where it is what is shown,
 * and where that is a date, a percentage or an amount of money.
 */
export function heldNumber(
  stored: string,
  shown: string,
  format: NumberFormat | undefined,
): string | undefined {
  if (stored === shown) return undefined;
  const hasWords = format?.isWord === true || format?.hasUnit === true;
  if (!hasWords && !isFormatNumber(shown)) return undefined;
  const held = plainNumber(stored);
  const isShown = !hasWords && held === plainNumber(shown);
  return isShown || !isFormatNumber(held) ? undefined : held;
}
