import type { AdapterFile } from '../../src/domain/adapter.ts';
import { byteBlocks } from './blocks.ts';
import type { ByteCheck } from './decode.ts';

const checkedBytes = 4 * 1024 * 1024;
/**
 * A line of this length ends the look: no row is so long, and what reads on without lines (XML, JSON) decodes strictly.
 */
const unbrokenBytesMax = 32 * 1024 * 1024;

/** Offset of the first wrong byte, over the whole file up to a line without an end (fault 13); -1 without one. */
export function wrongByteAt(file: AdapterFile, { whole, invalidAt }: ByteCheck): number {
  let offset = 0;
  let lineStart = 0;
  while (offset < file.size && offset - lineStart < unbrokenBytesMax) {
    const bytes = file.read(offset, checkedBytes);
    // Fewer bytes than asked for: the end, also of a file that became shorter meanwhile.
    const isLast = bytes.length < checkedBytes;
    const length = isLast ? bytes.length : whole(bytes);
    const wrongAt = invalidAt(bytes.subarray(0, length));
    if (wrongAt !== -1) return offset + wrongAt;
    if (isLast) return -1;
    const lineEnd = Math.max(bytes.lastIndexOf(10), bytes.lastIndexOf(13));
    if (lineEnd !== -1) lineStart = offset + lineEnd;
    offset += length;
  }
  return -1;
}

/** Bytes that ISO 8859 gives to invisible control characters; pages of Windows and DOS have letters and signs there. */
export const isoControls: ByteCheck = {
  whole: (bytes) => bytes.length,
  invalidAt: (bytes) => {
    for (let at = 0; at < bytes.length; at++) if (((bytes[at] ?? 0) & 0xe0) === 0x80) return at;
    return -1;
  },
};

/** The line that the offset is in, 1-based. */
export function lineAt(file: AdapterFile, offset: number): number {
  let line = 1;
  let before = 0;
  for (const block of byteBlocks(file)) {
    for (
      let at = block.indexOf(10);
      at !== -1 && before + at < offset;
      at = block.indexOf(10, at + 1)
    ) {
      line++;
    }
    before += block.length;
    if (before >= offset) break;
  }
  return line;
}
