import type { Complaint } from '../domain/complaint.ts';
import { columnsOf } from './field.ts';
import type { Knowledge } from './knowledge.ts';
import type { PassInput } from './pass-result.ts';

const isBareNumber = /^[1-9]\d*$/;

/**
 * A table program that opens and saves an export takes the zeros off article numbers. A stock row of an unknown article
 * says nothing to anybody, so its real article would keep an old stock; of articles the brakes see it as new numbers.
 */
export function withLostZeros(
  { source, mapper }: Pick<PassInput, 'source' | 'mapper'>,
  knowledge: Pick<Knowledge, 'find' | 'withZeros'>,
): PassInput['mapper'] {
  if (source.kind !== 'stock') return mapper;
  const [column = ''] = columnsOf(source.mapping.externalId);
  return {
    absent: mapper.absent,
    map(record) {
      const mapped = mapper.map(record);
      if (mapped.kind !== 'row' || !isBareNumber.test(mapped.externalId)) return mapped;
      const { externalId } = mapped;
      const twin = knowledge.withZeros(externalId);
      if (twin === undefined || knowledge.find(externalId) !== undefined) return mapped;
      const complaints = [zerosLost(column, externalId, twin)];
      // A sum that lacks the row is none.
      return source.duplicates === 'sum'
        ? { kind: 'rejected', externalId: twin, complaints }
        : { kind: 'rejected', complaints };
    },
  };
}

function zerosLost(column: string, value: string, twin: string): Complaint {
  return {
    code: 'ROW_KEY_INVALID',
    column,
    value,
    rule: `is no known article, but ${twin} is one: its leading zeros seem to be lost.`,
    remedy:
      'Export article numbers as text, and save the file in no program that takes them for numbers. Where it is another article, leave its row out with where:.',
  };
}
