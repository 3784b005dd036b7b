import type { ExportRecord } from '../../domain/adapter.ts';
import { columnsOf } from '../mapping/field.ts';
import type { Knowledge } from './knowledge.ts';
import type { Checked } from './pass-result.ts';

/**
 * Under `duplicates: sum` article A has three rows, and one of them has a cell too few. That row is not
 * read, but a sum without it would be wrong. So if a known article number stands in the place of the number,
 * that article's sum does not count (fault 8). A quoted field may have swallowed whole rows of other
 * articles: their numbers count, too (quirk 15).
 */
export function withCutKeys(
  { source, map, reader }: Pick<Checked, 'source' | 'map' | 'reader'>,
  knowledge: Pick<Knowledge, 'find'>,
): Checked['map'] {
  const [column, ...others] = columnsOf(source.mapping.externalId);
  if (source.duplicates !== 'sum' || column === undefined || others.length > 0) return map;
  return (record) => {
    const mapped = map(record);
    if (mapped.kind !== 'rejected' || mapped.externalId !== undefined) return mapped;
    const [externalId, ...others] = keysOf(record, reader.column(column)).filter(
      (key) => knowledge.find(key) !== undefined,
    );
    return externalId === undefined ? mapped : { ...mapped, externalId, others };
  };
}

function keysOf(record: ExportRecord, column: number): readonly string[] {
  const rows = [record.cut?.() ?? [], ...(record.lines?.() ?? [])];
  return [...new Set(rows.map((cells) => (cells[column] ?? '').trim()))];
}
