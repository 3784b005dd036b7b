import type { SourceConfig } from '../config/declaration.ts';
import type { ExportReader, ExportRecord } from '../domain/adapter.ts';
import type { Cells } from '../domain/cells.ts';
import { isCells } from '../domain/cells.ts';
import type { Complaint } from '../domain/complaint.ts';
import { nearest } from '../domain/nearest.ts';
import type { Mapped } from './mapping.ts';
import { bindRows } from './mapping.ts';
import { neededColumns } from './needed-columns.ts';

export interface RowMapper {
  map(record: ExportRecord): Mapped;
  /** Columns that the mapping reads and no record had so far: only trees can lack one. */
  absent(): readonly string[];
}

const columnsShown = 40;

/**
 * Binds a source's mapping to the columns of one file. A table that lacks a mapped column is refused as a whole:
 * an absent column is never taken for empty cells.
 */
export function bindMapping(
  source: SourceConfig,
  reader: ExportReader,
): { readonly mapper: RowMapper } | { readonly refusal: Complaint } {
  const needed = [...new Set(neededColumns(source))];
  if (!reader.columnsAreComplete) return { mapper: treeMapper(source, reader, needed) };
  const missing = needed.filter((column) => reader.column(column) < 0);
  if (missing.length > 0) return { refusal: columnsMissing(missing, reader.columns) };
  const mapped = bindRows(source, reader);
  return { mapper: { map: (record) => mapped(record.cells()), absent: () => [] } };
}

/** A tree says by its records alone what it has. */
function treeMapper(
  source: SourceConfig,
  reader: ExportReader,
  needed: readonly string[],
): RowMapper {
  const unseen = new Set(needed);
  const mapped = bindRows(source, reader);
  const note = (cells: Cells): void => {
    for (const column of unseen)
      if (cells[reader.column(column)] !== undefined) unseen.delete(column);
  };
  return {
    map(record) {
      const cells = record.cells();
      if (unseen.size > 0 && isCells(cells)) note(cells);
      return mapped(cells);
    },
    absent: () => [...unseen],
  };
}

/** `Bestand` was meant by a file that has `Bestand_verf`. */
function longerName(name: string, columns: readonly string[]): string | undefined {
  const start = name.toLowerCase();
  return columns.find((column) => column.toLowerCase().startsWith(start));
}

function columnsMissing(missing: readonly string[], columns: readonly string[]): Complaint {
  const [column = '', ...others] = missing;
  const has = columns.slice(0, columnsShown).join(', ');
  const more = columns.length > columnsShown ? ` and ${columns.length - columnsShown} more` : '';
  const also = others.length === 0 ? '' : `, nor ${others.map((name) => `"${name}"`).join(', ')}`;
  const meant = missing.flatMap((name) => {
    const near = nearest(name, columns) ?? longerName(name, columns);
    return near === undefined ? [] : [`"${near}" for "${name}"`];
  });
  const advice = 'Correct the mapping, or export the column again.';
  return {
    code: 'FILE_COLUMN_MISSING',
    column,
    rule: `is mapped, but the file has no such column${also} (it has: ${has}${more}).`,
    remedy: meant.length === 0 ? advice : `Did you mean ${meant.join(', ')}? ${advice}`,
  };
}
