import type { AdapterOptions } from '../../src/domain/adapter.ts';
import { type Complaint, complaintOf } from '../../src/domain/complaint.ts';
import { undecodable } from '../text/blocks.ts';
import { headerNames, numberedNames, type TableColumns, tableColumns } from '../text/columns.ts';
import type { RowScanner } from '../text/rows.ts';
import { type CsvTable, type RowShape, readFields } from './record.ts';

export interface CsvHeader {
  readonly columns: TableColumns;
  /** The fields of the rows that hold the names. */
  readonly titles: readonly (readonly string[])[];
  /** The header's last row that is not blank: records come after it. 0 without a header. */
  readonly lastRow: number;
}

type Unnamed = Omit<CsvTable, 'names' | 'nulls' | 'frame' | keyof RowShape>;

/** Reads as far as the header. Rows before it are a preamble, which may look like anything (quirk 11). */
export function readHeader(
  scanner: RowScanner,
  table: Unnamed,
  headerRow: AdapterOptions['headerRow'],
): CsvHeader | Complaint {
  const moved = scanner.next();
  if (moved === 'end') return blankFile(table.file);
  if (moved !== 'row') return moved;
  if (headerRow === 'none') {
    const fields = headerFields(scanner, table);
    if ('rule' in fields) return fields;
    return { columns: tableColumns(numberedNames(fields.length)), titles: [], lastRow: 0 };
  }
  return namedColumns(scanner, table, headerRow ?? [scanner.row]);
}

/** The scanner is on the file's first row. */
function namedColumns(
  scanner: RowScanner,
  table: Unnamed,
  wanted: readonly number[],
): CsvHeader | Complaint {
  const lastRow = Math.max(...wanted);
  const rows: (readonly string[])[] = [];
  let seen = 0;
  for (;;) {
    // Behind a blank last row the scanner is on the first record.
    if (scanner.row <= lastRow) seen = scanner.row;
    if (wanted.includes(scanner.row)) {
      const fields = headerFields(scanner, table);
      if ('rule' in fields) return fields;
      rows.push(fields);
    }
    if (scanner.row >= lastRow) break;
    const moved = scanner.next();
    if (moved === 'end') break;
    if (moved !== 'row') return moved;
  }
  if (rows.length === 0) return missingHeader(table.file, { lastRow, seen: scanner.row });
  return { columns: tableColumns(headerNames(rows)), titles: rows, lastRow: seen };
}

/** The complaint about a file of blank lines and blank cells alone, as a sheet without values is saved. */
export function blankRows(scanner: RowScanner, table: Unnamed): Complaint | undefined {
  for (;;) {
    const moved = scanner.next();
    if (moved === 'end') return blankFile(table.file);
    const fields = moved === 'row' ? readFields(table, currentRow(scanner)) : moved;
    if ('rule' in fields || fields.some((field) => field.trim() !== '')) return undefined;
  }
}

/** The name of a column is never read in part. */
function headerFields(scanner: RowScanner, table: Unnamed): readonly string[] | Complaint {
  const row = currentRow(scanner);
  const { file, decoder } = table;
  const fields = readFields(table, row);
  return 'rule' in fields || decoder.decode(row.raw) !== undefined
    ? fields
    : undecodable(file, decoder, { bytes: row.raw, offset: scanner.offset, row: row.row });
}

function currentRow(scanner: RowScanner): { readonly row: number; readonly raw: Uint8Array } {
  return { row: scanner.row, raw: scanner.current() };
}

function blankFile(file: string): Complaint {
  return complaintOf({
    code: 'FILE_EMPTY',
    file,
    rule: 'The file holds only blank lines and cells.',
  });
}

function missingHeader(
  file: string,
  place: { readonly lastRow: number; readonly seen: number },
): Complaint {
  const isShort = place.seen < place.lastRow;
  return {
    code: 'FILE_STRUCTURE',
    file,
    row: place.lastRow,
    rule: isShort
      ? `The header should be here, but the file ends with row ${place.seen}.`
      : 'The header should be here, but the row is blank.',
    remedy: 'Correct headerRow: of the source, or export again.',
  };
}
