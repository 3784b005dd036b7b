import type { FormatPart } from './format-parts.ts';

/** Texts between the digits, or with digits or a mark beside them; else units and blanks stand around them. */
export function hasOwnMarks(parts: readonly FormatPart[]): boolean {
  const { before, between, after } = textsOf(parts);
  return between !== '' || /\d|[.,]$/.test(before) || /^[.,]|\d/.test(after);
}

/**
 * Whether a word is beside the digits and the number is shown as it is: `0" Stk"`. A percentage or thousands are
 * another number, a currency is no quantity, and signs without a letter may say anything (`12-`).
 */
export function hasUnit(parts: readonly FormatPart[]): boolean {
  const { before, after } = textsOf(parts);
  const text = before + after;
  return /\p{L}/u.test(text) && !/[%‰\p{Sc}]/u.test(text) && !isScaled(parts);
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
