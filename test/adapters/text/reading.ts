import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import type {
  AdapterFile,
  AdapterOptions,
  ExportReader,
  ReadAdapter,
} from '../../../src/domain/adapter.ts';
import type { Complaint } from '../../../src/domain/complaint.ts';

/** Real exports that others wrote; they are not part of the project. */
export const realData = new URL('../../../../shared/data/', import.meta.url);

/** Whether the real exports are there; on a build server they must be. */
export function hasRealData(): boolean {
  const isThere = existsSync(realData);
  if (!isThere && process.env['CI']) throw new Error('The real exports are missing.');
  return isThere;
}

export function realFile(path: string): AdapterFile {
  return fileOf(path, readFileSync(new URL(path, realData)));
}

export function fileOf(name: string, content: Uint8Array | string): AdapterFile {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return { name, size: bytes.length, read: (at, length) => bytes.subarray(at, at + length) };
}

/** A file that is not in memory, for sizes and for memory that must stay flat. */
export function diskFile(path: string): AdapterFile & { close(): void } {
  const handle = openSync(path, 'r');
  return {
    name: path,
    size: fstatSync(handle).size,
    read: (at, length) => {
      const bytes = Buffer.allocUnsafe(length);
      return bytes.subarray(0, readSync(handle, bytes, 0, length, at));
    },
    close: () => closeSync(handle),
  };
}

/** A file of any size that nobody had to write: bytes come from their position. */
export function endlessFile(size: number, byteAt: (offset: number) => number): AdapterFile {
  return {
    name: 'endless',
    size,
    read: (at, length) =>
      Uint8Array.from({ length: Math.min(length, size - at) }, (_, index) => byteAt(at + index)),
  };
}

export interface Read {
  readonly reader: ExportReader | undefined;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly row: number; readonly cells: readonly string[] }[];
  /** Rows that cannot be read. */
  readonly complaints: readonly Complaint[];
  /** Cells that cannot be read, of rows that can. */
  readonly faults: readonly Complaint[];
  readonly refusal: Complaint | undefined;
}

/** Everything that the adapter says about the content. */
export async function readAll(
  adapter: ReadAdapter,
  content: AdapterFile | Uint8Array | string,
  options: AdapterOptions = {},
): Promise<Read> {
  const file =
    typeof content === 'string' || content instanceof Uint8Array
      ? fileOf('a.csv', content)
      : content;
  const opened = await adapter.open({ files: [file], options });
  if ('refusal' in opened) {
    return {
      reader: undefined,
      columns: [],
      rows: [],
      complaints: [],
      faults: [],
      refusal: opened.refusal,
    };
  }
  const { reader } = opened;
  const rows: { row: number; cells: readonly string[] }[] = [];
  const complaints: Complaint[] = [];
  const faults: Complaint[] = [];
  let refusal: Complaint | undefined;
  for await (const batch of reader.batches()) {
    if (refusal) throw new Error('A batch came after the refusal.');
    for (const record of batch.records) {
      const cells = record.cells();
      if ('rule' in cells) {
        complaints.push(cells);
        continue;
      }
      rows.push({ row: record.row, cells: cells.map((cell) => cell ?? '') });
      for (const [index, fault] of cells.faults ?? []) {
        faults.push({ ...fault, row: record.row, column: reader.columns[index] ?? '' });
      }
    }
    refusal = batch.refusal;
  }
  return { reader, columns: reader.columns, rows, complaints, faults, refusal };
}

/** The rows' cells by column name, as expected files spell them. */
export function objectsOf(read: Read): readonly Record<string, string>[] {
  return read.rows.map(({ cells }) =>
    Object.fromEntries(read.columns.map((name, index) => [name, cells[index] ?? ''])),
  );
}
