import type { Complaint } from '../../domain/complaint.ts';
import { columnsOf } from '../mapping/field.ts';
import type { Knowledge } from './knowledge.ts';
import type { PassInput } from './pass-result.ts';
import { isSame, rejectedFor, unknownTo, unlessNamed } from './unknown-numbers.ts';

const isBareNumber = /^[1-9]\d*$/;

/**
 * A table program that opens and saves an export takes the zeros off article numbers. A stock row of an unknown article
 * says nothing to anybody, so its real article would keep an old stock; a product of the same name or barcode would be
 * created beside it.
 */
export function withLostZeros(
  { source, mapper, reader }: Pick<PassInput, 'source' | 'mapper' | 'reader'>,
  knowledge: Pick<Knowledge, 'find' | 'withZeros'>,
): PassInput['mapper'] {
  const [column = ''] = columnsOf(source.mapping.externalId);
  const isUnknown = unknownTo(source, knowledge);
  const unless = unlessNamed({ source, reader });
  return {
    absent: mapper.absent,
    map(record) {
      const mapped = mapper.map(record);
      if (mapped.kind !== 'row' || !isBareNumber.test(mapped.externalId)) return mapped;
      const { externalId, fields } = mapped;
      const twin = knowledge.withZeros(externalId);
      if (twin === undefined || !isUnknown(externalId)) return mapped;
      if (source.kind === 'products' && !isSame(knowledge.find(twin), fields)) return mapped;
      const rejected = rejectedFor(source, twin, zerosLost(column, externalId, twin));
      return { ...rejected, ...unless(twin, mapped) };
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
      'Export article numbers as text, and save the file in no program that takes them for numbers. Where it is another article, export both in one file, or leave its row out with where:.',
  };
}
