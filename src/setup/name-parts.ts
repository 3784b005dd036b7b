import { lastStep } from '../domain/column-name.ts';
import { shownValue } from '../domain/complaint.ts';
import { type Column, filledCells } from './column.ts';
import type { Guess } from './guess.ts';
import { elementOf } from './repeated.ts';

/** Many ERPs cut a name into Bezeichnung 1 and Bezeichnung 2; a tree may have it once for each language. */
export function withNameParts(
  guesses: readonly Guess[],
  columns: readonly Column[],
): readonly Guess[] {
  const name = guesses.find(({ field, certainty }) => field === 'name' && certainty !== 'told');
  const [first = ''] = name?.columns ?? [];
  if (name === undefined || name.columns.length > 1) return guesses;
  const second = columns.find((column) => isSecondOf(first, column));
  return guesses.map((one) => {
    if (one === name) return second === undefined ? name : continued(name, second.name);
    return isSameElement(one, first) ? onceMore(one) : one;
  });
}

function isSecondOf(first: string, column: Column): boolean {
  const stem = first.replace(/[\s._-]*1?$/, '');
  // Without a row of names columns are called 1, 2, …
  const isNamed = /\p{L}/u.test(stem) && column.name.startsWith(stem);
  const rest = isNamed ? column.name.slice(stem.length) : '';
  return /^[\s._-]*2$/.test(rest) && filledCells(column).some((cell) => /\p{L}/u.test(cell));
}

function continued(name: Guess, second: string): Guess {
  const reason = `${name.reason}; ${shownValue(second)} may go on with it: then join both (columns: with join:)`;
  return { ...name, certainty: 'likely', reason };
}

function isSameElement({ field, certainty, columns: [column = ''] }: Guess, name: string): boolean {
  const isDescription = field === 'description' && certainty !== 'told';
  return isDescription && column !== name && isCalledAlike(column, name);
}

/** `Description` in another language, or beside it `ItemGroup/Description`, which describes the group. */
function isCalledAlike(one: string, other: string): boolean {
  return elementOf(one) === elementOf(other) || lastStep(one) === lastStep(other);
}

function onceMore(description: Guess): Guess {
  const reason = 'the element of the name once more, as for another language or a group';
  return { ...description, certainty: 'likely', reason, isProposed: false };
}
