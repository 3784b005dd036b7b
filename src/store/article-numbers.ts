import type { Database } from './database.ts';
import { isOffered } from './product-row.ts';

/** Searches for known articles by what their numbers look like. */
export function createArticleNumbers(database: Database) {
  const offeredBetween = database
    .prepare<[string, string], string>(
      `SELECT external_id FROM product WHERE external_id > ? AND external_id < ? AND ${isOffered} ORDER BY external_id`,
    )
    .pluck();
  const lengthsWithZeros = database
    .prepare<[], number>(
      `SELECT DISTINCT length(external_id) FROM product WHERE external_id >= '0' AND external_id < '1'`,
    )
    .pluck();
  const lettered = database
    .prepare<[number], string>(
      `SELECT external_id FROM product WHERE external_id GLOB '*[^ ->@-~]*' LIMIT ?`,
    )
    .pluck();
  return {
    /** Articles on sale whose number lies between two texts, in its order. */
    offeredBetween: (after: string, before: string) => offeredBetween.all(after, before),
    /** The lengths of all numbers that begin with a zero. */
    lengthsWithZeros: () => lengthsWithZeros.all(),
    /** Numbers with letters beyond ASCII, or a `?` that may be one (product_lettered); none if more than `most`. */
    lettered(most: number): readonly string[] {
      const found = lettered.all(most + 1);
      return found.length > most ? [] : found;
    },
  };
}
