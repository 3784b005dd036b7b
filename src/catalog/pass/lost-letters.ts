import type { Complaint } from '../../domain/complaint.ts';
import { columnsOf } from '../mapping/field.ts';
import type { MappedRow } from '../mapping/mapped-row.ts';
import { differenceOf } from '../mapping/spellings.ts';
import type { Knowledge } from './knowledge.ts';
import type { PassInput } from './pass-result.ts';
import { isSame, rejectedFor, unknownTo, unlessNamed } from './unknown-numbers.ts';

/**
 * In another encoding ÖL-5 is an article that nobody knows (fault 6): its stock would be skipped, so that the old one
 * stays on sale, and a product would be created beside it. Once the other one is off sale, the number may be its new one.
 */
export function withLostLetters(
  { source, mapper, reader }: Pick<PassInput, 'source' | 'mapper' | 'reader'>,
  knowledge: Pick<Knowledge, 'find' | 'withOtherLetters' | 'mayBeActive'>,
): PassInput['mapper'] {
  const [column = ''] = columnsOf(source.mapping.externalId);
  const isUnknown = unknownTo(source, knowledge);
  const unless = unlessNamed({ source, reader });
  const isTwin = (number: string, { fields }: MappedRow): boolean => {
    const twin = knowledge.find(number);
    if (twin === undefined || !knowledge.mayBeActive(twin)) return false;
    // A row that gives no name creates nothing, and is skipped as that of a stock is.
    return source.mapping.name === undefined || isSame(twin, fields);
  };
  return {
    absent: mapper.absent,
    map(record) {
      const mapped = mapper.map(record);
      if (mapped.kind !== 'row') return mapped;
      const { externalId } = mapped;
      if (!isUnknown(externalId)) return mapped;
      const twin = knowledge.withOtherLetters(externalId).find((number) => isTwin(number, mapped));
      if (twin === undefined) return mapped;
      const rejected = rejectedFor(source, twin, lettersLost(column, externalId, twin));
      return { ...rejected, ...unless(twin, mapped) };
    },
  };
}

function lettersLost(column: string, value: string, twin: string): Complaint {
  const isSpelled = value.toLowerCase() === twin.toLowerCase();
  const difference = isSpelled
    ? 'in other capitals.'
    : `${differenceOf(value, twin)}: is the encoding right?`;
  return {
    code: 'ROW_KEY_INVALID',
    column,
    value,
    rule: `is no article on the marketplace, but ${twin} is one, ${difference}`,
    remedy: `Correct ${isSpelled ? '' : 'encoding: of the source, or '}the number in the ERP. Where it is the new number of ${twin}, take that off sale first; where it is another article, export both in one file, or give the product a name and a barcode of its own.`,
  };
}
