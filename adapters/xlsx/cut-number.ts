import { decimalOf } from './decimal.ts';
import type { NumberFormat } from './number-format.ts';

/** What spreadsheets keep of a number; zeros or noise are behind it. */
const keptDigits = 15;

/**
 * A code of which the sheet shows no more than `7.67E+11`, or has not kept every digit: as the person sees it, for
 * columns of article numbers and barcodes (quirk 24, lessons 6). Undefined for a number that is all there.
 */
export function cutNumber(stored: string, format: NumberFormat | undefined): string | undefined {
  const places = format?.scientificPlaces;
  if (places === undefined && stored.length <= keptDigits) return undefined;
  const value = stored.trim() === '' ? Number.NaN : Number(stored);
  if (!Number.isFinite(value)) return undefined;
  if (places !== undefined) return scientific(value, places);
  const digits = decimalOf(stored)?.whole.length ?? 0;
  return digits > keptDigits ? scientific(value, keptDigits - 1) : undefined;
}

function scientific(value: number, places: number): string {
  return value.toExponential(Math.min(places, keptDigits - 1)).toUpperCase();
}
