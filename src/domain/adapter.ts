import type { Cells } from './cells.ts';
import type { Complaint } from './complaint.ts';
import type { OrderDocument } from './order-document.ts';

/** One file of an export, already at rest on a local disk. `read` is synchronous: adapters run in a worker. */
export interface AdapterFile {
  readonly name: string;
  readonly size: number;
  /**
   * Bytes [offset, offset + length), fewer at the end of the file. They
   * may lie in `into`, where the caller has room that it uses again.
   */
  read(offset: number, length: number, into?: Uint8Array): Uint8Array;
}

/** What a source's configuration says about the format; every field is optional because each format has its own. */
export interface AdapterOptions {
  /** An encoding's name, or `auto`: BOM, then strict UTF-8, else a complaint that names the choices. */
  readonly encoding?: string;
  /** One character, or `auto`. */
  readonly delimiter?: string;
  /** The quote character, or `none` (tab files with bare inch marks). */
  readonly quote?: string;
  /** The sign before a quote, a delimiter or a line end that belongs to the value. */
  readonly escape?: string;
  /**
   * 1-based rows that hold the header (two-line headers are joined by a blank), or `none`: columns are then "1", "2", …
   */
  readonly headerRow?: readonly number[] | 'none';
  readonly sheet?: string;
  /** Columns of article numbers and barcodes: what a spreadsheet has cut of one must be seen. */
  readonly identifiers?: readonly string[];
  /**
   * Words that stand for an empty cell, as programs write one: those that the mapping itself names have a meaning of
   * their own.
   */
  readonly nullWords?: readonly string[];
  /** Columns of a stock. */
  readonly quantities?: readonly string[];
  /**
   * Names of the files that come with the export, `{name}` and `{stem}` being its own: a packed export may hold them.
   */
  readonly companions?: readonly string[];
  /** `full`: what a file lacks has gone, so one that says of itself that it holds changes only is refused. */
  readonly contents?: 'full' | 'delta';
  /** Path of the repeated element (XML) or array (JSON). */
  readonly path?: string;
  /** Fixed width: where each field is in its line. `start` is 1-based; both count characters. */
  readonly columns?: readonly {
    readonly name: string;
    readonly start: number;
    readonly length: number;
  }[];
  /** Fixed width: characters of each record where no line ends are between them. */
  readonly recordLength?: number;
}

export interface AdapterInput {
  /** The export first, then its companions (import + offers, dbf + dbt): they come as one set. */
  readonly files: readonly AdapterFile[];
  readonly options: AdapterOptions;
}

/** One record of an export. Cells are decoded only when asked for. */
export interface ExportRecord {
  /**
   * 1-based, as a person counts: header and preamble rows included; for trees the n-th element. In a union its place
   * (row-place.ts).
   */
  readonly row: number;
  /** Byte offset of the record in the first file, where the format has one. */
  readonly offset?: number;
  /** The record's raw bytes, valid until the next batch: only for formats whose rows can be cut without decoding. */
  readonly raw?: Uint8Array;
  /** Of a workbook: a filter or a person has hidden the row. */
  readonly isHidden?: boolean;
  /** Or why the row cannot be read. */
  cells(): Cells | Complaint;
  /** Of a row that does not fit its header, what could be cut of it: shown, and never taken for cells. */
  cut?(): readonly string[];
  /** The same of each of its lines, where there are several: whole rows may be in a field. */
  lines?(): readonly (readonly string[])[];
}

/** Some hundred records at a time, so that the reader of the reader can look up between two batches. */
export interface ExportBatch {
  readonly records: readonly ExportRecord[];
  /** Structural damage: the whole file is refused, and this batch is the last. */
  readonly refusal?: Complaint;
}

/** A cursor over rows as bytes: nothing is made of a row that needs no reading. */
export interface RawRows {
  /** The window that holds the row; a move may replace it, and its bytes are overwritten by the window after that. */
  readonly bytes: Uint8Array;
  /** The row in the window: its first byte, and the one behind its last. */
  readonly start: number;
  readonly end: number;
  /** Where the search for the row after it begins. */
  readonly next: number;
  /** False for a last row without a line end. */
  readonly isEnded: boolean;
  /** The row's number as a person counts. */
  readonly row: number;
  /** Offset of the window in the file; the same one again only for a window that begins with the same bytes. */
  readonly windowOffset: number;
  /** Moves to the next row; or why the whole file is refused. */
  move(): 'row' | 'end' | Complaint;
  /** Brings so many bytes from `next` on into the window; false where the file has fewer. */
  holds(length: number): boolean;
  /** Moves over bytes that are known to be whole rows on so many lines. */
  skip(length: number, lines: number): void;
  /** The row under the cursor; to be read before the next move. */
  record(): ExportRecord;
}

/** Where a row begins: its offset in the file, and its number as a person counts. */
export interface RowPlace {
  readonly offset: number;
  readonly row: number;
}

export interface OtherSheet {
  readonly sheet: string;
  readonly columns: readonly string[];
}

/** Only the first of the cells has a value. */
export interface MergedCells {
  /** As the workbook names them: `C2:C4`. */
  readonly range: string;
  /** 0-based. */
  readonly firstColumn: number;
  readonly lastColumn: number;
}

export interface ExportReader {
  /** Names by index. Tables know them from the header; trees add columns as they are seen. */
  readonly columns: readonly string[];
  /** True where a column that is not in `columns` now will never be (tables). */
  readonly columnsAreComplete: boolean;
  /** The column's index; -1 where a table lacks it; trees reserve an index for a name that was not seen yet. */
  column(name: string): number;
  /** Of a union: the names of the files that the places of its records refer to. */
  readonly files?: readonly string[];
  /** How the file is written, for the result file that goes back to the same ERP, and for `check`. */
  readonly dialect: {
    readonly encoding: string;
    readonly delimiter: string;
    readonly quote: string;
    readonly escape?: string;
    /** The file begins with a byte order mark. */
    readonly isMarked?: boolean;
    /** Empty fields with which its rows end beyond the header's last name. */
    readonly emptyTail?: number;
    /** Of raw rows: the byte that ends a line, which the bytes of a row alone do not tell. */
    readonly newline?: number;
  };
  /** Names of pictures that were packed with the export, and are not read. */
  readonly pictures?: readonly string[] | undefined;
  /** Of a union, once all was read: how many rows each of its files has, in the order in which they were read. */
  rowsOfFiles?(): readonly { readonly file: string; readonly rows: number }[];
  batches(): AsyncGenerator<ExportBatch>;
  /** Of a workbook: the sheet that is read, and every one that it has. */
  readonly sheet?: string;
  readonly sheets?: readonly string[];
  /** Of a workbook whose sheet nobody has named: the other sheets that a person sees, and that have rows. */
  readonly otherSheets?: readonly OtherSheet[];
  /** Of a workbook, as far as it was read: cells below its header that are merged over several rows. */
  merged?(): readonly MergedCells[];
  /** Once all was read: what of the file no record tells. */
  notes?(): readonly Complaint[];
  /** Gives back what the reader keeps besides the files it was given; nothing is read after it. */
  close?(): void;
  /**
   * The records of `batches()` as raw rows, from a place on. Only readers whose records are told by their raw bytes
   * alone, and by columns, dialect and options, have it; none where a file keeps no offsets.
   */
  rawRows?(from?: RowPlace): RawRows;
}

export type Opened = { readonly reader: ExportReader } | { readonly refusal: Complaint };

/** A format that exports are read from. No file system, no network: bytes come from the AdapterFile. */
export interface ReadAdapter {
  open(input: AdapterInput): Promise<Opened>;
}

/** A format that order files are written in. */
export interface WriteAdapter {
  readonly extension: string;
  write(order: OrderDocument): Uint8Array;
}
