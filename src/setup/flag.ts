import type { Column } from './column.ts';
import { differentValues, filledShare } from './column.ts';
import type { Steps } from './fit.ts';

const wordsOfYes = /^(?:true|1|t|y|yes|j|ja|x|\+|да|так|tak)$/i;
const wordsOfNo = /^(?:false|0|f|n|no|nein|-|нет|ні|nie)$/i;

/** For a column such as Gesperrt: what says yes there is no here. Undefined where a value is neither. */
export function inverted(column: Column): Steps | undefined {
  const values = differentValues(column);
  const [only = ''] = values;
  // S, *, gesperrt: the one thing that stands where anything does is the mark.
  if (values.length === 1 && filledShare(column) < 1 && contraryOf(only) === undefined)
    return { translate: { [only]: 'false' } };
  const pairs = values.map((value) => [value, contraryOf(value)] as const);
  if (pairs.length === 0 || pairs.some(([, contrary]) => contrary === undefined)) return undefined;
  return { translate: Object.fromEntries(pairs) as Record<string, string> };
}

function contraryOf(value: string): string | undefined {
  if (wordsOfYes.test(value)) return 'false';
  return wordsOfNo.test(value) ? 'true' : undefined;
}

const opposites = [
  ...['true false', '1 0', 't f', 'y n', 'j n', 'yes no', 'ja nein'],
  ...['да нет', 'так ні', 'tak nie', '+ -'],
].map((pair) => pair.split(' '));

/** What the sample does not show and the next export may: where all say N, one J would else pass as "active". */
export function contraries(column: Column): Readonly<Record<string, string>> {
  const others = differentValues(column).flatMap((value) => {
    const contrary = wordsOfNo.test(value) ? 'false' : 'true';
    return oppositesOf(value).map((other) => [other, contrary] as const);
  });
  return Object.fromEntries(others);
}

function oppositesOf(value: string): readonly string[] {
  const small = value.toLowerCase();
  const others = opposites.flatMap((pair) =>
    pair.includes(small) ? pair.filter((word) => word !== small) : [],
  );
  return others.map((other) => inCaseOf(value, other));
}

function inCaseOf(value: string, other: string): string {
  if (value === value.toLowerCase()) return other;
  const isCapital = value.length > 1 && value !== value.toUpperCase();
  return isCapital ? `${other.slice(0, 1).toUpperCase()}${other.slice(1)}` : other.toUpperCase();
}

const digitOfFlag = /^[01](?:[.,]0+)?$/;

/** Whether there is any, not how many: 0 and 1, yes and no. */
export function holdsFlags(column: Column): boolean {
  const values = differentValues(column);
  return (
    values.length > 0 &&
    values.every((value) => digitOfFlag.test(value) || contraryOf(value) !== undefined)
  );
}
