import { readAdapters } from '../../adapters/readers.ts';
import type { ExportRecord, RawRows, ReadAdapter } from '../../src/domain/adapter.ts';
import { isCells } from '../../src/domain/cells.ts';

/** A version of the program, and what it makes of a cell where another one makes something else of it. */
export interface Program {
  readonly version: string;
  readonly read?: (cell: string) => string;
}

export const testProgram: Program = { version: 'test' };

interface Counts {
  decoded: number;
}

/** Counts the rows whose cells are asked for: the fast path is there to ask for few. */
export function readersOf(program: Program, counts: Counts): Readonly<Record<string, ReadAdapter>> {
  return { ...readAdapters, csv: watched(readAdapters['csv'] as ReadAdapter, program, counts) };
}

function watched(adapter: ReadAdapter, program: Program, counts: Counts): ReadAdapter {
  const watch = (record: ExportRecord): ExportRecord => watchRecord(record, program, counts);
  return {
    async open(input) {
      const opened = await adapter.open(input);
      if ('refusal' in opened) return opened;
      const { reader } = opened;
      const { rawRows } = reader;
      const counted: typeof reader = {
        ...reader,
        async *batches() {
          for await (const batch of reader.batches()) {
            batch.records.forEach(watch);
            yield batch;
          }
        },
        ...(rawRows && { rawRows: (from) => watchRows(rawRows(from), watch) }),
      };
      return { reader: counted };
    },
  };
}

function watchRows(rows: RawRows, watch: (record: ExportRecord) => ExportRecord): RawRows {
  const record = rows.record.bind(rows);
  return Object.assign(rows, { record: () => watch(record()) });
}

function watchRecord(record: ExportRecord, { read }: Program, counts: Counts): ExportRecord {
  const cells = record.cells.bind(record);
  return Object.assign(record, {
    cells: () => {
      counts.decoded += 1;
      const given = cells();
      if (read === undefined || !isCells(given)) return given;
      return given.map((cell) => (cell === undefined ? cell : read(cell)));
    },
  });
}
