import type { AdapterInput, ExportReader, Opened, ReadAdapter } from '../../src/domain/adapter.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import { placeOf, rowBatches } from '../text/batches.ts';
import { columnsMax, fieldBytesMax } from '../text/limits.ts';
import { openText } from '../text/open.ts';
import type { RowScanner, TextPlace } from '../text/rows.ts';
import { rowScanner } from '../text/scan.ts';
import { type CsvHeader, readHeader } from './header.ts';
import { CsvRecord, type CsvTable, readFields, tooManyColumns } from './record.ts';
import { type CsvSource, csvSource } from './source.ts';

/** A CSV export: any of its rows can be read again; undefined where the file keeps no offsets (UTF-16). */
export interface CsvReader extends ExportReader {
  recordAt(offset: number, row: number): CsvRecord | undefined;
}

/** Delimited text: README.md beside this file lists options, limits and complaints. */
export const csv: ReadAdapter = {
  open: async (input: AdapterInput): Promise<Opened> => openCsv(input),
};

function openCsv(
  input: AdapterInput,
): { readonly reader: CsvReader } | { readonly refusal: Complaint } {
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

function readerOf(source: CsvSource, header: CsvHeader): CsvReader {
  const { names, column } = header.columns;
  const table: CsvTable = { ...source, names };
  const encoding = source.text.decoder.encoding;
  return {
    columns: names,
    columnsAreComplete: true,
    column,
    dialect: { encoding, delimiter: source.delimiter, quote: source.quote ?? 'none' },
    batches: () =>
      rowBatches(scanner(source), {
        lastHeaderRow: header.lastRow,
        record: (rows) => fieldsInBounds(table, recordOf(table, rows, source)),
      }),
    recordAt: (offset, row) => {
      if (!source.keepsOffsets) return undefined;
      const rows = scanner(source, { offset, row });
      return rows.next() === 'row' ? recordOf(table, rows, source) : undefined;
    },
  };
}

function scanner(source: CsvSource, from: TextPlace = source.first): RowScanner {
  return rowScanner(source.text, source.rows, from);
}

function recordOf(table: CsvTable, rows: RowScanner, source: CsvSource): CsvRecord {
  return new CsvRecord(table, placeOf(rows, source.keepsOffsets), rows.current());
}

/** Only a row of a field's length can hold a field that is too long: all others stay undecoded. */
function fieldsInBounds(table: CsvTable, record: CsvRecord): CsvRecord | Complaint {
  if (record.raw.length <= fieldBytesMax) return record;
  const fields = readFields(table, record);
  return 'rule' in fields && fields.code === 'FILE_TOO_LARGE' ? fields : record;
}
