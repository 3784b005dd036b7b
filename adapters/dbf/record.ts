import { Buffer } from 'node:buffer';
import type { ExportRecord } from '../../src/domain/adapter.ts';
import { type Cells, cellsWith } from '../../src/domain/cells.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import { undecodable } from '../text/blocks.ts';
import type { Decoder } from '../text/decode.ts';
import { wholeCode } from '../text/whole-code.ts';
import type { DbfField } from './header.ts';
import type { MemoFile } from './memo.ts';
import { noNumbersIn } from './no-number.ts';
import { withoutSoftBreaks } from './soft-breaks.ts';
import { plainValue } from './value.ts';

/** What the records of one table share. */
export interface DbfTable {
  readonly file: string;
  readonly decoder: Decoder;
  /** The columns' fields, in their order. */
  readonly fields: readonly DbfField[];
  /** Columns of number fields. */
  readonly numbers: ReadonlySet<number>;
  /** Those of them with article numbers and barcodes. */
  readonly codes: ReadonlySet<number>;
  /** Columns of logical fields. */
  readonly truths: ReadonlySet<number>;
  readonly flags: NullFlags | undefined;
  readonly memo: MemoFile | undefined;
}

/** FoxPro's hidden field of bits: one for each field that may be NULL or has a length of its own. */
interface NullFlags {
  readonly field: DbfField;
  readonly nullBit: ReadonlyMap<DbfField, number>;
  readonly lengthBit: ReadonlyMap<DbfField, number>;
}

export function nullFlags(fields: readonly DbfField[]): NullFlags | undefined {
  const field = fields.find(({ type }) => type === '0');
  if (!field) return undefined;
  const nullBit = new Map<DbfField, number>();
  const lengthBit = new Map<DbfField, number>();
  let bit = 0;
  for (const each of fields) {
    if (each.type === 'V' || each.type === 'Q') lengthBit.set(each, bit++);
    if (each.isNullable) nullBit.set(each, bit++);
  }
  return { field, nullBit, lengthBit };
}

export function recordOf(
  table: DbfTable,
  place: { readonly row: number; readonly offset: number },
  raw: Uint8Array,
): ExportRecord {
  return { ...place, cells: () => cellsOf(table, place, raw) };
}

/** A cell that cannot be read says nothing of the others: they still name the article. */
function cellsOf(
  table: DbfTable,
  place: { readonly row: number; readonly offset: number },
  raw: Uint8Array,
): Cells {
  const faults = new Map<number, Complaint>();
  const cells = table.fields.map((field, column) => {
    const bytes = raw.subarray(field.start, field.start + field.length);
    const cell = cellOf(table, { field, bytes, raw });
    if (cell === undefined || typeof cell === 'string') return cell;
    faults.set(column, 'bytes' in cell ? unreadable(table, place, { field, ...cell }) : cell);
    return '';
  });
  for (const [column, fault] of noNumbersIn(cells, table) ?? []) {
    faults.set(column, fault);
    cells[column] = '';
  }
  for (const column of table.codes) cells[column] = wholeCode(cells[column] ?? '');
  const { numbers, truths } = table;
  return cellsWith(cells, { numbers, truths, faults: faults.size === 0 ? undefined : faults });
}

function unreadable(
  { file, decoder }: DbfTable,
  { row, offset }: { readonly row: number; readonly offset: number },
  { field, bytes }: Pick<Cell, 'field' | 'bytes'>,
): Complaint {
  return undecodable(file, decoder, { bytes, offset: offset + field.start, row });
}

interface Cell {
  readonly field: DbfField;
  readonly bytes: Uint8Array;
  readonly raw: Uint8Array;
}

/** The text; or the bytes that mean nothing in the encoding; or a complaint. */
function cellOf(
  table: DbfTable,
  cell: Cell,
): string | undefined | { readonly bytes: Uint8Array } | Complaint {
  const { field, bytes, raw } = cell;
  if (isNull(table.flags, field, raw)) return '';
  if (field.type === 'M') return memoText(table, bytes);
  const text = textBytes(table.flags, cell);
  if (text === undefined) return plainValue(field.type, bytes);
  return table.decoder.decode(text) ?? { bytes: text };
}

/** The written part of a text field; undefined for fields of other types. */
export function textBytes(flags: NullFlags | undefined, cell: Cell): Uint8Array | undefined {
  const { field, bytes, raw } = cell;
  if (field.type === 'C') return trimmed(bytes);
  if (field.type !== 'V') return undefined;
  const isShort = flags !== undefined && bitAt(flags, flags.lengthBit.get(field), raw);
  return isShort ? bytes.subarray(0, bytes.at(-1)) : bytes;
}

/** Without the blanks and NUL bytes that fill the field; leading ones may belong to a code. */
function trimmed(bytes: Uint8Array): Uint8Array {
  const end = bytes.findLastIndex((byte) => byte !== 0x20 && byte !== 0);
  return bytes.subarray(0, end + 1);
}

function isNull(flags: NullFlags | undefined, field: DbfField, raw: Uint8Array): boolean {
  return flags !== undefined && bitAt(flags, flags.nullBit.get(field), raw);
}

function bitAt(flags: NullFlags, bit: number | undefined, raw: Uint8Array): boolean {
  if (bit === undefined || bit >= 8 * flags.field.length) return false;
  return ((raw[flags.field.start + (bit >> 3)] ?? 0) & (1 << (bit & 7))) !== 0;
}

function memoText(
  { memo, file, decoder }: DbfTable,
  bytes: Uint8Array,
): string | { readonly bytes: Uint8Array } | Complaint {
  const block = memoBlock(bytes);
  if (block === 0 || memo === undefined) return '';
  const content = memo.read(block);
  if (content === undefined) {
    return {
      code: 'ROW_STRUCTURE',
      file,
      rule: `points at block ${block} of ${memo.name}, where there is no memo of a readable size.`,
      remedy: 'Export the table and its memo file again, both together.',
    };
  }
  const text = trimmed(withoutSoftBreaks(content, decoder.encoding));
  return decoder.decode(text) ?? { bytes: text };
}

/** Ten digits, or four bytes in FoxPro; 0 where the record has no memo. */
export function memoBlock(bytes: Uint8Array): number {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes.length === 4) return buffer.readUInt32LE(0);
  return Number(buffer.toString('latin1').replaceAll('\0', ' ').trim());
}
