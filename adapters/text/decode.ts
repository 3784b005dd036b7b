import { Buffer, isAscii, isUtf8, transcode } from 'node:buffer';
import type { CodePage, Encoding } from '../../src/domain/encoding.ts';
import { doubtful, pageTable, unassigned } from './table.ts';

/** Looks for bytes that mean nothing. */
export interface ByteCheck {
  /** Index of the first byte that means nothing here, -1 where all do. For messages: slower than `decode`. */
  invalidAt(bytes: Uint8Array): number;
  /** How many leading bytes end on a character's border: the rest belongs before the next block. */
  whole(bytes: Uint8Array): number;
}

/** Turns bytes of one encoding into text. Strict: nothing ever becomes a silent U+FFFD (fault 6). */
export interface Decoder extends ByteCheck {
  readonly encoding: Encoding;
  /** The text of whole characters; undefined where a byte means nothing in this encoding. */
  decode(bytes: Uint8Array): string | undefined;
}

export function decoderOf(encoding: Encoding): Decoder {
  if (encoding === 'utf-8') return utf8;
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return utf16Decoder(encoding);
  return pageDecoder(encoding);
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const utf8: Decoder = {
  encoding: 'utf-8',
  decode: (bytes) => (isUtf8(bytes) ? utf8Text(bytes) : undefined),
  invalidAt: (bytes) => (isUtf8(bytes) ? -1 : invalidUtf8At(bytes)),
  whole: wholeUtf8,
};

/**
 * From so many bytes on the way by UTF-16 is the shorter one: twice as quick for German text, five times for Russian.
 */
const transcodedFrom = 4_096;

function utf8Text(bytes: Uint8Array): string {
  if (bytes.length < transcodedFrom || isAscii(bytes)) return strictUtf8.decode(bytes);
  return transcode(bytes, 'utf8', 'utf16le').toString('utf16le');
}

/** Decodes leniently and looks for the first U+FFFD that is not in the bytes themselves. */
function invalidUtf8At(bytes: Uint8Array): number {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  let offset = 0;
  let from = 0;
  for (let at = text.indexOf('\uFFFD'); at !== -1; at = text.indexOf('\uFFFD', from)) {
    offset += Buffer.byteLength(text.slice(from, at));
    const written =
      bytes[offset] === 0xef && bytes[offset + 1] === 0xbf && bytes[offset + 2] === 0xbd;
    if (!written) return offset;
    offset += 3;
    from = at + 1;
  }
  return -1;
}

function wholeUtf8(bytes: Uint8Array): number {
  const longestTail = 3;
  for (let back = 1; back <= Math.min(longestTail, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) return back < sequenceLength(byte) ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function sequenceLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}

function utf16Decoder(encoding: 'utf-16le' | 'utf-16be'): Decoder {
  const strict = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  const high = encoding === 'utf-16le' ? 1 : 0;
  const unitAt = (bytes: Uint8Array, at: number): number =>
    ((bytes[at + high] ?? 0) << 8) | (bytes[at + 1 - high] ?? 0);
  return {
    encoding,
    decode: (bytes) => {
      try {
        return strict.decode(bytes);
      } catch {
        return undefined;
      }
    },
    invalidAt: (bytes) => {
      const lenient = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
      for (let at = lenient.indexOf('\uFFFD'); at !== -1; at = lenient.indexOf('\uFFFD', at + 1)) {
        if (unitAt(bytes, 2 * at) !== 0xfffd) return 2 * at;
      }
      return -1;
    },
    whole: (bytes) => {
      const even = bytes.length - (bytes.length % 2);
      const cutsAPair = even >= 2 && (unitAt(bytes, even - 2) & 0xfc00) === 0xd800;
      return cutsAPair ? even - 2 : even;
    },
  };
}

function pageDecoder(encoding: CodePage): Decoder {
  const { units, quick } = pageTable(encoding);
  const meaningless = [...units.keys()].filter((byte) => units[byte] === unassigned);
  let scratch = Buffer.alloc(4_096);
  let text = new Uint16Array(scratch.buffer, scratch.byteOffset, scratch.length / 2);
  const grow = (length: number): void => {
    scratch = Buffer.alloc(4 * length);
    text = new Uint16Array(scratch.buffer, scratch.byteOffset, scratch.length / 2);
  };
  return {
    encoding,
    decode: (bytes) => {
      const quickText = quick?.decode(bytes);
      if (quickText !== undefined && !doubtful.test(quickText)) return quickText;
      if (bytes.length > text.length) grow(bytes.length);
      let seen = 0;
      for (let at = 0; at < bytes.length; at++) {
        const unit = units[bytes[at] ?? 0] ?? unassigned;
        if (unit === unassigned) return undefined;
        seen |= unit;
        text[at] = unit;
      }
      // Plain ASCII becomes a string of one byte a character: half the memory, quicker to compare.
      if (seen < 0x80)
        return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
      return scratch.toString('utf16le', 0, 2 * bytes.length);
    },
    invalidAt: (bytes) => firstOf(meaningless, bytes),
    whole: (bytes) => bytes.length,
  };
}

/**
 * Where the first of these bytes stands, -1 without one. Each is sought by itself: that is quicker than byte by byte.
 */
function firstOf(sought: readonly number[], bytes: Uint8Array): number {
  const places = sought.map((byte) => bytes.indexOf(byte)).filter((at) => at !== -1);
  return places.length === 0 ? -1 : Math.min(...places);
}
