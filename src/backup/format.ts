import { createHash, hash } from 'node:crypto';
import fs from 'node:fs';
import { StockhandError } from '../domain/error.ts';
import type { CatalogReach, OrdersReach } from '../store/snapshot.ts';

/**
 * A backup is one file: a line of JSON that says what it is (a person can read it with `head -1`), a line with that
 * line's SHA-256, then the bytes of its parts one after the other.
 */
export interface Header {
  readonly format: typeof formatName;
  /** When, and by which version of the program. */
  readonly at: string;
  readonly version: string;
  readonly marketplace: string;
  readonly catalog: CatalogReach | null;
  readonly orders: OrdersReach | null;
  readonly parts: readonly Part[];
}

export interface Part {
  /** `catalog.db`, `orders.db`, or an export as `spool/NAME`. */
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

export const formatName = 'stockhand.backup/1';
const formatFamily = 'stockhand.backup/';
/** A part for each export that is kept, of each source some. */
const headerBytesMax = 4_194_304;
const sliceBytes = 1_048_576;
const lineEnd = 0x0a;

/** Copies a file's bytes; answers how many there were and their SHA-256. */
export function copyBytes(
  from: number,
  into: number | undefined,
  range: { readonly at: number; readonly size: number },
): { size: number; sha256: string } {
  const hash = createHash('sha256');
  const slice = Buffer.allocUnsafe(sliceBytes);
  let size = 0;
  while (size < range.size) {
    const wanted = Math.min(sliceBytes, range.size - size);
    const read = fs.readSync(from, slice, 0, wanted, range.at + size);
    if (read === 0) break;
    hash.update(slice.subarray(0, read));
    if (into !== undefined) writeAll(into, slice.subarray(0, read));
    size += read;
  }
  return { size, sha256: hash.digest('hex') };
}

export function writeAll(into: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += fs.writeSync(into, bytes, at);
}

export function headerText(header: Header): Buffer {
  const line = JSON.stringify(header);
  return Buffer.from(`${line}\n${hash('sha256', line)}\n`);
}

/** The header, and where the first part begins. Throws BACKUP_UNKNOWN, BACKUP_NEWER, BACKUP_DAMAGED. */
export function readHeader(file: string, descriptor: number): { header: Header; end: number } {
  const start = Buffer.alloc(Math.min(headerBytesMax, fs.fstatSync(descriptor).size));
  const length = fs.readSync(descriptor, start, 0, start.length, 0);
  const first = start.indexOf(lineEnd);
  const second = first < 0 ? -1 : start.indexOf(lineEnd, first + 1);
  // Also of a backup that is cut off within its first line.
  const line = start.toString('utf8', 0, first < 0 ? length : first);
  const [, format] = /^\{"format":"([^"]{1,40})"/.exec(line) ?? [];
  if (format?.startsWith(formatFamily) !== true)
    throw new StockhandError('BACKUP_UNKNOWN', `${file} is not a backup of Stockhand.`);
  if (format !== formatName)
    throw new StockhandError(
      'BACKUP_NEWER',
      `${file} has the format ${format}; this program knows only ${formatName}.`,
    );
  const digest = start.toString('utf8', first + 1, Math.max(first + 1, second));
  if (second < 0 || second >= length || digest !== hash('sha256', line))
    throw new StockhandError('BACKUP_DAMAGED', `The first lines of ${file} are damaged.`);
  return { header: JSON.parse(line) as Header, end: second + 1 };
}

/** Reads every part to its end; `into` says where its bytes go, if anywhere. Throws BACKUP_DAMAGED. */
export function readParts(
  file: string,
  { descriptor, header, end }: { descriptor: number; header: Header; end: number },
  into: (part: Part) => number | undefined = () => undefined,
): void {
  let at = end;
  for (const part of header.parts) {
    const found = copyBytes(descriptor, into(part), { at, size: part.size });
    if (found.size !== part.size)
      throw new StockhandError('BACKUP_DAMAGED', `${file} is cut off within ${part.name}.`);
    if (found.sha256 !== part.sha256)
      throw new StockhandError('BACKUP_DAMAGED', `${part.name} in ${file} is damaged.`);
    at += part.size;
  }
  if (fs.fstatSync(descriptor).size !== at)
    throw new StockhandError('BACKUP_DAMAGED', `${file} has more data behind its end.`);
}

export function withFile<Result>(
  file: string,
  flags: string,
  work: (file: number) => Result,
): Result {
  const descriptor = fs.openSync(file, flags, 0o600);
  try {
    return work(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

export function syncPath(path: string): void {
  const isFolder = fs.statSync(path).isDirectory();
  // Windows opens no folder, and NTFS journals its names.
  if (process.platform === 'win32' && isFolder) return;
  withFile(path, isFolder ? 'r' : 'r+', (descriptor) => fs.fsyncSync(descriptor));
}
