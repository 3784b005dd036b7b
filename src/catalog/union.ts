import type { ExportBatch, ExportReader, ExportRecord } from '../domain/adapter.ts';
import type { Complaint } from '../domain/complaint.ts';
import { placeIn } from '../domain/row-place.ts';

export interface NamedReader {
  readonly file: string;
  /** Which of all the files of the union it is, companions counted. */
  readonly index: number;
  readonly reader: ExportReader;
}

/**
 * Several files that together are the one full export (contract.md `pick: union`), read one after the other. Tables
 * must have the same columns in the same order: another order would shift every value without a word.
 */
export function unionOf(
  readers: readonly NamedReader[],
): { readonly reader: ExportReader } | { readonly refusal: Complaint } {
  const [first, ...others] = readers;
  if (first === undefined) throw new Error('a union of no files');
  const odd = others.find(({ reader }) => !hasSameColumns(first.reader, reader));
  if (odd !== undefined) return { refusal: otherColumns(odd.file, first.file) };
  if (others.length === 0) return { reader: first.reader };
  const counts = readers.map(() => 0);
  const reader: ExportReader = {
    columns: first.reader.columns,
    columnsAreComplete: first.reader.columnsAreComplete,
    column: (name) => first.reader.column(name),
    dialect: first.reader.dialect,
    files: filesOf(readers),
    rowsOfFiles: () => readers.map(({ file }, at) => ({ file, rows: counts[at] ?? 0 })),
    batches: () => chained(readers, counts),
  };
  return { reader };
}

function hasSameColumns(first: ExportReader, other: ExportReader): boolean {
  // Trees name their columns as they see them, each file for itself: only tables can be chained by position.
  if (!first.columnsAreComplete || !other.columnsAreComplete) return false;
  return JSON.stringify(first.columns) === JSON.stringify(other.columns);
}

/** Its companions have places of their own, which no record has. */
function filesOf(readers: readonly NamedReader[]): readonly string[] {
  const files: string[] = [];
  for (const { file, index } of readers) files[index] = file;
  return files;
}

async function* chained(
  readers: readonly NamedReader[],
  counts: number[],
): AsyncGenerator<ExportBatch> {
  counts.fill(0);
  for (const [at, { file, index, reader }] of readers.entries()) {
    for await (const { records: own, refusal } of reader.batches()) {
      counts[at] = (counts[at] ?? 0) + own.length;
      const records = own.map((record) => placed(record, index));
      if (refusal === undefined) yield { records };
      else {
        yield { records, refusal: { ...refusal, file } };
        return;
      }
    }
  }
}

/** Row 2 of the second file is not row 2 of the first. */
function placed(record: ExportRecord, index: number): ExportRecord {
  return {
    row: placeIn(index, record.row),
    cells: () => record.cells(),
    cut: () => record.cut?.() ?? [],
  };
}

function otherColumns(file: string, first: string): Complaint {
  return {
    code: 'FILE_STRUCTURE',
    file,
    rule: `has other columns than ${first}, or is no table, so they are not one export.`,
    remedy: 'Export all parts with the same columns, or give them sources of their own.',
  };
}
