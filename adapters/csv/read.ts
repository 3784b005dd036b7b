import type {
  AdapterInput,
  ExportReader,
  Opened,
  RawRows,
  ReadAdapter,
  RowPlace,
} from '../../src/domain/adapter.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import { rowBatches } from '../text/batches.ts';
import { fieldBytesMax } from '../text/limits.ts';
import { nullCellsOf } from '../text/null-cells.ts';
import { openText } from '../text/open.ts';
import type { RowScanner } from '../text/rows.ts';
import { rowCursor, rowScanner } from '../text/scan.ts';
import { sectorBytes, unwritten } from '../text/unwritten.ts';
import { frameOf } from './frame.ts';
import { blankRows, type CsvHeader, readHeader } from './header.ts';
import { CsvRecord, type CsvTable, type RowShape, readFields } from './record.ts';
import { CsvRows } from './rows.ts';
import { type CsvSource, csvSource } from './source.ts';
import { rowShape } from './width.ts';

/** Delimited text: README.md beside this file lists options, limits and complaints. */
export const csv: ReadAdapter = {
  open: async (input: AdapterInput): Promise<Opened> => openCsv(input),
};

function openCsv(
  input: AdapterInput,
): { readonly reader: ExportReader } | { readonly refusal: Complaint } {
  const text = openText(input, 'checkedRow');
  if ('refusal' in text) return text;
  const source = csvSource(text);
  if ('refusal' in source) return source;
  const blank = blankRows(scanner(source), source);
  if (blank !== undefined) return { refusal: blank };
  const header = readHeader(scanner(source), source, input.options.headerRow);
  if ('rule' in header) return { refusal: header };
  return { reader: readerOf(source, header) };
}

function readerOf(source: CsvSource, header: CsvHeader): ExportReader {
  const { names, column } = header.columns;
  const { identifiers = [] } = source.text.options;
  const { delimiter, quote = 'none', escapeSign } = source;
  const keys = identifiers.map(column).filter((place) => place >= 0);
  const frame = frameOf(header.titles, delimiter, keys);
  const shape = shapeOf(source, header);
  const nulls = nullCellsOf(source.text.options, column);
  const table: CsvTable = { ...source, names, nulls, ...shape, frame };
  const encoding = source.text.decoder.encoding;
  return {
    columns: names,
    columnsAreComplete: true,
    column,
    dialect: {
      encoding,
      delimiter,
      quote,
      ...(escapeSign !== undefined && { escape: escapeSign }),
      isMarked: source.text.start > 0,
      emptyTail: Math.max(0, table.width - names.length),
      newline: source.rows.newline,
    },
    batches: () =>
      rowBatches(scanner(source), {
        lastHeaderRow: header.lastRow,
        record: (rows) => damageIn(table, rows, source) ?? recordOf(table, rows, source),
      }),
    ...(source.keepsOffsets && { rawRows: (from) => rawRows(table, source, from ?? header) }),
  };
}

/** Decided once, from the file's beginning: the same wherever reading starts. */
function shapeOf(source: CsvSource, header: CsvHeader): RowShape {
  const { names } = header.columns;
  return rowShape(behindHeader(scanner(source), header), { ...source, names });
}

function rawRows(table: CsvTable, source: CsvSource, from: RowPlace | CsvHeader): RawRows {
  const cursor = (place: RowPlace): RowScanner => rowCursor(source.text.file, source.rows, place);
  const rows = 'offset' in from ? cursor(from) : behindHeader(cursor(source.first), from);
  return new CsvRows(rows, {
    record: () => recordOf(table, rows, source),
    refusal: () => damageIn(table, rows, source),
  });
}

function behindHeader(rows: RowScanner, { lastRow }: CsvHeader): RowScanner {
  while (rows.row < lastRow && rows.next() === 'row');
  return rows;
}

function scanner(source: CsvSource): RowScanner {
  return rowScanner(source.text, source.rows, source.first);
}

function recordOf(table: CsvTable, rows: RowScanner, source: CsvSource): CsvRecord {
  const { row, isEnded } = rows;
  const offset = source.keepsOffsets ? rows.offset : undefined;
  return new CsvRecord(table, { row, offset, isLast: !isEnded }, rows.current());
}

/** Why the whole file is refused for this row: only a long one can say so. */
function damageIn(table: CsvTable, rows: RowScanner, source: CsvSource): Complaint | undefined {
  if (rows.end - rows.start < sectorBytes) return undefined;
  return unwritten(rows.current(), table, rows.row) ?? fieldOutOfBounds(table, rows, source);
}

/** Only a row of a field's length can hold a field that is too long: all others stay undecoded. */
function fieldOutOfBounds(
  table: CsvTable,
  rows: RowScanner,
  source: CsvSource,
): Complaint | undefined {
  if (rows.end - rows.start <= fieldBytesMax) return undefined;
  const fields = readFields(table, recordOf(table, rows, source));
  return 'rule' in fields && fields.code === 'FILE_TOO_LARGE' ? fields : undefined;
}
