import { isFormatNumber } from '../../src/domain/quantity.ts';
import { plainNumber } from './number-format.ts';

/**
 * The number that a cell holds, to the digits that spreadsheets keep, where its format shows another one: `5` for 4.5 under
 * `0`, `1` for 1250 under `#,##0,`. Undefined where it is what is shown, and where that is a date, a percentage or with a unit.
 */
export function heldNumber(stored: string, shown: string): string | undefined {
  if (stored === shown || !isFormatNumber(shown)) return undefined;
  const held = plainNumber(stored);
  return held === plainNumber(shown) || !isFormatNumber(held) ? undefined : held;
}
