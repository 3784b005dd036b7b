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

/** What some databases keep as yes, where no 1 stands beside it. */
const allBits = '-1';

function isOfBits(values: readonly string[]): boolean {
  return values.includes(allBits) && values.every((value) => value === allBits || value === '0');
}

/** S, *, gesperrt: the one thing that stands where anything does is the mark. */
function isLoneMark(column: Column): boolean {
  return differentValues(column).length === 1 && filledShare(column) < 1;
}

/** The next export may write its mark in another way, and a 1, J or x that passed as it is would mean "active". */
export function unblocked(column: Column): Steps {
  return { translate: wordsNotBlocked(column), otherwise: 'false' };
}

/** Where nobody knows what a value says, a row that holds it is better refused than shown or hidden. */
export function strictlyInverted(column: Column): Steps {
  const marks = differentValues(column).filter((value) => meaning(value) === true);
  const blocked = Object.fromEntries(marks.map((mark) => [mark, 'false']));
  return { translate: { ...wordsNotBlocked(column), ...blocked }, strict: true };
}

/** More different values than that are no codes. */
export const codesMax = 6;

/** Codes, each to be answered by a person; of dates and the like there is no list. */
export function codesInverted(column: Column): Steps {
  const values = differentValues(column);
  if (values.length > codesMax || values.some((value) => moment.test(value)))
    return unblocked(column);
  const known = strictlyInverted(column);
  const codes = values.map((value) => [value, known.translate?.[value] ?? 'false']);
  return { ...known, translate: { ...known.translate, ...Object.fromEntries(codes) } };
}

const moment = /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}/;
const usualNo = ['0', 'false', 'N', 'nein'];

function wordsNotBlocked(column: Column): Readonly<Record<string, string>> {
  const shown = differentValues(column).flatMap((value) =>
    meaning(value) === false ? [value] : oppositesOf(value),
  );
  return Object.fromEntries([...shown, ...usualNo].map((word) => [word, 'true']));
}

function isYesOrNo(value: string): boolean {
  return meaning(value) !== undefined;
}

/** A number field of an ERP writes its flag as 1,00. */
function meaning(value: string): boolean | undefined {
  return yesOrNo(value.replace(/^([01])[.,]0+$/, '$1'));
}

/** Of Spanish, Italian, French, Russian: one of them alone may be any code. */
const letterPairs: readonly (readonly [yes: string, no: string])[] = [
  ['S', 'N'],
  ['O', 'N'],
  ['Д', 'Н'],
];

function isLetterPair(values: readonly string[]): boolean {
  const letters = values.map((value) => value.toUpperCase()).sort();
  return letterPairs.some((pair) => [...pair].sort().join() === letters.join());
}

/** What a column of yes and no needs where it writes them as only a whole column can tell. */
export function flagSteps(values: readonly string[]): Steps | undefined {
  if (!isLetterPair(values)) return signedSteps(values);
  const pairs = values.map((value) => [
    value,
    String(value.toUpperCase() !== 'N' && value.toUpperCase() !== 'Н'),
  ]);
  return { translate: Object.fromEntries(pairs) };
}

/** Shops write -1 for a draft beside 1; alone it is the yes of some databases. */
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

/** Whether there is any, not how many: 0 and 1, yes and no. */
export function holdsFlags(column: Column): boolean {
  const values = differentValues(column);
  return values.length > 0 && values.every(isYesOrNo);
}
