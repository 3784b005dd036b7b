import type { Field } from './field-words.ts';
import type { Steps } from './fit.ts';

/** From which columns a field of the API is probably read. */
export interface Guess {
  readonly field: Field;
  /** One column, several that are joined by a blank (texts) or added up (stock). */
  readonly columns: readonly string[];
  /** Columns that are taken off the sum. */
  readonly minus: readonly string[];
  readonly steps: Steps;
  readonly certainty: 'certain' | 'likely' | 'told';
  readonly reason: string;
  /**
   * False: the guess stands in the file as a comment, because
   * values would be rejected or nothing shows that it is right.
   */
  readonly isProposed: boolean;
}

export function guess(
  field: Field,
  column: string,
  said: Pick<Guess, 'certainty' | 'reason'> & Partial<Guess>,
): Guess {
  return { field, columns: [column], minus: [], steps: {}, isProposed: true, ...said };
}

export function nameReason(isWhole: boolean): string {
  return isWhole ? 'by its name' : 'by a part of its name';
}

/** The guess of the stock, unless a person has said it. */
export function guessedStock(guesses: readonly Guess[]): Guess | undefined {
  return guesses.find(
    ({ field, isProposed, certainty }) =>
      field === 'availableQty' && isProposed && certainty !== 'told',
  );
}

/** The guesses with one of them doubted. */
export function doubting(guesses: readonly Guess[], one: Guess, reason: string): readonly Guess[] {
  return guesses.map((each) => (each === one ? { ...one, certainty: 'likely', reason } : each));
}

/** The columns that some field is read from. */
export function columnsRead(guesses: readonly Guess[]): ReadonlySet<string> {
  return new Set(guesses.flatMap(({ columns, minus }) => [...columns, ...minus]));
}

/** `Lager1 + Lager2 - Reserviert` */
export function columnsText({ columns, minus }: Pick<Guess, 'columns' | 'minus'>): string {
  return [columns.join(' + '), ...minus].join(' - ');
}
