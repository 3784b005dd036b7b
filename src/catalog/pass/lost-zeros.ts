import type { Complaint } from '../../domain/complaint.ts';
import { columnsOf } from '../mapping/field.ts';
import type { Knowledge } from './knowledge.ts';
import type { PassInput } from './pass-result.ts';
import { isSame, rejectedFor, unknownTo } from './unknown-numbers.ts';

const isBareNumber = /^[1-9]\d*$/;

/**
 * A table program that opens and saves an export takes the zeros off article numbers. A stock row of an unknown article
 * says nothing to anybody, so its real article would keep an old stock; a product of the same name or barcode would be
 * created beside it.
 */
export function withLostZeros(
  { source, mapper }: Pick<PassInput, 'source' | 'mapper'>,
  knowledge: Pick<Knowledge, 'find' | 'withZeros'>,
): PassInput['mapper'] {
  const [column = ''] = columnsOf(source.mapping.externalId);
  const isUnknown = unknownTo(source, knowledge);
  return {
    absent: mapper.absent,
    map(record) {
      const mapped = mapper.map(record);
      if (mapped.kind !== 'row' || !isBareNumber.test(mapped.externalId)) return mapped;
      const { externalId, fields } = mapped;
      const twin = knowledge.withZeros(externalId);
      if (twin === undefined || !isUnknown(externalId)) return mapped;
      if (source.kind === 'products' && !isSame(knowledge.find(twin), fields)) return mapped;
      return rejectedFor(source, twin, zerosLost(column, externalId, twin));
    },
  };
}

function zerosLost(column: string, value: string, twin: string): Complaint {
  return {
    code: 'ROW_KEY_INVALID',
    column,
    value,
    rule: `is no article on the marketplace, but ${twin} is one: its leading zeros seem to be lost.`,
    remedy:
      'Export article numbers as text, and save the file in no program that takes them for numbers. Where it is another article, leave its row out with where:.',
  };
}
