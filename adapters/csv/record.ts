import type { ExportRecord } from '../../src/domain/adapter.ts';
import { type CellFacts, type Cells, cellsWith } from '../../src/domain/cells.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import type { Decoder } from '../text/decode.ts';
import { errorCells } from '../text/error-cells.ts';
import { foreignCells } from '../text/foreign-cells.ts';
import type { OtherPage } from '../text/foreign-lines.ts';
import { columnsMax, fieldBytesMax } from '../text/limits.ts';
import { type NullCells, withoutNulls } from '../text/null-cells.ts';
import type { RowDialect } from '../text/rows.ts';
import { unfilled } from '../text/unfilled.ts';
import { rowText } from '../text/utf8-row.ts';
import { splitFields } from './fields.ts';
import { fitted } from './fit.ts';
import type { Forms } from './forms.ts';
import { type Frame, isOfFrame } from './frame.ts';
import { quotedCells } from './quoted-cells.ts';
import { unguarded } from './spreadsheet.ts';
import { lineEnd, swallowed, swallowsRows } from './swallowed.ts';

/** What the records of one file share. */
export interface CsvTable extends RowShape {
  readonly file: string;
  readonly decoder: Decoder;
  readonly delimiter: string;
  readonly quote: string | undefined;
  readonly escapeSign: string | undefined;
  /** The page that a few rows are written in, in place of the file's. */
  readonly foreign: OtherPage | undefined;
  readonly rows: RowDialect;
  readonly names: readonly string[];
  readonly nulls: NullCells;
  readonly frame: Frame | undefined;
}

/** What the rows of one file have in common. */
export interface RowShape {
  /** Fields of a row, which are more or fewer than names only by an empty tail. */
  readonly width: number;
  /** Most rows have a value behind the header's last name. */
  readonly usesUnnamed: boolean;
  readonly forms: Forms;
}

interface Place {
  readonly row: number;
  readonly offset: number | undefined;
  /** The file ends within the row, or right behind it. */
  readonly isLast: boolean;
}

/** A class and not a closure: a million of these are made even when nothing has changed. */
export class CsvRecord implements ExportRecord {
  readonly row: number;
  readonly offset?: number;
  readonly raw: Uint8Array;
  readonly #isLast: boolean;
  readonly #table: CsvTable;

  constructor(table: CsvTable, place: Place, raw: Uint8Array) {
    this.#table = table;
    this.row = place.row;
    if (place.offset !== undefined) this.offset = place.offset;
    this.raw = raw;
    this.#isLast = place.isLast;
  }

  cells(): Cells | Complaint {
    const fields = readFields(this.#table, this);
    if ('rule' in fields) return fields;
    const { frame, names } = this.#table;
    // As a row of empty cells it says nothing.
    if (frame !== undefined && isOfFrame(frame, fields)) return names.map(() => '');
    const found = fitted(this.#table, { row: this.row, fields, isLast: this.#isLast });
    if ('rule' in found) return found;
    if (this.raw.includes(this.#table.rows.newline) && swallowsRows(fields, this.#table))
      return swallowed(this.#table, this.row, fields);
    const cells = withoutNulls(found, this.#table.nulls);
    const faults = this.#faults(cells);
    return faults === undefined ? cells : cellsWith(cells, { faults });
  }

  #faults(cells: readonly string[]): CellFacts['faults'] {
    const { decoder, quote, foreign } = this.#table;
    const faults = cellFaults(cells, quote);
    const written = foreignCells(this.raw, cells, { encoding: decoder.encoding, foreign });
    return written === undefined ? faults : new Map([...(faults ?? []), ...written]);
  }

  cut(): readonly string[] {
    const fields = readFields(this.#table, this);
    return 'rule' in fields ? [] : fields;
  }

  lines(): readonly (readonly string[])[] {
    const { decoder, delimiter, quote, rows } = this.#table;
    if (!this.raw.includes(rows.newline)) return [];
    const text = decoder.decode(this.raw) ?? '';
    const bare = quote === undefined ? text : text.replaceAll(quote, '');
    return bare.split(lineEnd).map((line) => line.split(delimiter, columnsMax));
  }
}

function cellFaults(
  cells: readonly string[],
  quote: string | undefined,
): ReadonlyMap<number, Complaint> | undefined {
  const errors = errorCells(cells);
  const quoted = quote === undefined ? quotedCells(cells) : undefined;
  if (errors === undefined || quoted === undefined) return errors ?? quoted;
  return new Map([...errors, ...quoted]);
}

/** The row's fields as they stand, before they are held against the header. */
export function readFields(
  table: Pick<CsvTable, 'file' | 'decoder' | 'delimiter' | 'quote' | 'escapeSign'>,
  record: { readonly row: number; readonly offset?: number; readonly raw: Uint8Array },
): readonly string[] | Complaint {
  const { file, decoder } = table;
  const { row, raw } = record;
  const text = rowText(file, decoder, { bytes: raw, offset: record.offset ?? 0, row });
  if (typeof text !== 'string') return text;
  const found = splitFields(text, table);
  if (!found) return quoteInDoubt(table, row, text);
  const filled = text.includes('\0') ? found.map(unfilled) : found;
  const broken = text.includes(fileMakerBreak) ? filled.map(withLineBreaks) : filled;
  const fields = text.includes('="') ? broken.map(unguarded) : broken;
  if (fields.length > columnsMax) return tooManyColumns(file, row);
  const isLong = raw.length > fieldBytesMax && fields.some((field) => field.length > fieldBytesMax);
  return isLong ? fieldTooLong(file, row) : fields;
}

/** How FileMaker writes a line break within a field (.mer, CSV). */
const fileMakerBreak = '\v';

function withLineBreaks(field: string): string {
  return field.replaceAll(fileMakerBreak, '\n');
}

function quoteInDoubt(
  { file, quote, escapeSign }: Pick<CsvTable, 'file' | 'quote' | 'escapeSign'>,
  row: number,
  text: string,
): Complaint {
  // As MySQL and PHP write a quote mark within a field.
  const isEscaped = escapeSign === undefined && text.includes(`\\${quote}`);
  return {
    code: 'ROW_STRUCTURE',
    file,
    row,
    value: text,
    rule: 'Text follows a closing quote mark, so it is not clear where the field ends.',
    remedy: isEscaped
      ? 'Its quote marks are behind a backslash: write escape: "\\\\" in the source.'
      : 'Export quote marks inside a quoted field doubled, or set quote: none.',
  };
}

/** A header or a row beyond the limit on columns. */
function tooManyColumns(file: string, row: number): Complaint {
  return {
    code: 'FILE_TOO_LARGE',
    file,
    row,
    rule: `The row has more than ${columnsMax} fields.`,
    remedy: 'Check delimiter: of the source, or export fewer columns.',
  };
}

function fieldTooLong(file: string, row: number): Complaint {
  return {
    code: 'FILE_TOO_LARGE',
    file,
    row,
    rule: `A field of the row is longer than ${fieldBytesMax} bytes.`,
    remedy: 'Check quote: and delimiter: of the source, or shorten the text in the ERP.',
  };
}
