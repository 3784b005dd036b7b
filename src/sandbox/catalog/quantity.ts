import { roundToThousandths, type Thousandths, toThousandths } from '../base/decimal.ts';
import type { Market } from '../base/market.ts';
import { Problem } from '../base/problem.ts';

/** More than three decimals: refused or rounded, as `moreThanThreeDecimals` says (not shown). */
export function readQuantity(market: Market, name: string, value: number): Thousandths {
  const exact = toThousandths(value);
  if (exact !== undefined) return exact;
  if (market.settings.open.moreThanThreeDecimals === 'rounded') return roundToThousandths(value);
  throw new Problem('VALIDATION_ERROR', `${name}: at most 3 decimals, not ${value}`);
}
