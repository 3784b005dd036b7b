import { yesNoPairs, yesOrNo } from '../domain/yes-no.ts';
import { type Column, differentValues, filledShare } from './column.ts';
import type { Steps } from './fit.ts';

/** For a column such as Gesperrt, where a no means on sale. Undefined where a value is neither yes nor no. */
export function inverted(column: Column): Steps | undefined {
  const values = differentValues(column);
  const isReadable =
    values.every(isYesOrNo) || isLetterPair(values) || isOfBits(values) || isLoneMark(column);
  return values.length > 0 && isReadable ? unblocked(column) : undefined;
}

/** Some databases write yes as -1, all bits set: that is so where no 1 stands beside it. */
const allBits = '-1';

export function isOfBits(values: readonly string[]): boolean {
  return values.includes(allBits) && values.every((value) => value === allBits || value === '0');
}

/** S, *, gesperrt: one single value beside empty cells is the mark that blocks. */
function isLoneMark(column: Column): boolean {
  return differentValues(column).length === 1 && filledShare(column) < 1;
}

/**
 * Only words that say "not blocked" are listed; anything else blocks. The next export may write its mark as 1, J or x,
 * which would otherwise mean "active".
 */
export function unblocked(column: Column): Steps {
  return { translate: wordsNotBlocked(column), otherwise: 'false' };
}

/**
 * Words that block and words that do not are listed. A row with any other value is refused, which is better than to
 * show or hide its article by chance.
 */
export function strictlyInverted(column: Column): Steps {
  const marks = differentValues(column).filter((value) => meaning(value) === true);
  const blocked = Object.fromEntries(marks.map((mark) => [mark, 'false']));
  return { translate: { ...wordsNotBlocked(column), ...blocked }, strict: true };
}

/** A column with more different values holds no codes. */
export const codesMax = 6;

/** Lists each code, for a person to answer. Dates are not listed, nor more different values than codes have. */
export function codesInverted(column: Column): Steps {
  const values = differentValues(column);
  if (values.length > codesMax || values.some((value) => moment.test(value)))
    return unblocked(column);
  const known = strictlyInverted(column);
  const codes = Object.fromEntries(values.map((value) => [value, 'false']));
  return { ...known, translate: { ...known.translate, ...codes, ...known.translate } };
}

const moment = /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}/;
const usualNo = ['0', 'false', 'N', 'nein'];

function wordsNotBlocked(column: Column): Readonly<Record<string, string>> {
  const values = differentValues(column);
  const isNo = (value: string): boolean =>
    isLetterPair(values) ? isNoLetter(value) : meaning(value) === false;
  const shown = values.flatMap((value) => (isNo(value) ? [value] : oppositesOf(value)));
  return Object.fromEntries([...shown, ...usualNo].map((word) => [word, 'true']));
}

function isYesOrNo(value: string): boolean {
  return meaning(value) !== undefined;
}

/** 1,00 is a yes as well: some ERPs keep flags in fields of numbers. */
function meaning(value: string): boolean | undefined {
  return yesOrNo(value.replace(/^([01])[.,]0+$/, '$1'));
}

/**
 * Yes and no in Spanish, Italian, French, Russian, Turkish and Hungarian. Both letters must be there, because a single
 * one may be any code.
 */
const letterPairs: readonly (readonly [yes: string, no: string])[] = [
  ['S', 'N'],
  ['O', 'N'],
  ['Д', 'Н'],
  ['E', 'H'],
  ['I', 'N'],
];

function isLetterPair(values: readonly string[]): boolean {
  const letters = values.map((value) => value.toUpperCase()).sort();
  return letterPairs.some((pair) => [...pair].sort().join() === letters.join());
}

function isNoLetter(value: string): boolean {
  return letterPairs.some(([, no]) => no === value.toUpperCase());
}

/** The steps of a column of yes and no that only the whole column explains: S and N, -1 and 0, or 1, 0 and -1. */
export function flagSteps(values: readonly string[]): Steps | undefined {
  if (isOfBits(values)) return { translate: { [allBits]: 'true', '0': 'false' } };
  if (!isLetterPair(values)) return signedSteps(values);
  const pairs = values.map((value) => [value, String(!isNoLetter(value))]);
  return { translate: Object.fromEntries(pairs) };
}

/** Beside a 1, shops write -1 for a draft. Without a 1, -1 is the yes of some databases. */
export function signedSteps(values: readonly string[]): Steps | undefined {
  const isSigned = values.includes('1') && values.includes('-1');
  return isSigned && values.every((value) => signed.has(value))
    ? { translate: { '1': 'true', '0': 'false', '-1': 'false' } }
    : undefined;
}

const signed: ReadonlySet<string> = new Set(['1', '0', '-1']);

function oppositesOf(value: string): readonly string[] {
  const small = value.toLowerCase();
  const others = yesNoPairs.flatMap((pair) =>
    pair.includes(small) ? pair.filter((word) => word !== small) : [],
  );
  return others.map((other) => inCaseOf(value, other));
}

export function inCaseOf(value: string, other: string): string {
  if (value === value.toLowerCase()) return other;
  const isCapital = value.length > 1 && value !== value.toUpperCase();
  return isCapital ? `${other.slice(0, 1).toUpperCase()}${other.slice(1)}` : other.toUpperCase();
}

/** Whether the column holds only yes and no, 0 and 1: whether there is any, not how many. */
export function holdsFlags(column: Column): boolean {
  const values = differentValues(column);
  return values.length > 0 && values.every(isYesOrNo);
}
