import type { SourceConfig } from '../config/declaration.ts';
import type { ExportReader, ExportRecord } from '../domain/adapter.ts';
import type { Cells } from '../domain/cells.ts';
import { isCells } from '../domain/cells.ts';
import type { Complaint } from '../domain/complaint.ts';
import type { Mapped } from './mapped-row.ts';
import { bindRows } from './mapping.ts';
import { columnsMissing } from './missing-columns.ts';
import { neededColumns } from './needed-columns.ts';

export interface RowMapper {
  map(record: ExportRecord): Mapped;
  /** Columns that the mapping reads and no record had so far: only trees can lack one. */
  absent(): readonly string[];
}

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
  if (missing.length > 0) return { refusal: columnsMissing(source, reader, missing) };
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
