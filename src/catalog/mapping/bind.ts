import type { SourceConfig } from '../../config/declaration.ts';
import type { ExportReader, ExportRecord } from '../../domain/adapter.ts';
import { type Cells, isCells } from '../../domain/cells.ts';
import type { Complaint } from '../../domain/complaint.ts';
import { fileNumberAt } from '../../domain/row-place.ts';
import type { Mapped } from './mapped-row.ts';
import { bindRows } from './mapping.ts';
import { columnsMissing, prefixMissing } from './missing-columns.ts';
import { neededColumns } from './needed-columns.ts';

export interface RowMapper {
  map(record: ExportRecord): Mapped;
  /** Columns that the mapping reads and no record had so far: only trees can lack one. */
  absent(): readonly string[];
  /** Of several trees as one export: columns that one of them lacks and others have. */
  lacking(): readonly MissingColumn[];
  /** How many records of a tree had each column that the mapping reads; empty for a table. */
  standing(): Standing;
}

export type Standing = Readonly<Record<string, number>>;

/** A column that no record of one file of a union has; `file` is the file's number. */
export interface MissingColumn {
  readonly file: number;
  readonly column: string;
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
  const prefix = prefixMissing(source, reader);
  if (prefix !== undefined) return { refusal: prefix };
  const mapped = bindRows(source, reader);
  return { mapper: { map: (record) => mapped(record.cells()), ...complete } };
}

/** A table that lacks a column is refused. */
const complete = { absent: () => [], lacking: () => [], standing: () => ({}) };

/** A tree has no header: only its records tell which columns it has. */
function treeMapper(
  source: SourceConfig,
  reader: ExportReader,
  needed: readonly string[],
): RowMapper {
  const unseen = new Map<number, Set<string>>();
  const mapped = bindRows(source, reader);
  const places = needed.map((column) => ({ column, at: reader.column(column), records: 0 }));
  const note = (cells: Cells, left: Set<string>): void => {
    for (const place of places) {
      if (cells[place.at] === undefined) continue;
      place.records += 1;
      left.delete(place.column);
    }
  };
  const leftOf = (file: number): Set<string> => {
    const left = unseen.get(file) ?? new Set(needed);
    unseen.set(file, left);
    return left;
  };
  const absent = (): readonly string[] =>
    needed.filter((column) => [...unseen.values()].every((left) => left.has(column)));
  return {
    map(record) {
      const cells = record.cells();
      const left = leftOf(fileNumberAt(record.row));
      if (isCells(cells)) note(cells, left);
      return mapped(cells);
    },
    absent,
    lacking() {
      const everywhere = absent();
      const lacks = [...unseen].flatMap(([file, left]) =>
        [...left].map((column) => ({ file, column })),
      );
      return lacks.filter(({ column }) => !everywhere.includes(column));
    },
    standing: () => Object.fromEntries(places.map(({ column, records }) => [column, records])),
  };
}
