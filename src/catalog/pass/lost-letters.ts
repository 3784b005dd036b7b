import type { MappedRow } from '../mapping/mapped-row.ts';
import { differenceOf } from '../mapping/spellings.ts';
import type { SourceConfig } from '../terms/ports.ts';
import type { Knowledge } from './knowledge.ts';
import { isSame, type Twin } from './twin.ts';

/**
 * Read in a wrong encoding, `ÖL-5` is an article that nobody knows (fault 6). Its stock row would be skipped,
 * so that the old stock stays on sale; its product would be created a second time. Once `ÖL-5` is off sale,
 * the other spelling may be its new number.
 */
export function lostLetters(
  { mapping }: Pick<SourceConfig, 'mapping'>,
  knowledge: Pick<Knowledge, 'find' | 'withOtherLetters' | 'mayBeActive'>,
): (row: MappedRow) => Twin | undefined {
  const isTwin = (number: string, { fields }: MappedRow): boolean => {
    const twin = knowledge.find(number);
    if (twin === undefined || !knowledge.mayBeActive(twin)) return false;
    // A source without names creates nothing: there, as for a stock, the row would be skipped.
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
    rule: `is not an article on the marketplace, but ${twin} is one, ${difference}`,
    remedy: `Correct ${isSpelled ? '' : 'encoding: of the source, or '}the number in the ERP. If it is the new number of ${twin}, take that off sale first; if it is another article, export both in one file, or give the product its own name and barcode.`,
  };
}
