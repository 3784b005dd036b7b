import type { ExportRecord } from '../../domain/adapter.ts';
import { columnsOf } from '../mapping/field.ts';
import type { Knowledge } from './knowledge.ts';
import type { PassInput } from './pass-result.ts';

/**
 * A row that does not fit its header is never read, but where the rows of an article are added up a sum without it is
 * none: what stands in the place of the article number, if it is one, says whose sum that is (fault 8). A quoted field may
 * hold whole rows of other articles (quirk 15).
 */
export function withCutKeys(
  { source, mapper, reader }: Pick<PassInput, 'source' | 'mapper' | 'reader'>,
  knowledge: Pick<Knowledge, 'find'>,
): PassInput['mapper'] {
  const [column, ...others] = columnsOf(source.mapping.externalId);
  if (source.duplicates !== 'sum' || column === undefined || others.length > 0) return mapper;
  return {
    absent: mapper.absent,
    map(record) {
      const mapped = mapper.map(record);
      if (mapped.kind !== 'rejected' || mapped.externalId !== undefined) return mapped;
      const [externalId, ...others] = keysOf(record, reader.column(column)).filter(
        (key) => knowledge.find(key) !== undefined,
      );
      return externalId === undefined ? mapped : { ...mapped, externalId, others };
    },
  };
}

function keysOf(record: ExportRecord, column: number): readonly string[] {
  const rows = [record.cut?.() ?? [], ...(record.lines?.() ?? [])];
  return [...new Set(rows.map((cells) => (cells[column] ?? '').trim()))];
}
