import { lastStep, plainName, wordSet } from '../domain/column-name.ts';
import { shownValue } from '../domain/complaint.ts';
import { firstOf } from '../domain/counted.ts';
import { type Column, differentValues, emptyText, filledShare } from './column.ts';
import { codesMax } from './flag.ts';
import { columnsRead, type Guess } from './guess.ts';
import { isNamedBy } from './named-by.ts';
import { holdsYesOrNo } from './pairs.ts';
import { isStatus } from './status.ts';
import { holdsBlockingWord } from './status-words.ts';
import { isCalled, matchName } from './words.ts';

/** A column that may say whether an article is on sale, and that no field is read from. */
export interface Mark {
  readonly name: string;
  /** `V, A; empty in 3 of 5 rows` */
  readonly values: string;
}

/**
 * Marks that no field is read from. They are told, because blocked articles would otherwise be on sale without a word.
 */
export function unreadMarks(
  columns: readonly Column[],
  guesses: readonly Guess[],
): readonly Mark[] {
  const taken = columnsRead(guesses);
  return columns.filter((column) => !taken.has(column.name) && isMark(column)).map(markOf);
}

/** Names of flags that say how an article is made up or kept, and nothing of whether it is on sale. */
const ofHandling =
  wordSet(`setartikel stuckliste stucklistenartikel isbundle iskit lagerartikel lagervara lagergefuhrt
  seriennummernpflicht seriennummernpflichtig chargenpflicht chargenpflichtig skontofahig rabattfahig taxable managestock`);

/** Columns of yes and no whose names say nothing. They may say anything, so they are told together. */
export function unnamedMarks(columns: readonly Column[]): readonly Mark[] {
  return columns
    .filter(
      (column) =>
        holdsYesOrNo(column) &&
        !isNamedBy(ofHandling, column) &&
        !isCalled(column.name, 'externalId'),
    )
    .map(markOf);
}

export function markOf(column: Column): Mark {
  return { name: column.name, values: valuesText(column) };
}

function isMark(column: Column): boolean {
  // A column that is empty in the sample may block an article tomorrow.
  if (filledShare(column) === 0) return isCalled(column.name, 'inactive');
  if (isFreeText(column)) return false;
  if (isStatus(column) || isCalled(column.name, 'isActive') || isCodeOfStatus(column)) return true;
  // `Gesperrter Bestand` is a quantity, and no mark.
  const isStock = matchName(column.name, 'availableQty') !== undefined;
  if (isStock) return false;
  return matchName(column.name, 'inactive') !== undefined || holdsBlockingWord(column);
}

/** PART_STATUS, Vertriebsstatus, Online Item Visibility: their codes mean what only a person knows. */
function isCodeOfStatus(column: Column): boolean {
  const isCode = differentValues(column).length <= codesMax;
  return isCode && statusName.test(plainName(lastStep(column.name)));
}

const statusName = /(?<!tax|steuer)status(?:code|id|kz)?$|(?:visibility|sichtbarkeit)$/;
const severalWords = /\p{L}\s+\S+\s+\p{L}/u;
const address = /:\/\//;

/**
 * `Hidden features`, or an address under `Web`: many different texts of several words are no mark. Dates and codes may
 * be one.
 */
function isFreeText(column: Column): boolean {
  const values = differentValues(column);
  if (values.some((value) => address.test(value))) return true;
  return values.length > codesMax && values.some((value) => severalWords.test(value));
}

/** `Gesperrt (nein, ja), Status (20, 30)` */
export function marksText(marks: readonly Mark[]): string {
  return marks.map(({ name, values }) => `${shownValue(name)} (${values})`).join(', ');
}

const valuesShown = 5;

export function valuesText(column: Column): string {
  const values = differentValues(column);
  if (values.length === 0) return emptyText(column);
  const empty = filledShare(column) < 1 ? `; ${emptyText(column)}` : '';
  return `${firstOf(values.map(shownValue), valuesShown)}${empty}`;
}
