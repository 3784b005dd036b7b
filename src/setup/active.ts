import { byName } from './by-name.ts';
import type { Column } from './column.ts';
import { differentValues, emptyText, filledShare } from './column.ts';
import type { Steps } from './fit.ts';
import { contraries, inverted } from './flag.ts';
import type { Guess } from './guess.ts';
import { guess } from './guess.ts';
import { matchName } from './words.ts';

/** Whether an article is on sale: from a column that says so, or from one that says the contrary. */
export function activeGuess(columns: readonly Column[]): Guess | undefined {
  const named = byName('isActive', columns, undefined);
  if (named?.isProposed === true) return completed(named, columns);
  return blockedGuess(columns) ?? named ?? emptyGuess(columns);
}

/** What an answer of a person lacks: of a column they know what it says, not that an empty cell would be kept. */
export function activeSteps(column: Column): Steps {
  if (!isBlocking(column)) return withEmpty({}, column);
  return withEmpty(inverted(column) ?? unseenMark, column);
}

function completed(named: Guess, columns: readonly Column[]): Guess {
  const column = columns.find(({ name }) => name === named.columns[0]);
  return column === undefined || !needsEmpty(column)
    ? named
    : {
        ...named,
        steps: withEmpty(named.steps, column),
        certainty: 'likely',
        reason: `${named.reason}; ${emptyReason(column, 'not active')}`,
      };
}

function blockedGuess(columns: readonly Column[]): Guess | undefined {
  const found = columns.find(isBlocking);
  const steps = found && inverted(found);
  if (found === undefined || steps === undefined) return undefined;
  const reason = 'by its name, turned round';
  if (!needsEmpty(found))
    return guess('isActive', found.name, { steps, certainty: 'certain', reason });
  return guess('isActive', found.name, {
    steps: withEmpty(steps, found),
    certainty: 'likely',
    reason: `${reason}; ${emptyReason(found, 'active')}`,
  });
}

const unseenMark: Steps = { translate: { X: 'false', J: 'false', Y: 'false', 1: 'false' } };

/** No article of the sample is marked, so how a mark is written is not known; said, for unsaid it would never count. */
function emptyGuess(columns: readonly Column[]): Guess | undefined {
  const found = columns.find((column) => filledShare(column) === 0 && isBlocking(column));
  return (
    found &&
    guess('isActive', found.name, {
      steps: withEmpty(unseenMark, found),
      certainty: 'likely',
      reason: 'empty in every row of the sample: put in what stands there for a blocked article',
      isProposed: false,
    })
  );
}

function isBlocking({ name }: Column): boolean {
  return matchName(name, 'inactive')?.isWhole === true;
}

/** X or nothing: kept, an empty cell would never take the X back. Where one value stands alone, the other may be the empty cell. */
function needsEmpty(column: Column): boolean {
  return filledShare(column) < 1 || differentValues(column).length === 1;
}

function withEmpty(steps: Steps, column: Column): Steps {
  if (!needsEmpty(column)) return steps;
  if (!isBlocking(column)) return { ...steps, default: 'false' };
  const translate = { ...contraries(column), ...steps.translate };
  // The default goes through the translation: where `true` stands for blocked, an empty cell is a `false` of the ERP.
  return { ...steps, translate, default: 'true' in translate ? 'false' : 'true' };
}

function emptyReason(column: Column, meaning: string): string {
  const facts =
    filledShare(column) < 1 ? `${emptyText(column)}, which means` : 'an empty cell means';
  return `${facts}: ${meaning}`;
}
