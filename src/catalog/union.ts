import type { ExportBatch, ExportReader } from '../domain/adapter.ts';
import type { Complaint } from '../domain/complaint.ts';

export interface NamedReader {
  readonly file: string;
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
  const reader: ExportReader = {
    columns: first.reader.columns,
    columnsAreComplete: first.reader.columnsAreComplete,
    column: (name) => first.reader.column(name),
    dialect: first.reader.dialect,
    batches: () => chained(readers),
  };
  return { reader };
}

function hasSameColumns(first: ExportReader, other: ExportReader): boolean {
  // Trees name their columns as they see them, each file for itself: only tables can be chained by position.
  if (!first.columnsAreComplete || !other.columnsAreComplete) return false;
  return JSON.stringify(first.columns) === JSON.stringify(other.columns);
}

async function* chained(readers: readonly NamedReader[]): AsyncGenerator<ExportBatch> {
  for (const { file, reader } of readers) {
    for await (const batch of reader.batches()) {
      if (batch.refusal === undefined) yield batch;
      else {
        yield { ...batch, refusal: { ...batch.refusal, file } };
        return;
      }
    }
  }
}

function otherColumns(file: string, first: string): Complaint {
  return {
    code: 'FILE_STRUCTURE',
    file,
    rule: `has other columns than ${first}, or is no table, so they are not one export.`,
    remedy: 'Export all parts with the same columns, or give them sources of their own.',
  };
}
