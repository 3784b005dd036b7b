import type { SourceConfig } from '../../config/declaration.ts';
import type { ExportReader } from '../../domain/adapter.ts';
import type { Complaint } from '../../domain/complaint.ts';
import type { KnownHashes } from '../../store/raw-index.ts';
import type { ComplaintRow } from '../../store/runs.ts';
import { workbookNotes } from '../look/workbook-notes.ts';
import type { Lack, RowMapper, Standing } from '../mapping/bind.ts';
import type { Filled } from '../mapping/filled.ts';
import { filledOf } from '../mapping/filled.ts';
import type { ContentFacts } from './content-facts.ts';
import type { DiffRules } from './diff.ts';
import type { FastPath } from './fast-path.ts';
import type { Before, Heard } from './hearing.ts';
import type { UnknownRecord } from './last-unknown.ts';
import type { Buffers } from './quantity-changes.ts';
import type { Notes } from './settled-rows.ts';
import type { StockFacts } from './stock-facts.ts';

export interface PassInput {
  readonly source: SourceConfig;
  readonly reader: ExportReader;
  readonly mapper: RowMapper;
  readonly rules: DiffRules;
  readonly jumpFactor: number;
  readonly buffers: Buffers;
  /** What a products source says of the stock is kept, because open orders are taken off it (order-stock.ts). */
  readonly keepsExported: boolean;
  /** A file before jumped, and waits for a yes. */
  readonly isJumpHeld: boolean;
  /** The picture path that is kept of a product (mapping.picture). */
  readonly pictureOf: (product: number) => string | null;
  /** A file of this source was accepted before, or of one that is gone. */
  readonly knowsSource: boolean;
  /** Absent where every row is read. */
  readonly fastPath: FastPath | undefined;
  /** Of parked rows that are read again: 0 for each record that is left out (parked-rows.ts). */
  readonly parked: Uint8Array | undefined;
  /** Of a file of changes: what came before it. */
  readonly before: Before | undefined;
  /** Pilot: only these ids; the rest is skipped and has not vanished. */
  readonly only: ReadonlySet<string> | undefined;
}

/** What pass 1 found: everything that the committed plan needs (design section 2.2). */
export interface PassResult {
  /** One mark per record, in file order. */
  readonly marks: Uint8Array;
  /** Product ids per record; 0 where the record has none that counts. */
  readonly ids: Int32Array;
  /** The same of the file before, where the fast path has read them. */
  readonly idsBefore?: Int32Array;
  /** By product: whether the file names it, also in rejected rows, and what the mirror said of it then (vanished.ts). */
  readonly seen: Uint8Array;
  /** Hashes of the rows that leave their product as it is. */
  readonly known?: KnownHashes;
  readonly complaints: readonly ComplaintRow[];
  /** Of a file of changes. */
  readonly heard?: Heard;
  /** What the file says of the stock, where that is kept: by product id. */
  readonly exported: ReadonlyMap<number, number>;
  /** The same of articles that nobody knows yet, by their numbers. */
  readonly unknownStock?: ReadonlyMap<string, number>;
  readonly lastUnknown: readonly UnknownRecord[];
  readonly pictures: ReadonlyMap<number, string | null>;
  /** Of rows that are added up, those that equal another one of their article. */
  readonly repeatedRows: number;
  readonly unreadableKeys: number;
  /** Rejected rows that can be read: the marketplace refused them before, or other rows put their numbers in doubt. */
  readonly readable: number;
  readonly stock: StockFacts;
  /** Parked products whose export says again what is confirmed: nothing is left to correct. */
  readonly returned: readonly number[];
  readonly content: ContentFacts;
  readonly columns: readonly string[];
  /** Of a union: its files in the order in which they were read. */
  readonly files: readonly { readonly file: string; readonly rows: number }[];
  /** All records have the same columns: one that is gone has gone from the file. */
  readonly isTable: boolean;
  /** Mapped columns that no record has; tables have them all. */
  readonly absent: readonly string[];
  readonly filled: Filled;
  /** Packed with the export. */
  readonly packedPictures: readonly string[] | undefined;
  /** Of a workbook. */
  readonly workbook: readonly Complaint[];
  /** The sheet of it that was read, and every one that it has. */
  readonly sheet: string | undefined;
  readonly sheets: readonly string[];
  /** Of several trees: mapped columns that some of them have. */
  readonly lacking?: readonly Lack[];
  /** Of a tree: how many of its records had each mapped column. */
  readonly standing?: Standing;
  /** Structural damage: nothing of the file counts. */
  readonly refusal?: Complaint;
}

type Found = Omit<
  PassResult,
  | 'marks'
  | 'ids'
  | 'idsBefore'
  | 'known'
  | 'filled'
  | 'lastUnknown'
  | 'columns'
  | 'isTable'
  | 'files'
  | 'absent'
  | 'packedPictures'
  | 'workbook'
  | 'sheet'
  | 'sheets'
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
    lastUnknown: unknown.all(),
    packedPictures: reader.pictures,
    workbook: workbookNotes(source, reader),
    ...{ sheet: reader.sheet, sheets: reader.sheets ?? [] },
  };
}
