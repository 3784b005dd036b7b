import { flag } from '../catalog/mapping/flag.ts';
import { countsBlocked } from './blocked-goods.ts';
import { byName } from './by-name.ts';
import { type Column, differentValues, emptyText, filledShare } from './column.ts';
import { type Steps, translationOf } from './fit.ts';
import {
  codesInverted,
  flagSteps,
  inverted,
  signedSteps,
  strictlyInverted,
  unblocked,
} from './flag.ts';
import { type Guess, guess } from './guess.ts';
import { valuesText } from './marks.ts';
import { isProductType } from './product-type.ts';
import { saysBlocked } from './says-blocked.ts';
import { offSale, withOtherMarks } from './several-marks.ts';
import { deletionSteps, isStatus, statusSteps } from './status.ts';
import { isCalled } from './words.ts';

/** Whether an article is on sale: from a column that says so, or from one that says the contrary. */
export function activeGuess(columns: readonly Column[]): Guess | undefined {
  const deleted = deletedGuess(columns);
  if (deleted !== undefined) return deleted;
  const named = withDrafts(byName('isActive', columns, undefined), columns);
  const flagged = named?.isProposed === true ? completed(named, columns) : undefined;
  const blocked = blockedGuesses(columns);
  const statuses = statusGuesses(columns);
  const marked = blockingMore(flagged, blocked[0], columns);
  const plain = stricter(marked, statuses[0], columns);
  const others = [...flagGuesses(columns), ...blocked, ...statuses];
  const read = withShare(withOtherMarks(plain, others, columns), columns);
  return read ?? codesGuess(columns) ?? named ?? emptyGuess(columns);
}

/** Some programs write 0 under ACTIVE for what is in use: that most articles go off sale is said. */
function withShare(read: Guess | undefined, columns: readonly Column[]): Guess | undefined {
  if (read === undefined || read.columns.length > 1) return read;
  const rows = columns[0]?.cells.length ?? 0;
  const off = offSale(read, columns);
  if (2 * off <= rows) return read;
  const reason = `${read.reason}; takes ${off} of ${rows} rows off sale`;
  return { ...read, certainty: 'likely', reason };
}

function flagGuesses(columns: readonly Column[]): readonly Guess[] {
  return columns.flatMap((column) => {
    const named = withDrafts(byName('isActive', [column], undefined), columns);
    return named?.isProposed === true ? [completed(named, columns)] : [];
  });
}

/** A shop that writes 1 and 0 writes -1 for drafts: -1 is translated, too, even if the sample has no draft. */
function withDrafts(named: Guess | undefined, columns: readonly Column[]): Guess | undefined {
  const column = columns.find(({ name }) => name === named?.columns[0]);
  if (named === undefined || column === undefined || !columns.some(isProductType)) return named;
  return { ...named, steps: signedSteps([...differentValues(column), '-1']) ?? named.steps };
}

/** Of Aktiv and Gesperrt the one that takes more rows off sale; the other is told. */
function blockingMore(
  flagged: Guess | undefined,
  blocked: Guess | undefined,
  columns: readonly Column[],
): Guess | undefined {
  if (flagged === undefined || blocked === undefined) return flagged ?? blocked;
  return offSale(blocked, columns) > offSale(flagged, columns) ? blocked : flagged;
}

/** Of Published and Status (drafts are published, too) the one that takes more rows off sale; the other is told. */
function stricter(
  flagged: Guess | undefined,
  status: Guess | undefined,
  columns: readonly Column[],
): Guess | undefined {
  if (flagged === undefined || status === undefined) return flagged ?? status;
  const more = offSale(flagged, columns) - offSale(status, columns);
  const isEnough = status.steps.translate === undefined || flagged.steps.translate !== undefined;
  return more > 0 || (more === 0 && isEnough) ? flagged : status;
}

function deletedGuess(columns: readonly Column[]): Guess | undefined {
  const found = columns.find((column) => deletionSteps(column) !== undefined);
  const steps = found && deletionSteps(found);
  const reason = 'values that are not listed mean deleted, and take the article off sale';
  return found && steps && guess('isActive', found.name, { steps, certainty: 'likely', reason });
}

function statusGuesses(columns: readonly Column[]): readonly Guess[] {
  return columns.flatMap((column) => {
    const steps = statusSteps(column);
    if (steps === undefined) return [];
    const by = isStatus(column) ? 'by its name and its values' : 'by its values';
    const reason = `${by} (${differentValues(column).join(', ')})`;
    const found = guess('isActive', column.name, { steps, certainty: 'likely', reason });
    return [completed(found, columns)];
  });
}

/**
 * The steps for a column that a person has named. They know what it says, but not that an empty cell would keep the
 * last value.
 */
export function activeSteps(column: Column): Steps {
  const deletion = deletionSteps(column);
  if (deletion !== undefined) return deletion;
  if (!saysBlocked(column.name))
    return withEmpty(statusSteps(column) ?? flagSteps(differentValues(column)) ?? {}, column);
  const unseen = filledShare(column) === 0 ? unblocked : strictlyInverted;
  return withMeaning(inverted(column) ?? unseen(column), { column, empty: 'true' });
}

function completed(named: Guess, columns: readonly Column[]): Guess {
  const column = columns.find(({ name }) => name === named.columns[0]);
  return column === undefined || !needsEmpty(column)
    ? named
    : {
        ...named,
        steps: withEmpty(named.steps, column),
        certainty: 'likely',
        reason: `${named.reason}; ${emptyReason(column, named.steps)}`,
      };
}

function blockedGuesses(columns: readonly Column[]): readonly Guess[] {
  return columns.filter(blocksArticles).flatMap((column) => {
    const steps = inverted(column);
    return steps === undefined ? [] : [blockedBy(column, steps)];
  });
}

function blockedBy(found: Column, steps: Steps): Guess {
  const reason =
    'its name says that it blocks articles, so its values are reversed: every value that is not listed blocks';
  if (!needsEmpty(found))
    return guess('isActive', found.name, { steps, certainty: 'certain', reason });
  return guess('isActive', found.name, {
    steps: withEmpty(steps, found),
    certainty: 'likely',
    reason: `${reason}; ${emptyReason(found, steps)}`,
  });
}

/** A column that blocks by codes, such as 20 and 30: a person has to say which of them block. */
function codesGuess(columns: readonly Column[]): Guess | undefined {
  const found = columns.find((column) => blocksArticles(column) && filledShare(column) > 0);
  if (found === undefined) return undefined;
  const steps = withEmpty(codesInverted(found), found);
  const rule =
    steps.otherwise === undefined
      ? 'it is not known which of these block: write true for each one with which an article stays on sale'
      : 'every value that is not listed blocks';
  const reason = `${valuesText(found)}; ${rule}`;
  return guess('isActive', found.name, { steps, certainty: 'likely', reason, isProposed: false });
}

/** No article of the sample is marked: only its name says that the column blocks. */
function emptyGuess(columns: readonly Column[]): Guess | undefined {
  const found = columns.find((column) => filledShare(column) === 0 && isBlocking(column));
  return (
    found &&
    guess('isActive', found.name, {
      steps: withEmpty(unblocked(found), found),
      certainty: 'likely',
      reason: 'empty in every row of the sample: every later value that is not listed blocks',
      isProposed: false,
    })
  );
}

/** True where the column blocks whole articles, and does not count how many of their goods are blocked. */
function blocksArticles(column: Column): boolean {
  return isBlocking(column) && !countsBlocked(column);
}

function isBlocking({ name }: Column): boolean {
  return isCalled(name, 'inactive');
}

/**
 * X or nothing: an empty cell that is kept would never take the X back. A column with one value alone may have empty
 * cells later.
 */
function needsEmpty(column: Column): boolean {
  return filledShare(column) < 1 || differentValues(column).length === 1;
}

function withEmpty(steps: Steps, column: Column): Steps {
  const empty = isActiveWhereEmpty(column, steps) ? 'true' : 'false';
  return withMeaning(steps, { column, empty });
}

/**
 * What an empty cell means is said by `default`. But a default that `translate` lists is translated like a cell, and so
 * turned round: then an entry says it.
 */
function withMeaning(
  steps: Steps,
  { column, empty }: { readonly column: Column; readonly empty: 'true' | 'false' },
): Steps {
  if (!needsEmpty(column)) return steps;
  const { translate = {} } = steps;
  if (empty in translate) return { ...steps, translate: { ...translate, '': empty } };
  return { ...steps, default: empty };
}

/** Written cells are the exception. If they say no, the many empty ones are active. */
function isActiveWhereEmpty(column: Column, steps: Steps): boolean {
  return isBlocking(column) || sayings(column, steps).every((said) => said === false);
}

/** What each different value says by these steps; undefined for one that is neither yes nor no. */
function sayings(column: Column, steps: Steps): readonly (boolean | undefined)[] {
  return differentValues(column).map((value) => {
    const said = flag(translationOf(steps, value) ?? value, column.name);
    return 'value' in said ? said.value : undefined;
  });
}

function emptyReason(column: Column, steps: Steps): string {
  const meaning = isActiveWhereEmpty(column, steps) ? 'active' : 'not active';
  if (filledShare(column) === 1) return `an empty cell means: ${meaning}`;
  const isOpen = !isBlocking(column) && new Set(sayings(column, steps)).size > 1;
  const facts = emptyText(column);
  return isOpen
    ? `${facts}, the others say yes or no; an empty cell is read as: ${meaning}`
    : `${facts}, which means: ${meaning}`;
}
