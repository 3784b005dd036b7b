import { decimalOf, decimalText, significantDigits } from './decimal.ts';

/** Most numbers are stored as they are shown: no exponent, no noise of the binary form, no empty digits. */
const plainPattern = /^-?(?:[1-9]\d*|0(?=\.))(?:\.\d*[1-9])?$/;

/** A stored number with all its digits. */
export function plainNumber(stored: string): string {
  if (plainPattern.test(stored) && stored.length <= significantDigits) return stored;
  const decimal = decimalOf(stored);
  return decimal ? decimalText(decimal) : stored;
}
