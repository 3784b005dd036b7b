import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type {
  AdapterFile,
  AdapterOptions,
  ExportReader,
  ReadAdapter,
} from '../../../src/domain/adapter.ts';
import type { Cells } from '../../../src/domain/cells.ts';
import type { Complaint } from '../../../src/domain/complaint.ts';

/** A file at rest, given from memory. */
export function fileOf(name: string, content: string | Uint8Array): AdapterFile {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return {
    name,
    size: bytes.length,
    read: (offset, length) => bytes.subarray(offset, offset + length),
  };
}

export interface Reading {
  readonly columns: readonly string[];
  /** One object a record; a record that cannot be used is its complaint. */
  readonly rows: readonly (Readonly<Record<string, string>> | Complaint)[];
  readonly rowNumbers: readonly number[];
  readonly refusal: Complaint | undefined;
  readonly encoding: string | undefined;
}

/** Reads an export to its end, the way an import does. */
export async function reading(
  adapter: ReadAdapter,
  files: readonly AdapterFile[],
  options: AdapterOptions = {},
): Promise<Reading> {
  const opened = await adapter.open({ files, options });
  if ('refusal' in opened) {
    return { columns: [], rows: [], rowNumbers: [], refusal: opened.refusal, encoding: undefined };
  }
  return readingOf(opened.reader);
}

async function readingOf(reader: ExportReader): Promise<Reading> {
  const rows: (Record<string, string> | Complaint)[] = [];
  const rowNumbers: number[] = [];
  let refusal: Complaint | undefined;
  for await (const batch of reader.batches()) {
    if (refusal !== undefined) throw new Error('a batch came after the refusal');
    refusal = batch.refusal;
    for (const record of batch.records) {
      rowNumbers.push(record.row);
      rows.push(named(reader.columns, record.cells()));
    }
  }
  return { columns: reader.columns, rows, rowNumbers, refusal, encoding: reader.dialect.encoding };
}

function named(
  columns: readonly string[],
  cells: Cells | Complaint,
): Record<string, string> | Complaint {
  if ('rule' in cells) return cells;
  if (cells.unusable !== undefined) return cells.unusable;
  const row: Record<string, string> = Object.create(null);
  for (const [index, text] of cells.entries()) {
    if (text !== undefined) row[columns[index] ?? '?'] = text;
  }
  return { ...row };
}

const realData = new URL('../../../../shared/data/', import.meta.url).pathname;

/** Whether the real exports lie beside the project; where CI promises them, their absence is a failure. */
export function realFilesExist(): boolean {
  const exist = existsSync(realData);
  if (!exist && process.env['CI']) throw new Error('The real exports are missing, but CI is set.');
  return exist;
}

/** A real export by its path below the data folder: `products/tally_export_sample.xml`. */
export function realFile(path: string): AdapterFile {
  return fileOf(basename(path), realBytes(path));
}

export function realBytes(path: string): Buffer {
  return readFileSync(`${realData}${path}`);
}

/** Counts by plain text search: independent of every parser. */
export function occurrences(text: string, part: string): number {
  return text.split(part).length - 1;
}

/** Time that this process worked: unlike the clock it does not run on while others use the machine. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
