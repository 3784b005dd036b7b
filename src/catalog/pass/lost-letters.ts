import type { MappedRow } from '../mapping/mapped-row.ts';
import { differenceOf } from '../mapping/spellings.ts';
import type { Knowledge } from './knowledge.ts';
import { isLikely, type LikelyArticle } from './likely-article.ts';

/**
 * Read in a wrong encoding, `ÖL-5` is an article that nobody knows (fault 6). Its stock row would be skipped,
 * so that the old stock stays on sale; its product would be created a second time. Once `ÖL-5` is off sale,
 * the other spelling may be its new number.
 */
export function lostLetters(
  knowledge: Pick<Knowledge, 'find' | 'withOtherLetters' | 'mayBeActive'>,
): (row: MappedRow) => LikelyArticle | undefined {
  const isMeant = (number: string, { fields }: MappedRow): boolean => {
    const likely = knowledge.find(number);
    return likely !== undefined && knowledge.mayBeActive(likely) && isLikely(likely, fields);
  };
  return (row) => {
    const { externalId } = row;
    const number = knowledge.withOtherLetters(externalId).find((other) => isMeant(other, row));
    return number === undefined ? undefined : { number, lost: lost(externalId, number) };
  };
}

function lost(value: string, likely: string): LikelyArticle['lost'] {
  const isSpelled = value.toLowerCase() === likely.toLowerCase();
  const difference = isSpelled
    ? 'in other capitals.'
    : `${differenceOf(value, likely)}: is the encoding right?`;
  return {
    rule: `is not an article on the marketplace, but ${likely} is one, ${difference}`,
    remedy: `Correct ${isSpelled ? '' : 'encoding: of the source, or '}the number in the ERP. If it is the new number of ${likely}, take that off sale first; if it is another article, export both in one file, or give the product its own name and barcode.`,
  };
}
