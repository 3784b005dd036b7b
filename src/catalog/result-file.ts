import type { ExportReader } from '../domain/adapter.ts';
import { complaintText } from '../domain/complaint.ts';
import type { RunBooks } from '../domain/facts.ts';
import type { HoldRow } from '../store/plans.ts';
import type { ComplaintRow } from '../store/runs.ts';
import { holdKinds, holdOf } from './plan.ts';

export const resultColumns = ['Stockhand_Row', 'Stockhand_Status', 'Stockhand_Message'] as const;

export interface ResultInput {
  readonly reader: ExportReader;
  readonly complaints: readonly ComplaintRow[];
  readonly marks: Uint8Array;
  readonly holds: readonly HoldRow[];
}

/**
 * The rows that went wrong, as the ERP wrote them: its own columns, then row, status and message; in its own
 * separator, so that it opens where the export was made (contract.md "Exports in"). Undefined where no row did.
 */
export async function resultText(input: ResultInput): Promise<string | undefined> {
  const messages = messagesByRow(input.complaints);
  const heldBy = new Map(
    input.holds.map((hold) => [holdKinds[hold.kind as keyof typeof holdKinds], hold.sentence]),
  );
  const lines: string[] = [];
  let index = 0;
  for await (const batch of input.reader.batches()) {
    for (const record of batch.records) {
      const rejected = messages.get(record.row);
      const held = heldBy.get(holdOf(input.marks[index] ?? 0) as never);
      index += 1;
      if (rejected === undefined && held === undefined) continue;
      const cells = record.cells();
      const own = input.reader.columns.map((_, column) =>
        isCells(cells) ? (cells[column] ?? '') : '',
      );
      const ends = rejected === undefined ? ['held', held ?? ''] : ['rejected', rejected];
      lines.push(line([...own, String(record.row), ...ends], input.reader));
    }
  }
  if (lines.length === 0) return undefined;
  return [line([...input.reader.columns, ...resultColumns], input.reader), ...lines, ''].join(
    '\r\n',
  );
}

function isCells(
  cells: ReturnType<import('../domain/adapter.ts').ExportRecord['cells']>,
): cells is readonly (string | undefined)[] {
  return Array.isArray(cells);
}

function messagesByRow(complaints: readonly ComplaintRow[]): Map<number, string> {
  const messages = new Map<number, string>();
  for (const complaint of complaints) {
    if (complaint.level !== 'rejected' || complaint.row === null) continue;
    const before = messages.get(complaint.row);
    const text = complaintText(asComplaint(complaint));
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
  const { delimiter } = dialect;
  // A file without quotes (bare inch marks) can still be read: the separator inside a text becomes a blank.
  if (dialect.quote === 'none') {
    return cells
      .map((cell) => cell.replaceAll(delimiter, ' ').replace(/[\r\n]+/g, ' '))
      .join(delimiter);
  }
  return cells.map((cell) => quoted(cell, delimiter)).join(delimiter);
}

function quoted(cell: string, delimiter: string): string {
  const isPlain = !cell.includes(delimiter) && !/["\r\n]/.test(cell);
  return isPlain ? cell : `"${cell.replaceAll('"', '""')}"`;
}

/** The run's books beside it, for programs. */
export function booksText(books: RunBooks): string {
  return `${JSON.stringify(books, undefined, 2)}\n`;
}
