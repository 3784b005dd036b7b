import { Buffer } from 'node:buffer';
import { type Complaint, complaintOf } from '../../src/domain/complaint.ts';

/** Disks write, and lose, bytes in sectors; a program that fills up a value with NULs needs fewer. */
export const sectorBytes = 512;

const sector = Buffer.alloc(sectorBytes);

/** A row over a part of the file that was never written (fault 1): the rows that belong there are missing. */
export function unwritten(
  raw: Uint8Array,
  { file, hole = sector }: { readonly file: string; readonly hole?: Buffer },
  row: number,
): Complaint | undefined {
  if (raw.length < hole.length) return undefined;
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.length);
  if (!bytes.includes(hole)) return undefined;
  return complaintOf({
    code: 'FILE_TRUNCATED',
    file,
    row,
    rule: `The row holds ${hole.length} NUL bytes or more one after the other: a part of the file was not written.`,
  });
}
