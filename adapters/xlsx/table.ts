import type {
  AdapterOptions,
  ExportBatch,
  ExportReader,
  ExportRecord,
} from '../../src/domain/adapter.ts';
import { cellsWith } from '../../src/domain/cells.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import { batchRecords } from '../text/limits.ts';
import { readSheetHeader, type SheetHeader } from './header.ts';
import type { Merges } from './merges.ts';
import type { SheetRow } from './sheet.ts';

/** One sheet of a workbook of any kind. */
export interface SheetTable {
  readonly file: string;
  readonly sheet: string;
  /** Every sheet of the workbook. */
  readonly sheets: readonly string[];
  /** Those of them that a person does not see. */
  readonly hidden: readonly string[];
  /** The filled rows from the first on, block by block; a complaint is the last thing it gives. */
  rows(): AsyncIterable<SheetBlock | Complaint>;
}

export interface SheetBlock {
  readonly rows: readonly SheetRow[];
  /** Columns as the sheet itself states them, 0 where it does not. */
  readonly statedWidth: number;
  /** As far as the sheet was read. */
  readonly merges?: Merges | undefined;
}

/** A workbook's sheet, with the sheets that it was chosen from. */
export interface SheetReader extends ExportReader {
  readonly sheet: string;
  readonly sheets: readonly string[];
  readonly hidden: readonly string[];
}

/** Reads the sheet's header and gives its rows as records. */
export async function openSheet(
  table: SheetTable,
  { headerRow, identifiers = [] }: AdapterOptions,
): Promise<{ readonly reader: SheetReader } | { readonly refusal: Complaint }> {
  const header = await readSheetHeader(table, headerRow);
  return 'rule' in header ? { refusal: header } : { reader: readerOf(table, header, identifiers) };
}

function readerOf(
  table: SheetTable,
  header: SheetHeader,
  identifiers: readonly string[],
): SheetReader {
  const { names, column } = header.columns;
  const codes = new Set(identifiers.map(column));
  const read: Read = { merges: undefined };
  return {
    columns: names,
    columnsAreComplete: true,
    column,
    // Of the result file: a workbook has none of its own.
    dialect: { encoding: 'utf-8', delimiter: ';', quote: '"' },
    batches: () => batches(watched(table, read), header, codes),
    merged: () => read.merges?.below(header.lastRow) ?? [],
    sheet: table.sheet,
    sheets: table.sheets,
    hidden: table.hidden,
  };
}

/** What is known of a sheet once its rows were read: merged cells are behind them. */
interface Read {
  merges: Merges | undefined;
}

function watched(table: SheetTable, read: Read): Pick<SheetTable, 'rows'> {
  return {
    async *rows() {
      for await (const block of table.rows()) {
        if ('rows' in block) read.merges = block.merges;
        yield block;
      }
    },
  };
}

async function* batches(
  table: Pick<SheetTable, 'rows'>,
  header: SheetHeader,
  codes: ReadonlySet<number>,
): AsyncGenerator<ExportBatch> {
  const width = header.columns.names.length;
  let records: ExportRecord[] = [];
  for await (const block of table.rows()) {
    if ('rule' in block) {
      yield { records, refusal: block };
      return;
    }
    for (const row of block.rows) {
      if (row.row > header.lastRow) records.push(recordOf(withCuts(row, codes), width));
    }
    if (records.length < batchRecords) continue;
    yield { records };
    records = [];
  }
  if (records.length > 0) yield { records };
}

/** A code that the sheet has cut arrives as it is seen, and is refused like one that a CSV holds (quirk 24). */
function withCuts(row: SheetRow, codes: ReadonlySet<number>): SheetRow {
  const { cells, cut = [] } = row;
  if ('rule' in cells || cut.length === 0) return row;
  const seen = [...cells];
  for (const [column, text] of cut) if (codes.has(column)) seen[column] = text;
  return { ...row, cells: cellsWith(seen, cells) };
}

/** Cells beside the table belong to no column. */
function recordOf({ row, cells, isHidden }: SheetRow, width: number): ExportRecord {
  const texts =
    'rule' in cells || cells.length <= width ? cells : cellsWith(cells.slice(0, width), cells);
  return isHidden ? { row, cells: () => texts, isHidden } : { row, cells: () => texts };
}
