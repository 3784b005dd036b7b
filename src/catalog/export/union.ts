import type { ExportBatch, ExportReader, ExportRecord } from '../../domain/adapter.ts';
import type { Complaint } from '../../domain/complaint.ts';
import { placeIn } from '../../domain/row-place.ts';
import { joinColumns, type TreeColumns } from './tree-columns.ts';

export interface NamedReader {
  readonly file: string;
  /** Which of all the files of the union it is, companions counted. */
  readonly index: number;
  readonly reader: ExportReader;
}

/**
 * Several files that together are the one full export (contract.md `pick: union`), read one after the other. Tables
 * must have the same columns in the same order: another order would shift every value without a word. Trees name the
 * columns of each record, so theirs are put together by name.
 */
export function unionOf(
  readers: readonly NamedReader[],
): { readonly reader: ExportReader } | { readonly refusal: Complaint } {
  const [first, ...others] = readers;
  if (first === undefined) throw new Error('a union of no files');
  const trees = readers.every(({ reader }) => !reader.columnsAreComplete)
    ? joinColumns(first.reader)
    : undefined;
  const odd = trees
    ? undefined
    : others.find(({ reader }) => !hasSameColumns(first.reader, reader));
  if (odd !== undefined) return { refusal: otherColumns(odd.file, first.file) };
  if (others.length === 0) return { reader: first.reader };
  const counts = readers.map(() => 0);
  const named = trees ?? first.reader;
  const reader: ExportReader = {
    columns: named.columns,
    columnsAreComplete: trees === undefined,
    column: (name) => named.column(name),
    dialect: first.reader.dialect,
    files: filesOf(readers),
    pictures: readers.flatMap(({ reader: { pictures = [] } }) => pictures),
    otherSheets: readers.flatMap((one) => one.reader.otherSheets ?? []),
    merged: () => readers.flatMap((one) => one.reader.merged?.() ?? []),
    notes: () => readers.flatMap((one) => one.reader.notes?.() ?? []),
    rowsOfFiles: () => readers.map(({ file }, at) => ({ file, rows: counts[at] ?? 0 })),
    batches: () => chained(readers, counts, trees),
  };
  return { reader };
}

function hasSameColumns(first: ExportReader, other: ExportReader): boolean {
  return JSON.stringify(first.columns) === JSON.stringify(other.columns);
}

/** Files by their place in the union. Places of companions stay empty, because no record comes from them. */
function filesOf(readers: readonly NamedReader[]): readonly string[] {
  const files: string[] = [];
  for (const { file, index } of readers) files[index] = file;
  return files;
}

async function* chained(
  readers: readonly NamedReader[],
  counts: number[],
  trees: TreeColumns | undefined,
): AsyncGenerator<ExportBatch> {
  counts.fill(0);
  let empty: Complaint | undefined;
  for (const [at, { file, index, reader }] of readers.entries()) {
    const place = trees?.placing(reader);
    for await (const { records: own, refusal } of reader.batches()) {
      counts[at] = (counts[at] ?? 0) + own.length;
      const records = own.map((record) => placed(record, index, place));
      // A tree without articles tells so at its end. That is like a table with a header and no rows: no refusal.
      const isEmpty = refusal?.code === 'FILE_EMPTY';
      if (isEmpty) empty ??= { ...refusal, file };
      if (refusal === undefined || isEmpty) yield { records };
      else {
        yield { records, refusal: { ...refusal, file } };
        return;
      }
    }
  }
  // If no tree of the union holds an article, `path:` may be wrong: then it is a refusal.
  if (empty !== undefined && counts.every((rows) => rows === 0))
    yield { records: [], refusal: empty };
}

/** A record with its row's place in the union: row 2 of the second file is not row 2 of the first. */
function placed(
  record: ExportRecord,
  index: number,
  place: ReturnType<TreeColumns['placing']> | undefined,
): ExportRecord {
  return {
    row: placeIn(index, record.row),
    ...(record.isHidden && { isHidden: true }),
    cells: place === undefined ? () => record.cells() : () => place(record.cells()),
    cut: () => record.cut?.() ?? [],
    lines: () => record.lines?.() ?? [],
  };
}

function otherColumns(file: string, first: string): Complaint {
  return {
    code: 'FILE_STRUCTURE',
    file,
    rule: `has other columns than ${first}, or has them in another order, so they are not one export.`,
    remedy: 'Export all parts with the same columns in the same order.',
  };
}
