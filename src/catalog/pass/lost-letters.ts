import type { MappedRow } from '../mapping/mapped-row.ts';
import { differenceOf } from '../mapping/spellings.ts';
import type { SourceConfig } from '../terms/ports.ts';
import type { Knowledge } from './knowledge.ts';
import { isSame, type Twin } from './twin.ts';

/**
 * In another encoding ÖL-5 is an article that nobody knows (fault 6): its stock would be skipped, so that the old one
 * stays on sale, and a product would be created beside it. Once the other one is off sale, the number may be its new one.
 */
export function lostLetters(
  { mapping }: Pick<SourceConfig, 'mapping'>,
  knowledge: Pick<Knowledge, 'find' | 'withOtherLetters' | 'mayBeActive'>,
): (row: MappedRow) => Twin | undefined {
  const isTwin = (number: string, { fields }: MappedRow): boolean => {
    const twin = knowledge.find(number);
    if (twin === undefined || !knowledge.mayBeActive(twin)) return false;
    // A row that gives no name creates nothing, and is skipped as that of a stock is.
    return mapping.name === undefined || isSame(twin, fields);
  };
  return (row) => {
    const { externalId } = row;
    const number = knowledge.withOtherLetters(externalId).find((other) => isTwin(other, row));
    return number === undefined ? undefined : { number, lost: lost(externalId, number) };
  };
}

function lost(value: string, twin: string): Twin['lost'] {
  const isSpelled = value.toLowerCase() === twin.toLowerCase();
  const difference = isSpelled
    ? 'in other capitals.'
    : `${differenceOf(value, twin)}: is the encoding right?`;
  return {
    rule: `is no article on the marketplace, but ${twin} is one, ${difference}`,
    remedy: `Correct ${isSpelled ? '' : 'encoding: of the source, or '}the number in the ERP. Where it is the new number of ${twin}, take that off sale first; where it is another article, export both in one file, or give the product a name and a barcode of its own.`,
  };
}
