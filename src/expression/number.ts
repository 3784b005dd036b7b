import { decimalText, type NumberStyle } from '../domain/quantity.ts';

/** So many digits a computed number keeps exactly. */
const digitsMax = 15;
const decimalsShown = 6;

/**
 * By the declared style and never by Number() on what the file says (fault 7), with all its decimals (`0,0024` m a
 * piece); an empty cell is no number and not 0 (quirk 34).
 */
export function numberIn(text: string, style: NumberStyle | undefined): number {
  const read = decimalText(text, style);
  if ('fault' in read) throw new Error(`"${shown(text)}" is not a number in the style of the file`);
  const [whole = ''] = read.canonical.replace(/^[+-]?0*/, '').split('.');
  if (whole.length > digitsMax)
    throw new Error(`cannot compute exactly with the digits of "${shown(text)}"`);
  return Number(read.canonical);
}

/**
 * Binary fractions are rounded far below what the marketplace takes, and to the digits that are exact: 0.1 + 0.2 is
 * 0.3, beside a billion too. Undefined where the value is no such number.
 */
export function numberText(value: number): string | undefined {
  if (!Number.isFinite(value) || Math.abs(value) >= 10 ** digitsMax) return undefined;
  const whole = Math.trunc(Math.abs(value)).toFixed(0).length;
  const decimals = Math.min(decimalsShown, Math.max(1, digitsMax - whole));
  const text = value.toFixed(decimals).replace(/\.?0+$/, '');
  return text === '-0' ? '0' : text;
}

function shown(text: string): string {
  return text.slice(0, 40);
}
