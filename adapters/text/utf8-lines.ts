import { isUtf8 } from 'node:buffer';
import type { ByteCheck } from './decode.ts';

const lineFeed = 10;
const blank = 0x20;
/** To look through all that follows for each such line would be quadratic. */
const stepBytes = 4_096;

interface Lines {
  /** Blanks are in place of the lines left out. */
  readonly bytes: Uint8Array;
  /** The first byte that means nothing in the others; -1 without one. */
  readonly wrongAt: number;
}

/** Without the lines that are UTF-8 and hold a byte that means nothing else: they are rejected one by one. */
export function withoutUtf8Lines(
  bytes: Uint8Array,
  { invalidAt }: Pick<ByteCheck, 'invalidAt'>,
): Lines {
  let left = bytes;
  let wrongAt = invalidAt(bytes);
  while (wrongAt !== -1) {
    const { start, end } = lineAround(left, wrongAt);
    if (!isUtf8(left.subarray(start, end))) break;
    if (left === bytes) left = Uint8Array.from(bytes);
    left.fill(blank, start, end);
    wrongAt = wrongFrom(left, end, invalidAt);
  }
  return { bytes: left, wrongAt };
}

/** Of a page, whose characters are bytes: it may be looked through in any steps. */
function wrongFrom(bytes: Uint8Array, from: number, invalidAt: ByteCheck['invalidAt']): number {
  for (let start = from; start < bytes.length; start += stepBytes) {
    const at = invalidAt(bytes.subarray(start, start + stepBytes));
    if (at !== -1) return start + at;
  }
  return -1;
}

function lineAround(
  bytes: Uint8Array,
  at: number,
): { readonly start: number; readonly end: number } {
  const end = bytes.indexOf(lineFeed, at);
  return { start: bytes.lastIndexOf(lineFeed, at) + 1, end: end === -1 ? bytes.length : end };
}

/** The same check of the lines that are not left out. */
export function besideUtf8Lines(check: ByteCheck): ByteCheck {
  return {
    whole: (bytes) => wholeLines(bytes) || check.whole(bytes),
    invalidAt: (bytes) => withoutUtf8Lines(bytes, check).wrongAt,
  };
}

/** Of a line that continues behind these bytes nobody could tell; 0 where there is no other. */
export function wholeLines(bytes: Uint8Array): number {
  return bytes.lastIndexOf(lineFeed) + 1;
}
