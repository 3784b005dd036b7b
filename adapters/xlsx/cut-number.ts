import { decimalOf, numberOf, significantDigits } from './decimal.ts';
import type { NumberFormat } from './number-format.ts';

/**
 * A code of which the sheet shows no more than `7.67E+11`, or has not kept every digit: as the person sees it, for
 * columns of article numbers and barcodes (quirk 24, lessons 6). Undefined for a number that is all there.
 */
export function cutNumber(stored: string, format: NumberFormat | undefined): string | undefined {
  const places = format?.scientificPlaces;
  if (places === undefined && stored.length <= significantDigits) return undefined;
  const value = numberOf(stored);
  if (!Number.isFinite(value)) return undefined;
  if (places !== undefined) return scientific(value, places);
  const digits = decimalOf(stored)?.whole.length ?? 0;
  return digits > significantDigits ? scientific(value, significantDigits - 1) : undefined;
}

function scientific(value: number, places: number): string {
  return value.toExponential(Math.min(places, significantDigits - 1)).toUpperCase();
}
