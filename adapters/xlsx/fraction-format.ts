import type { FormatPart } from './format-parts.ts';
import type { NumberFormat } from './number-format.ts';
import { plainNumber } from './plain-number.ts';

type Parts = readonly FormatPart[];

/** With more digits than these nobody writes a fraction. */
const placesMax = 3;

/** `# ?/?` shows 1 1/4, `?/?` 5/4, `# ?/8` eighths and `# ?/10` tenths; undefined of any other format with a slash. */
export function fractionFormat(parts: Parts): NumberFormat | undefined {
  const slash = parts.findIndex(({ kind }) => kind === 'other');
  const [above, below] = [parts.slice(0, slash), parts.slice(slash + 1)];
  const fixed = Number(textOf(below.map(zeroAsText)));
  const places = below.filter(isDigit).length;
  if (!above.some(isDigit) || !(fixed > 0 || (places > 0 && places <= placesMax))) return undefined;
  if (textOf(above) !== '' || Number.isNaN(fixed)) return undefined;
  const hasWhole = isDigit(above[0]) && above.some(({ kind }) => kind === 'literal');
  const [least, most] = fixed > 0 ? [fixed, fixed] : [1, 10 ** places - 1];
  const format = (stored: string): string => fractionText(stored, { hasWhole, least, most });
  return Object.assign(format, { isWord: true } as const);
}

interface Shape {
  readonly hasWhole: boolean;
  /** Of the denominators. */
  readonly least: number;
  readonly most: number;
}

function fractionText(stored: string, { hasWhole, least, most }: Shape): string {
  const value = Math.abs(Number(stored));
  if (!Number.isFinite(value)) return plainNumber(stored);
  const denominator = nearest(value, least, most);
  const all = Math.round(value * denominator);
  const whole = hasWhole || all % denominator === 0 ? Math.floor(all / denominator) : 0;
  const numerator = all - whole * denominator;
  const words = [
    ...(whole > 0 || numerator === 0 ? [String(whole)] : []),
    ...(numerator > 0 ? [`${numerator}/${denominator}`] : []),
  ];
  return (Number(stored) < 0 && all > 0 ? '-' : '') + words.join(' ');
}

/** The first of those that come nearest. */
function nearest(value: number, least: number, most: number): number {
  const errorOf = (denominator: number): number =>
    Math.abs(value - Math.round(value * denominator) / denominator);
  let best = least;
  for (let one = least; one <= most; one += 1)
    if (errorOf(one) < errorOf(best) - Number.EPSILON) best = one;
  return best;
}

/** The zero of `# ?/10` is one of its number. */
function zeroAsText(part: FormatPart): FormatPart {
  return part.kind === 'digit' && part.mark === '0' ? { kind: 'literal', text: '0' } : part;
}

function isDigit(part: FormatPart | undefined): boolean {
  return part?.kind === 'digit';
}

function textOf(parts: Parts): string {
  return parts
    .map((part) => (part.kind === 'literal' ? part.text : ''))
    .join('')
    .trim();
}
