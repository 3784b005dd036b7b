import type { SourceConfig } from '../../config/declaration.ts';
import type { ExportReader } from '../../domain/adapter.ts';
import type { Complaint } from '../../domain/complaint.ts';
import type { KnownHashes } from '../../store/raw-index.ts';
import type { ComplaintRow } from '../../store/runs.ts';
import { workbookNotes } from '../look/workbook-notes.ts';
import type { MissingColumn, RowMapper, Standing } from '../mapping/bind.ts';
import { type Filled, filledOf } from '../mapping/filled.ts';
import type { ContentFacts } from './content-facts.ts';
import type { DiffRules } from './diff.ts';
import type { FastPath } from './fast-path.ts';
import type { UnknownRecord } from './last-records.ts';
import type { Buffers } from './quantity-changes.ts';
import type { Notes } from './settled-rows.ts';
import type { Before, StatedFields } from './stated-fields.ts';
import type { StockFacts } from './stock-facts.ts';

export interface PassInput {
  readonly source: SourceConfig;
  readonly reader: ExportReader;
  readonly mapper: RowMapper;
  readonly rules: DiffRules;
  readonly jumpFactor: number;
  readonly buffers: Buffers;
  /** The stock that a products source says is kept, because open orders are taken off it (order-stock.ts). */
  readonly keepsExported: boolean;
  /** The quantities of an earlier file jumped by a power of ten, and wait for release. */
  readonly isJumpHeld: boolean;
  /** The picture path that is kept for a product (mapping.picture). */
  readonly pictureOf: (product: number) => string | null;
  /** A file of this source, or of one that is gone, was accepted before. */
  readonly knowsSource: boolean;
  /** Absent where every row is read. */
  readonly fastPath: FastPath | undefined;
  /** Where parked rows are read again: 0 for each record that is left out (parked-rows.ts). */
  readonly parked: Uint8Array | undefined;
  /** For a file of changes: what older ones said without effect. */
  readonly before: Before | undefined;
  /** Pilot: only these ids; the rest is skipped and has not vanished. */
  readonly only: ReadonlySet<string> | undefined;
}

/** What a check around the mapper of the input gets; `map`: the mapper with the checks before it. */
export interface Checked extends PassInput {
  readonly map: RowMapper['map'];
}

/** What pass 1 found: everything that the committed plan needs (design section 2.2). */
export interface PassResult {
  /** One mark per record, in file order. */
  readonly marks: Uint8Array;
  /** Product ids per record; 0 where the record has none that counts. */
  readonly ids: Int32Array;
  /** The `ids` of the file before, where the fast path has read them. */
  readonly idsBefore?: Int32Array;
  /**
   * By product: whether the file names it, also in rejected rows, and what the mirror said of it then (vanished.ts).
   */
  readonly seen: Uint8Array;
  /** Hashes of the rows that leave their product as it is. */
  readonly known?: KnownHashes;
  readonly complaints: readonly ComplaintRow[];
  /** Of a file of changes. */
  readonly stated?: StatedFields;
  /** The stocks that the file says and that are kept, by product id. */
  readonly exported: ReadonlyMap<number, number>;
  /** The stocks of articles that nobody knows yet, by article number. */
  readonly unknownStock?: ReadonlyMap<string, number>;
  readonly lastUnknown: readonly UnknownRecord[];
  readonly pictures: ReadonlyMap<number, string | null>;
  /** Under `duplicates: sum`: rows that equal another one of their article. */
  readonly repeatedRows: number;
  readonly unreadableKeys: number;
  /** Rejected rows that can be read: the marketplace refused them before, or other rows put their numbers in doubt. */
  readonly readable: number;
  readonly stock: StockFacts;
  /** Products with a refusal whose export is back at what is confirmed: nothing is left to correct. */
  readonly returned: ReadonlySet<number>;
  readonly content: ContentFacts;
  readonly columns: readonly string[];
  /** Of a union: its files in the order in which they were read. */
  readonly files: readonly { readonly file: string; readonly rows: number }[];
  /** All records have the same columns, so a column that one lacks has gone from the file. */
  readonly isTable: boolean;
  /** Mapped columns that no record has; tables have them all. */
  readonly absent: readonly string[];
  readonly filled: Filled;
  /** Pictures that are packed with the export. */
  readonly packedPictures: readonly string[] | undefined;
  /** Notes on a workbook. */
  readonly workbook: readonly Complaint[];
  /** The sheet of the workbook that was read, and all that it has. */
  readonly sheet: string | undefined;
  readonly sheets: readonly string[];
  /** Of several trees as one export: mapped columns that some files have and others lack. */
  readonly lacking: readonly MissingColumn[];
  /** Of a tree: how many of its records had each mapped column. */
  readonly standing: Standing;
  /** Structural damage: nothing of the file counts. */
  readonly refusal?: Complaint;
}

type Found = Pick<
  PassResult,
  | 'seen'
  | 'complaints'
  | 'exported'
  | 'pictures'
  | 'repeatedRows'
  | 'unreadableKeys'
  | 'readable'
  | 'stock'
  | 'returned'
  | 'content'
>;

/** What a pass found, with what its notes and the reader say. */
export function resultOf(
  { source, reader, mapper, fastPath }: PassInput,
  { marks, ids, filled, unknown, records: { count } }: Notes,
  found: Found,
): PassResult {
  return {
    ...found,
    ...{ marks: marks.take(count), ids: ids.take(count), filled: filledOf(source, filled) },
    ...(fastPath && { known: fastPath.take(count), idsBefore: fastPath.products }),
    ...{ columns: [...reader.columns], isTable: reader.columnsAreComplete },
    ...{ files: reader.rowsOfFiles?.() ?? [], absent: mapper.absent() },
    ...{ lacking: mapper.lacking(), standing: mapper.standing() },
    lastUnknown: unknown.all(),
    packedPictures: reader.pictures,
    workbook: workbookNotes(source, reader),
    ...{ sheet: reader.sheet, sheets: reader.sheets ?? [] },
  };
}
