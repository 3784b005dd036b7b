import type {
  AdapterInput,
  ExportBatch,
  ExportReader,
  ExportRecord,
  ReadAdapter,
} from '../../src/domain/adapter.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import { batchRecords } from '../text/limits.ts';
import { type Book, openBook, sheetRows } from './book.ts';
import { readSheetHeader, type SheetHeader } from './header.ts';
import type { SheetRow } from './sheet.ts';

/** A workbook's sheet, with the sheets that it was chosen from. */
export interface XlsxReader extends ExportReader {
  readonly sheet: string;
  readonly sheets: readonly string[];
}

/** XLSX workbooks. README.md beside this file says how cells become text. */
export const xlsx: ReadAdapter = { open: openXlsx };

async function openXlsx({
  files: [file],
  options,
}: AdapterInput): Promise<{ readonly reader: XlsxReader } | { readonly refusal: Complaint }> {
  if (!file) throw new TypeError('An input has at least one file.');
  const book = await openBook(file, options.sheet);
  if ('rule' in book) return { refusal: book };
  const header = await readSheetHeader(book, options.headerRow);
  return 'rule' in header ? { refusal: header } : { reader: readerOf(book, header) };
}

function readerOf(book: Book, header: SheetHeader): XlsxReader {
  const { names, column } = header.columns;
  return {
    columns: names,
    columnsAreComplete: true,
    column,
    // Of the result file: a workbook has none of its own.
    dialect: { encoding: 'utf-8', delimiter: ';', quote: '"' },
    batches: () => batches(book, header),
    sheet: book.sheet.name,
    sheets: book.sheets.map(({ name }) => name),
  };
}

async function* batches(book: Book, header: SheetHeader): AsyncGenerator<ExportBatch> {
  const width = header.columns.names.length;
  let records: ExportRecord[] = [];
  for await (const block of sheetRows(book)) {
    if ('rule' in block) {
      yield { records, refusal: block };
      return;
    }
    for (const row of block.rows) {
      if (row.row > header.lastRow) records.push(recordOf(row, width));
    }
    if (records.length < batchRecords) continue;
    yield { records };
    records = [];
  }
  if (records.length > 0) yield { records };
}

/** Cells beside the table belong to no column. */
function recordOf({ row, cells }: SheetRow, width: number): ExportRecord {
  const texts = 'rule' in cells || cells.length <= width ? cells : cells.slice(0, width);
  return { row, cells: () => texts };
}
