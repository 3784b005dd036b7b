import type { ExportReader, ExportRecord } from '../../domain/adapter.ts';
import { isCells } from '../../domain/cells.ts';
import { complaintText } from '../../domain/complaint.ts';
import type { RunBooks } from '../../domain/facts.ts';
import { fileAt, rowAt } from '../../domain/row-place.ts';
import type { HoldRow } from '../../store/plans.ts';
import type { ComplaintRow } from '../../store/runs.ts';
import { holdKinds, holdOf, isRejected } from './plan.ts';

const resultColumns = ['Stockhand_Row', 'Stockhand_Status', 'Stockhand_Message'] as const;

interface ResultInput {
  readonly reader: ExportReader;
  /** Those that reject a row. */
  readonly complaints: readonly ComplaintRow[];
  readonly marks: Uint8Array;
  readonly holds: readonly HoldRow[];
  /** Whether more rows were rejected than reasons are kept. */
  readonly areCut?: boolean;
}

/**
 * The rows that went wrong, as the ERP wrote them: the export's own columns, then row, status and message. With the
 * export's separator, so that the file opens where the export was made (contract.md "Exports in"). A piece for each
 * batch of the export: where all rows of a large one went wrong, they do not fill the memory (I11). Nothing comes if no
 * row went wrong.
 */
export async function* resultPieces(input: ResultInput): AsyncGenerator<string> {
  const { reader } = input;
  const endOf = endsOf(input);
  if (!reader.columnsAreComplete) await seeColumns(reader);
  let head = line([...reader.columns, ...resultColumns], reader);
  // Excel takes a file for UTF-8 only if it begins with the mark.
  if (reader.dialect.isMarked === true) head = `\ufeff${head}`;
  let index = 0;
  for await (const { records } of reader.batches()) {
    let lines = '';
    for (const record of records) {
      const end = endOf(record, index);
      index += 1;
      if (end === undefined) continue;
      lines += line([...ownCells(record, reader), String(rowAt(record.row)), ...end], reader);
    }
    if (lines === '') continue;
    yield head + lines;
    head = '';
  }
}

/** A tree names its columns as its records come: the first line must know those of the last record. */
async function seeColumns(reader: ExportReader): Promise<void> {
  for await (const { records } of reader.batches()) for (const record of records) record.cells();
}

const noReason =
  'This row was rejected, too. Of so many the reason is kept for the first ones only: correct those, and the next export shows it for the others.';

type End = readonly [status: 'rejected' | 'held', message: string];

/** How a record that went wrong ended. If it was rejected and held, it counts as rejected. */
function endsOf(input: ResultInput): (record: ExportRecord, index: number) => End | undefined {
  const { files } = input.reader;
  const messages = messagesByRow(input.complaints, files);
  const heldBy = new Map<number, string>(
    input.holds.map(({ kind, sentence }) => [holdKinds[kind as keyof typeof holdKinds], sentence]),
  );
  return ({ row }, index) => {
    const mark = input.marks[index] ?? 0;
    const rejected = messages.get(row) ?? (input.areCut && isRejected(mark) ? noReason : undefined);
    if (rejected !== undefined) return ['rejected', rejected];
    const held = heldBy.get(holdOf(mark));
    const file = fileAt(row, files);
    return held === undefined ? held : ['held', file === undefined ? held : `${file}: ${held}`];
  };
}

function ownCells(record: ExportRecord, { columns }: ExportReader): readonly string[] {
  const read = record.cells();
  const cells = isCells(read) ? read : (record.cut?.() ?? []);
  return columns.map((_, column) => cells[column] ?? '');
}

/** Messages by the place of the row: in a union each file has a row 2. */
function messagesByRow(
  complaints: readonly ComplaintRow[],
  files: readonly string[] | undefined,
): Map<number, string> {
  const messages = new Map<number, string>();
  for (const complaint of complaints) {
    if (complaint.level !== 'rejected' || complaint.row === null) continue;
    const before = messages.get(complaint.row);
    const file = fileAt(complaint.row, files);
    const text = complaintText({
      ...asComplaint(complaint),
      ...(file === undefined ? {} : { file }),
    });
    messages.set(complaint.row, before === undefined ? text : `${before} ${text}`);
  }
  return messages;
}

export function asComplaint(row: ComplaintRow): Parameters<typeof complaintText>[0] {
  const { code, column_name: column, value, rule, remedy } = row;
  return {
    code: code as Parameters<typeof complaintText>[0]['code'],
    rule,
    remedy,
    ...(column === null ? {} : { column }),
    ...(value === null ? {} : { value }),
  };
}

function line(cells: readonly string[], { dialect }: ExportReader): string {
  const { delimiter, quote } = dialect;
  // A file without quote marks (bare inch marks) stays readable if a separator inside a text becomes a blank.
  const bare = (cell: string) => cell.replaceAll(delimiter, ' ').replace(/[\r\n]+/g, ' ');
  const written = cells.map((cell) => (quote === 'none' ? bare(cell) : quoted(cell, delimiter)));
  return `${written.join(delimiter)}\r\n`;
}

function quoted(cell: string, delimiter: string): string {
  const isPlain = !cell.includes(delimiter) && !/["\r\n]/.test(cell);
  return isPlain ? cell : `"${cell.replaceAll('"', '""')}"`;
}

/**
 * The run's books beside it, for programs; where a newer file overtook this one, with the sentence that says by which.
 */
export function booksText(books: RunBooks, overtaken?: string): string {
  return `${JSON.stringify({ ...books, overtaken }, undefined, 2)}\n`;
}
