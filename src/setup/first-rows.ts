import os from 'node:os';
import path from 'node:path';
import { readAdapters } from '../../adapters/readers.ts';
import type { SheetReader } from '../../adapters/xlsx/table.ts';
import type { AdapterOptions, ExportReader } from '../domain/adapter.ts';
import type { Cells } from '../domain/cells.ts';
import type { Complaint } from '../domain/complaint.ts';
import { isDrawnLine, isTotalRow } from '../domain/total-row.ts';
import { openSpooled } from '../files/spooled.ts';
import { unpackingReaders } from '../unpacking.ts';
import type { Column } from './column.ts';
import { companionsOf } from './companions.ts';
import type { Format } from './format.ts';
import type { SampleFile } from './sample-file.ts';

/** How a sample is read. */
export interface Reading {
  readonly format: Format;
  readonly options: AdapterOptions;
}

/** The first rows of a sample under one reading. */
export interface FirstRows extends Reading {
  readonly columns: readonly Column[];
  readonly rows: number;
  /** The number of each row, as a person counts. */
  readonly rowNumbers: readonly number[];
  /** The sample has no more rows than these. */
  readonly isWhole: boolean;
  readonly badRows: readonly Complaint[];
  readonly dialect: ExportReader['dialect'];
  /** The sheets of a workbook. */
  readonly sheets: readonly string[];
  /** The sheets that a person does not see. */
  readonly hidden: readonly string[];
  /** Structural damage behind the rows. */
  readonly damage?: Complaint;
}

export function withOptions({ format, options }: Reading, more: AdapterOptions): Reading {
  return { format, options: { ...options, ...more } };
}

/** A proposal rests on so many rows; formats are tried on fewer. */
export const rowsLooked = 5_000;
export const rowsTried = 60;

const adapters = unpackingReaders(readAdapters, os.tmpdir());
const cellsMax = 2_000_000;

/** Reads with the daemon's own readers; or says why the file is refused. */
export async function firstRows(
  sample: SampleFile,
  reading: Reading,
  rowsMax: number,
): Promise<FirstRows | { readonly refusal: Complaint }> {
  const names = [sample.name, ...companionsOf(reading.format, sample).map(({ name }) => name)];
  const files = names.map((name) => openSpooled({ name, path: path.join(sample.folder, name) }));
  try {
    const opened = await adapters[reading.format]?.open({ files, options: reading.options });
    if (opened === undefined || 'refusal' in opened) return opened ?? { refusal: unknown(reading) };
    const { reader } = opened;
    const read = await rowsOf(reader, rowsMax).finally(() => reader.close?.());
    if (read.rows === 0 && read.damage !== undefined) return { refusal: read.damage };
    return { ...reading, ...read, dialect: reader.dialect, ...sheetsOf(reader) };
  } finally {
    for (const file of files) file.close();
  }
}

function sheetsOf(reader: ExportReader): Pick<FirstRows, 'sheets' | 'hidden'> {
  const { sheets = [], hidden = [] } = reader as ExportReader & Partial<SheetReader>;
  return { sheets, hidden };
}

function unknown({ format }: Reading): Complaint {
  return { code: 'FILE_STRUCTURE', rule: `cannot be read as ${format}.`, remedy: '' };
}

async function rowsOf(reader: ExportReader, rowsMax: number) {
  const rows: Cells[] = [];
  const rowNumbers: number[] = [];
  const badRows: Complaint[] = [];
  const most = Math.min(rowsMax, Math.ceil(cellsMax / Math.max(1, reader.columns.length)));
  let damage: Complaint | undefined;
  let isWhole = true;
  reading: for await (const { records, refusal } of reader.batches()) {
    damage = refusal;
    for (const record of records) {
      if (rows.length >= most) {
        isWhole = false;
        break reading;
      }
      const cells = record.cells();
      if ('rule' in cells) badRows.push({ ...cells, row: record.row });
      else if (saysSomething(cells, reader, rows.length === 0)) {
        rows.push(cells);
        rowNumbers.push(record.row);
      }
    }
  }
  const columns = reader.columns.map((name, index) => columnAt(rows, name, index));
  return { columns, rows: rows.length, rowNumbers, isWhole, badRows, ...(damage && { damage }) };
}

function columnAt(rows: readonly Cells[], name: string, index: number): Column {
  const textOf = (cells: Cells): string => (cells[index] ?? '').trim();
  const numbers = rows.filter((cells) => cells.numbers?.has(index)).map(textOf);
  const byText = (fact: 'dates' | 'held'): ReadonlyMap<string, string> =>
    new Map(
      rows.flatMap((cells) => {
        const kept = cells[fact]?.get(index);
        return kept === undefined ? [] : [[textOf(cells), kept] as const];
      }),
    );
  const facts = { numbers: new Set(numbers), dates: byText('dates'), held: byText('held') };
  const cells = rows.map(textOf);
  const padded = rows.map((all) => all[index] ?? '');
  const isPadded = padded.some((cell, row) => cell !== cells[row]);
  return { name, cells, ...(isPadded && { padded }), ...facts };
}

/**
 * False for rows that say nothing of the columns: empty rows, totals, drawn lines (`-----`), and the header repeated on
 * each page.
 */
function saysSomething(
  cells: Cells,
  { columns, columnsAreComplete }: ExportReader,
  isFirst: boolean,
): boolean {
  const first = cells.find((cell) => (cell ?? '').trim() !== '');
  if (first === undefined || isDrawnLine(cells)) return false;
  if (isFirst || !columnsAreComplete) return true;
  return !isTotalRow(first) && !columns.every((name, index) => cells[index]?.trim() === name);
}
