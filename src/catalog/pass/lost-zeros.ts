import type { MappedRow } from '../mapping/mapped-row.ts';
import type { Knowledge } from './knowledge.ts';
import { isLikely, type LikelyArticle } from './likely-article.ts';

const isBareNumber = /^[1-9]\d*$/;

/**
 * A table program that opens and saves an export makes `00417` into `417`. A row of the unknown `417`
 * without a name, as every stock row, would be skipped, so `00417` would keep an old stock; a product
 * `417` with the same name or barcode would be created beside it.
 */
export function lostZeros(
  knowledge: Pick<Knowledge, 'find' | 'withZeros'>,
): (row: MappedRow) => LikelyArticle | undefined {
  return ({ externalId, fields }) => {
    if (!isBareNumber.test(externalId)) return undefined;
    const number = knowledge.withZeros(externalId);
    if (number === undefined || !isLikely(knowledge.find(number), fields)) return undefined;
    return { number, lost: lost(number) };
  };
}

function lost(likely: string): LikelyArticle['lost'] {
  return {
    rule: `is not an article on the marketplace, but ${likely} is one: its leading zeros seem to be lost.`,
    remedy:
      'Export article numbers as text, and do not save the file in a program that reads them as numbers. If it is another article, export both in one file, or leave its row out with where:.',
  };
}
