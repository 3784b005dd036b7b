/** A number as decimal digits, never in scientific notation. */
export interface Decimal {
  readonly isNegative: boolean;
  /** Without leading zeros; '' for less than one. */
  readonly whole: string;
  /** Without trailing zeros. */
  readonly fraction: string;
}

/** What spreadsheets themselves keep of a number: what lies behind is noise of the binary form (0.1 + 0.2). */
export const significantDigits = 15;

/**
 * The decimal of a stored number, which may be in scientific notation. Undefined where it is no number, or has more
 * digits before the point than were kept: zeros in their place would make another article number of it (quirk 24).
 */
export function decimalOf(stored: string): Decimal | undefined {
  const isNegative = stored.startsWith('-');
  // Digits alone are exact however many they are: long numbers are identifiers.
  if (/^-?\d+$/.test(stored)) {
    return { isNegative, whole: stored.replace(/^-?0*/, ''), fraction: '' };
  }
  const value = numberOf(stored);
  if (!Number.isFinite(value)) return undefined;
  const [mantissa = '', exponent = '0'] = Math.abs(value)
    .toExponential(significantDigits - 1)
    .split('e');
  if (Number(exponent) >= significantDigits) return undefined;
  return pointed({ isNegative, digits: mantissa.replace('.', '') }, Number(exponent) + 1);
}

/** NaN where the text is no number, and where it is empty, which JavaScript reads as 0. */
export function numberOf(stored: string): number {
  return stored.trim() === '' ? Number.NaN : Number(stored);
}

/** The decimal with these digits and the point behind so many of them. */
function pointed(
  number: { readonly isNegative: boolean; readonly digits: string },
  point: number,
): Decimal {
  const { isNegative, digits } = number;
  const padded = point < 0 ? '0'.repeat(-point) + digits : digits.padEnd(point, '0');
  const at = Math.max(0, point);
  return {
    isNegative,
    whole: padded.slice(0, at).replace(/^0+/, ''),
    fraction: padded.slice(at).replace(/0+$/, ''),
  };
}

/** Rounded half up on the decimal digits, as spreadsheets do: 1.005 to two places is 1.01. */
export function rounded(decimal: Decimal, places: number): Decimal {
  if (decimal.fraction.length <= places) return decimal;
  const isUp = (decimal.fraction[places] ?? '0') >= '5';
  const kept = BigInt(`0${decimal.whole}${decimal.fraction.slice(0, places)}`) + (isUp ? 1n : 0n);
  const digits = kept.toString();
  return pointed({ isNegative: decimal.isNegative, digits }, digits.length - places);
}

/** The decimal by so many powers of ten larger, or smaller. */
export function shifted(decimal: Decimal, powers: number): Decimal {
  const { isNegative, whole, fraction } = decimal;
  return pointed({ isNegative, digits: whole + fraction }, whole.length + powers);
}

/** All digits, with a dot and without grouping. */
export function decimalText({ isNegative, whole, fraction }: Decimal): string {
  const text = `${whole || '0'}${fraction === '' ? '' : `.${fraction}`}`;
  return isNegative && text !== '0' ? `-${text}` : text;
}
