import type { AdapterInput, ExportReader, Opened, ReadAdapter } from '../../src/domain/adapter.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import { columnsMax, fieldBytesMax } from '../text/limits.ts';
import { openText } from '../text/open.ts';
import type { RawRow } from '../text/raw-batches.ts';
import { rawBatches } from '../text/raw-batches.ts';
import type { RowScanner, TextPlace } from '../text/rows.ts';
import { rowScanner } from '../text/scan.ts';
import { type CsvHeader, readHeader } from './header.ts';
import { CsvRecord, type CsvTable, readFields, tooManyColumns } from './record.ts';
import { type CsvSource, csvSource } from './source.ts';

/** Delimited text: README.md beside this file lists options, limits and complaints. */
export const csv: ReadAdapter = {
  open: async (input: AdapterInput): Promise<Opened> => openCsv(input),
};

function openCsv(
  input: AdapterInput,
): { readonly reader: ExportReader } | { readonly refusal: Complaint } {
  const text = openText(input);
  if ('refusal' in text) return text;
  const source = csvSource(text);
  if ('refusal' in source) return source;
  const header = readHeader(scanner(source), source, input.options.headerRow);
  if ('rule' in header) return { refusal: header };
  if (header.columns.names.length > columnsMax) {
    return { refusal: tooManyColumns(source.file, Math.max(1, header.lastRow)) };
  }
  return { reader: readerOf(source, header) };
}

function readerOf(source: CsvSource, header: CsvHeader): ExportReader {
  const { names, column } = header.columns;
  const table: CsvTable = { ...source, names };
  const encoding = source.text.decoder.encoding;
  return {
    columns: names,
    columnsAreComplete: true,
    column,
    dialect: { encoding, delimiter: source.delimiter, quote: source.quote ?? 'none' },
    batches: () =>
      rawBatches(scanner(source), {
        lastHeaderRow: header.lastRow,
        record: (row) => recordOf(table, row, source),
        refusal: (rows) => fieldOutOfBounds(table, rows, source),
      }),
    ...(source.keepsOffsets && {
      recordAt: (offset, row) => {
        const rows = scanner(source, { offset, row });
        return rows.next() === 'row' ? recordOf(table, rows, source) : undefined;
      },
    }),
  };
}

function scanner(source: CsvSource, from: TextPlace = source.first): RowScanner {
  return rowScanner(source.text, source.rows, from);
}

function recordOf(table: CsvTable, place: RawRow, source: CsvSource): CsvRecord {
  const { bytes, start, end, row } = place;
  const offset = source.keepsOffsets ? place.offset : undefined;
  return new CsvRecord(table, { row, offset }, bytes.subarray(start, end));
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
