import { type Decimal, decimalOf, rounded, shifted } from './decimal.ts';
import { type FormatPart, formatSections } from './format-parts.ts';
import { fractionFormat } from './fraction-format.ts';
import { momentFormat } from './moment-format.ts';
import { plainNumber } from './plain-number.ts';
import { hasOwnMarks, hasUnit } from './unit.ts';

/** A stored number as its format shows it. */
export interface NumberFormat {
  (stored: string, startsIn1904: boolean): string;
  /** Of a scientific format: how many digits it shows behind the first. */
  readonly scientificPlaces?: number;
  /** The format writes marks or digits of its own: what `1.500` under `#\.##0` means, only its author knows. */
  readonly isText?: true;
  /** A text is in the number's place: `"sold out"`. */
  readonly isWord?: true;
  /** A word is beside the number: `0" Stk"`. */
  readonly hasUnit?: true;
  /** Of a date or a time: all of it, as ISO text. */
  readonly moment?: (stored: string, startsIn1904: boolean) => string;
}

/** Compiles the first section of a format code, as if it were for all numbers. */
export function numberFormat(code: string): NumberFormat | undefined {
  const [first = []] = formatSections(code);
  return sectionFormat(first);
}

/**
 * Compiles a section of a format code; undefined where numbers are shown as they are.
 * What a person sees, but so that numbers stay numbers: grouping is left out, the mark is a dot, a negative number
 * keeps its sign whatever its section says, nothing is scientific, dates are ISO.
 */
export function sectionFormat(parts: readonly FormatPart[]): NumberFormat | undefined {
  const has = (kind: FormatPart['kind']): boolean => parts.some((part) => part.kind === kind);
  const isNumber = parts.some((part) => part.kind === 'digit' && part.mark !== '?');
  if (has('exponent') && isNumber) return scientificFormat(parts);
  if (has('elapsed') || has('moment')) return momentFormat(parts);
  if (has('other')) return fractionFormat(parts);
  if (has('general') || has('text'))
    return has('literal') ? marked(generalFormat(parts), parts) : undefined;
  return isNumber ? marked(digitFormat(parts), parts) : undefined;
}

/** A text in the place of the number. */
export function wordFormat(word: string): NumberFormat {
  return Object.assign(() => word, { isWord: true } as const);
}

function marked(format: NumberFormat, parts: readonly FormatPart[]): NumberFormat {
  if (hasOwnMarks(parts)) return Object.assign(format, { isText: true } as const);
  return hasUnit(parts) ? Object.assign(format, { hasUnit: true } as const) : format;
}

/** A quantity continues with its plain digits; a code is refused by what it is shown as (cut-number.ts). */
function scientificFormat(parts: readonly FormatPart[]): NumberFormat {
  const mantissa = parts.slice(
    0,
    parts.findIndex(({ kind }) => kind === 'exponent'),
  );
  const point = mantissa.findIndex(({ kind }) => kind === 'point');
  const fraction = point === -1 ? [] : mantissa.slice(point);
  const scientificPlaces = fraction.filter(({ kind }) => kind === 'digit').length;
  return Object.assign((stored: string) => plainNumber(stored), { scientificPlaces });
}

/** `General" pcs"` and `@" mm"`: all digits, between texts. */
function generalFormat(parts: readonly FormatPart[]): NumberFormat {
  const at = parts.findIndex(({ kind }) => kind === 'general' || kind === 'text');
  const before = parts.slice(0, at).map(fixedText).join('');
  const after = parts
    .slice(at + 1)
    .map(fixedText)
    .join('');
  return (stored) => {
    const plain = plainNumber(stored);
    if (!plain.startsWith('-')) return `${before}${plain}${after}`.trim();
    return negative(`${before}${plain.slice(1)}${after}`);
  };
}

function digitFormat(parts: readonly FormatPart[]): NumberFormat {
  const point = parts.findIndex((part) => part.kind === 'point');
  const whole = point === -1 ? parts : parts.slice(0, point);
  const fraction = point === -1 ? [] : parts.slice(point + 1);
  const places = fraction.filter((part) => part.kind === 'digit').length;
  const percents = parts.filter((part) => part.kind === 'percent').length;
  const powers = 2 * percents - 3 * (thousands(whole) + thousands(fraction));
  return (stored) => {
    const decimal = decimalOf(stored);
    if (!decimal) return stored;
    const shown = rounded(shifted(decimal, powers), places);
    const text =
      wholeText(whole, shown) + fractionText(fraction, shown.fraction.padEnd(places, '0'));
    const isZero = shown.whole === '' && shown.fraction === '';
    return decimal.isNegative && !isZero ? negative(text) : text.trim();
  };
}

/** With the sign in front, in the place of what the section says for it. */
function negative(text: string): string {
  return `-${text
    .trim()
    .replace(/^[-+\u2212]\s*/, '')
    .replace(/^\((.*)\)$/, '$1')}`;
}

/** Commas behind the last digit divide by a thousand each; those between digits only group. */
function thousands(parts: readonly FormatPart[]): number {
  const lastDigit = parts.findLastIndex((part) => part.kind === 'digit');
  return parts.slice(lastDigit + 1).filter((part) => part.kind === 'comma').length;
}

/** Digits fill the marks from the right; the leftmost takes all that are left. */
function wholeText(parts: readonly FormatPart[], { whole }: Decimal): string {
  const firstDigit = parts.findIndex((part) => part.kind === 'digit');
  let left = whole;
  let text = '';
  for (const [index, part] of [...parts.entries()].reverse()) {
    if (part.kind !== 'digit') {
      text = fixedText(part) + text;
      continue;
    }
    const taken = index === firstDigit ? left : left.slice(-1);
    left = left.slice(0, left.length - taken.length);
    text = (taken || (part.mark === '0' ? '0' : '')) + text;
  }
  if (firstDigit === -1) text += whole;
  // `.50` and the empty text are shown as `0.50` and `0`: a number has a digit before its mark.
  return /\d/.test(text) ? text : `${text}0`;
}

function fractionText(parts: readonly FormatPart[], digits: string): string {
  let used = 0;
  let text = '';
  for (const part of parts) {
    if (part.kind !== 'digit') {
      text += fixedText(part);
      continue;
    }
    const isNeeded = part.mark === '0' || /[1-9]/.test(digits.slice(used));
    if (isNeeded) text += digits[used] ?? '0';
    used++;
  }
  return /^\d/.test(text) ? `.${text}` : text;
}

export function fixedText(part: FormatPart): string {
  if (part.kind === 'literal') return part.text;
  return part.kind === 'percent' ? '%' : '';
}
