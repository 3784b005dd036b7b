import { Buffer, isUtf8 } from 'node:buffer';
import type { Encoding } from '../../src/domain/encoding.ts';

const softReturn = 0x8d;
const lineFeed = 0x0a;
const blank = 0x20;
const blanks = Buffer.from(' ');

/**
 * A memo without the line breaks that the editors of dBase and Clipper put in where a line was full:
 * each becomes a blank, unless one is beside it (Clipper 5 leaves it there). No code page
 * counts: as its letter, the byte was in texts.
 */
export function withoutSoftBreaks(bytes: Uint8Array, encoding: Encoding): Uint8Array {
  let at = softBreakIn(bytes, 0, encoding);
  if (at === -1) return bytes;
  const parts: Uint8Array[] = [];
  let from = 0;
  for (; at !== -1; at = softBreakIn(bytes, from, encoding)) {
    parts.push(bytes.subarray(from, at));
    if (bytes[at - 1] !== blank && bytes[at + 2] !== blank) parts.push(blanks);
    from = at + 2;
  }
  return Buffer.concat([...parts, bytes.subarray(from)]);
}

function softBreakIn(bytes: Uint8Array, from: number, encoding: Encoding): number {
  let at = bytes.indexOf(softReturn, from);
  while (at !== -1 && !isSoftBreak(bytes, at, encoding)) at = bytes.indexOf(softReturn, at + 1);
  return at;
}

function isSoftBreak(bytes: Uint8Array, at: number, encoding: Encoding): boolean {
  return bytes[at + 1] === lineFeed && !(encoding === 'utf-8' && endsCharacter(bytes, at));
}

/** In UTF-8 the byte is also the last one of letters such as `Í`. */
function endsCharacter(bytes: Uint8Array, at: number): boolean {
  return [1, 2, 3].some((before) => before <= at && isUtf8(bytes.subarray(at - before, at + 1)));
}
