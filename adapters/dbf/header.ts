import { Buffer } from 'node:buffer';
import type { AdapterFile } from '../../src/domain/adapter.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import { appearance, firstBytes, hexadecimal } from '../text/appearance.ts';
import { sizeRefused } from '../text/open.ts';
import { damaged, unfinished } from './damage.ts';
import { fieldsMax, headerBytesMax } from './limits.ts';

export interface DbfField {
  /** A byte a character, until the table's code page is known. */
  readonly name: string;
  /** The type's letter: C, N, D, L, M … */
  readonly type: string;
  /** Where its bytes begin in the record; the deletion mark is byte 0. */
  readonly start: number;
  readonly length: number;
  /** FoxPro keeps one bit for an empty value (NULL). */
  readonly isNullable: boolean;
}

export interface DbfHeader {
  readonly version: number;
  readonly language: number;
  readonly records: number;
  readonly recordsStart: number;
  readonly recordBytes: number;
  readonly fields: readonly DbfField[];
}

const prologBytes = 32;
const descriptorBytes = 32;
const headerEnd = 0x0d;
/** FoxBASE, dBase III and IV, Visual FoxPro, FoxPro 2, with and without memo. */
const versions = new Set([0x02, 0x03, 0x30, 0x31, 0x32, 0x83, 0x8b, 0xcb, 0xf5, 0xfb]);
const deletionMarks = new Set([0x20, 0x2a]);

/** The table's header, or why this is no table that can be used. */
export function readHeader(file: AdapterFile): DbfHeader | Complaint {
  const prolog = Buffer.from(file.read(0, prologBytes));
  const refusal = unreadable(file, prolog);
  if (refusal) return refusal;
  const recordsStart = prolog.readUInt16LE(8);
  const bytes = Buffer.from(file.read(0, Math.min(recordsStart, headerBytesMax)));
  const recordBytes = prolog.readUInt16LE(10);
  const fields = readFields(bytes, recordBytes);
  if (!fields) return damaged(file.name, 'The header of the table does not describe its records.');
  const header: DbfHeader = {
    version: prolog[0] ?? 0,
    language: prolog[29] ?? 0,
    records: prolog.readUInt32LE(4),
    recordsStart,
    recordBytes,
    fields,
  };
  return wrongEnd(file, header) ?? header;
}

function unreadable(file: AdapterFile, prolog: Buffer): Complaint | undefined {
  const refusal = sizeRefused(file);
  if (refusal) return refusal;
  if (prolog[0] === 0x04 || prolog[0] === 0x8c) {
    return damaged(file.name, 'The table is written by dBase 7, which is not read.');
  }
  // FoxPro's first byte is a digit's: the day of the last change is what no text has there.
  const isDated = (prolog[2] ?? 0) <= 12 && (prolog[3] ?? 0) <= 31;
  if (!versions.has(prolog[0] ?? 0) || !isDated) return noTable(file, prolog);
  if (prolog.length < prologBytes) return unfinished(file.name, 'The file ends in its header.');
  return undefined;
}

function noTable(file: AdapterFile, prolog: Buffer): Complaint {
  const head = file.read(0, 512);
  return {
    ...damaged(
      file.name,
      `The file is not a dBase table (first bytes ${firstBytes(prolog)}): it looks like ${appearance(head)}.`,
    ),
    remedy: 'Correct format: of the source, or export as dBase.',
  };
}

/** undefined where the fields do not fill the record: then none of them can be found. */
function readFields(bytes: Buffer, recordBytes: number): readonly DbfField[] | undefined {
  const written = descriptors(bytes);
  if (written.length === 0 || written.length > fieldsMax) return undefined;
  // Clipper and FoxPro keep the high byte of a text's length where numbers have their decimals.
  for (const isWide of [false, true]) {
    const fields: DbfField[] = [];
    let start = 1;
    for (const descriptor of written) {
      const field = fieldOf(descriptor, { start, isWide });
      fields.push(field);
      start += field.length;
    }
    if (start === recordBytes) return fields;
  }
  return undefined;
}

function descriptors(bytes: Buffer): readonly Buffer[] {
  const found: Buffer[] = [];
  for (let at = prologBytes; at + descriptorBytes <= bytes.length; at += descriptorBytes) {
    if (bytes[at] === headerEnd) break;
    found.push(bytes.subarray(at, at + descriptorBytes));
  }
  return found;
}

function fieldOf(
  descriptor: Buffer,
  { start, isWide }: { readonly start: number; readonly isWide: boolean },
): DbfField {
  const type = String.fromCharCode(descriptor[11] ?? 0).toUpperCase();
  const high = isWide && type === 'C' ? (descriptor[17] ?? 0) : 0;
  const nameEnd = descriptor.subarray(0, 11).indexOf(0);
  return {
    name: descriptor.toString('latin1', 0, nameEnd === -1 ? 11 : nameEnd),
    type,
    start,
    length: (descriptor[16] ?? 0) + 256 * high,
    isNullable: ((descriptor[18] ?? 0) & 0x02) !== 0,
  };
}

/** The header's count is written last: it and the file's end must agree (fault 1). */
function wrongEnd(file: AdapterFile, header: DbfHeader): Complaint | undefined {
  const end = header.recordsStart + header.records * header.recordBytes;
  if (file.size < end) {
    const rule = `The header counts ${header.records} records, which need ${end} bytes; the file has ${file.size}.`;
    return unfinished(file.name, rule);
  }
  const next = file.read(end, 1)[0] ?? 0;
  if (file.size - end < header.recordBytes || !deletionMarks.has(next)) return undefined;
  const rule = `After the ${header.records} records that the header counts, another one begins (byte ${hexadecimal(next)} at offset ${end}): the table was not closed.`;
  return unfinished(file.name, rule);
}
