import type { ExportReader } from '../domain/adapter.ts';
import type { NamedReader } from './union.ts';

/** How many rows each file of a union has: one that has none may have lost them (contract "Brakes", an empty file). */
export interface PartCounts {
  /** The same reader, its rows counted while they are read. */
  counted(part: NamedReader): NamedReader;
  /** Files without rows, where others have some. */
  empty(): readonly string[];
}

export function createPartCounts(): PartCounts {
  const rows = new Map<string, number>();
  return {
    counted(part) {
      return { ...part, reader: counting(part.reader, (read) => rows.set(part.file, read)) };
    },
    empty() {
      const empty = [...rows].filter(([, count]) => count === 0).map(([file]) => file);
      return empty.length === rows.size ? [] : empty;
    },
  };
}

function counting(reader: ExportReader, count: (rows: number) => void): ExportReader {
  return {
    get columns() {
      return reader.columns;
    },
    columnsAreComplete: reader.columnsAreComplete,
    column: (name) => reader.column(name),
    dialect: reader.dialect,
    async *batches() {
      let rows = 0;
      count(rows);
      for await (const batch of reader.batches()) {
        rows += batch.records.length;
        count(rows);
        yield batch;
      }
    },
    close: () => reader.close?.(),
  };
}
