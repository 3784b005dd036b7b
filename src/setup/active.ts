import { flag } from '../catalog/flag.ts';
import { byName } from './by-name.ts';
import type { Column } from './column.ts';
import { differentValues, emptyText, filledShare } from './column.ts';
import type { Steps } from './fit.ts';
import { inverted, strictlyInverted, unblocked } from './flag.ts';
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
  const unseen = filledShare(column) === 0 ? unblocked : strictlyInverted;
  return withEmpty(inverted(column) ?? unseen(column), column);
}

function completed(named: Guess, columns: readonly Column[]): Guess {
  const column = columns.find(({ name }) => name === named.columns[0]);
  return column === undefined || !needsEmpty(column)
    ? named
    : {
        ...named,
        steps: withEmpty(named.steps, column),
        certainty: 'likely',
        reason: `${named.reason}; ${emptyReason(column)}`,
      };
}

function blockedGuess(columns: readonly Column[]): Guess | undefined {
  const found = columns.find((column) => isBlocking(column) && inverted(column) !== undefined);
  const steps = found && inverted(found);
  if (found === undefined || steps === undefined) return undefined;
  const reason = 'by its name, turned round: what is not listed blocks';
  if (!needsEmpty(found))
    return guess('isActive', found.name, { steps, certainty: 'certain', reason });
  return guess('isActive', found.name, {
    steps: withEmpty(steps, found),
    certainty: 'likely',
    reason: `${reason}; ${emptyReason(found)}`,
  });
}

/** No article of the sample is marked, so that the column says this at all is a guess of its name. */
function emptyGuess(columns: readonly Column[]): Guess | undefined {
  const found = columns.find((column) => filledShare(column) === 0 && isBlocking(column));
  return (
    found &&
    guess('isActive', found.name, {
      steps: withEmpty(unblocked(found), found),
      certainty: 'likely',
      reason: 'empty in every row of the sample: what will stand there and is not listed blocks',
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
  // The default goes through the translation: an empty cell is a "not blocked" of the ERP.
  if (isBlocking(column)) return { ...steps, default: 'false' };
  return { ...steps, default: isActiveWhereEmpty(column) ? 'true' : 'false' };
}

/** What is written is the exception: where that is a no, the many empty cells hide nothing. */
function isActiveWhereEmpty(column: Column): boolean {
  return isBlocking(column) || sayings(column).every((said) => said === false);
}

/** Undefined for what is neither yes nor no. */
function sayings(column: Column): readonly (boolean | undefined)[] {
  return differentValues(column).map((value) => {
    const said = flag(value, column.name);
    return 'value' in said ? said.value : undefined;
  });
}

function emptyReason(column: Column): string {
  const meaning = isActiveWhereEmpty(column) ? 'active' : 'not active';
  if (filledShare(column) === 1) return `an empty cell means: ${meaning}`;
  const isOpen = !isBlocking(column) && new Set(sayings(column)).size > 1;
  const facts = emptyText(column);
  return isOpen
    ? `${facts} beside yes and no, taken as: ${meaning}`
    : `${facts}, which means: ${meaning}`;
}
