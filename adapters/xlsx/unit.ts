import type { FormatPart } from './format-parts.ts';

/** `# ##0` and `#'##0`: what they are to a person is what commas are in the code. */
const grouped = /^0+(?:\s0*|['’]000)+(?:\.0+)?$/;

/** Texts between the digits, or with digits or a mark beside them; else units and blanks stand around them. */
export function hasOwnMarks(parts: readonly FormatPart[]): boolean {
  const { before, between, after } = textsOf(parts);
  return (between !== '' && !isGrouped(parts)) || /\d|[.,]$/.test(before) || /^[.,]|\d/.test(after);
}

/**
 * Whether a word is beside the digits, or blanks between them, and the number is shown as it is: `0" Stk"`. A
 * percentage or thousands are another number, a currency is no quantity, and signs without a letter may say anything
 * (`12-`).
 */
export function hasUnit(parts: readonly FormatPart[]): boolean {
  const { before, after } = textsOf(parts);
  const text = before + after;
  const isBeside = /\p{L}/u.test(text) || isGrouped(parts);
  return isBeside && !/[%‰\p{Sc}]/u.test(text) && !isScaled(parts);
}

function isGrouped(parts: readonly FormatPart[]): boolean {
  const digits = parts.slice(parts.findIndex(isDigit), parts.findLastIndex(isDigit) + 1);
  return grouped.test(digits.map(shapeOf).join(''));
}

function shapeOf(part: FormatPart): string {
  if (part.kind === 'literal') return part.text;
  return { digit: '0', point: '.' }[part.kind as string] ?? '';
}

function isScaled(parts: readonly FormatPart[]): boolean {
  const lastDigit = parts.findLastIndex(isDigit);
  const isComma = parts.slice(lastDigit + 1).some(({ kind }) => kind === 'comma');
  return isComma || parts.some(({ kind }) => kind === 'percent');
}

function textsOf(parts: readonly FormatPart[]) {
  const [first, last] = [parts.findIndex(isDigit), parts.findLastIndex(isDigit)];
  return {
    before: literals(parts.slice(0, first)),
    between: literals(parts.slice(first, last)),
    after: literals(parts.slice(last + 1)),
  };
}

function literals(parts: readonly FormatPart[]): string {
  return parts.map((part) => (part.kind === 'literal' ? part.text : '')).join('');
}

function isDigit({ kind }: FormatPart): boolean {
  return kind === 'digit' || kind === 'general' || kind === 'text';
}
