import { Buffer } from 'node:buffer';
import type { AdapterFile, RowPlace } from '../../src/domain/adapter.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import { blockBytes, byteBlocks, textBlocks } from './blocks.ts';
import { type Decoder, decoderOf } from './decode.ts';
import { type RowDialect, RowScanner, type RowWindows } from './rows.ts';

/**
 * The decoder for what a scanner over bytes cuts out. In UTF-16 a byte 0A or 22 can be half of another character:
 * such files are scanned as UTF-8, and positions in the scanned bytes are not positions in the file.
 */
export function scanDecoder(decoder: Decoder): Decoder {
  return isUtf16(decoder) ? decoderOf('utf-8') : decoder;
}

export function keepsOffsets(decoder: Decoder): boolean {
  return !isUtf16(decoder);
}

/** The bytes to scan, from an offset of the file on; a complaint is the last thing they give. */
export function scanBlocks(
  file: AdapterFile,
  decoder: Decoder,
  from: number,
): Iterator<Uint8Array | Complaint, void> {
  return isUtf16(decoder) ? utf8Blocks(file, decoder, from) : byteBlocks(file, from);
}

/** Rows from a place on: where offsets are not kept, only the first row's place is one. */
export function rowScanner(
  text: { readonly file: AdapterFile; readonly decoder: Decoder },
  dialect: RowDialect,
  from: RowPlace,
): RowScanner {
  const { file, decoder } = text;
  const windows = isUtf16(decoder)
    ? decodedWindows(utf8Blocks(file, decoder, from.offset))
    : fileWindows(file, from.offset);
  return new RowScanner({ windows, file: file.name }, dialect, from);
}

/** The same where rows are looked at one after the other and none is kept; only for encodings that keep offsets. */
export function rowCursor(file: AdapterFile, dialect: RowDialect, from: RowPlace): RowScanner {
  return new RowScanner(
    { windows: windowsInTurn(file, from.offset), file: file.name },
    dialect,
    from,
  );
}

/** Reads the unfinished row again with what is behind it, which is cheaper than to put the two together. */
function fileWindows(file: AdapterFile, from: number): RowWindows {
  let read = from;
  return (kept) => {
    const more = Math.max(blockBytes, kept.length);
    const again = file.read(read - kept.length, kept.length + more);
    // A file may give fewer bytes than it is asked for.
    const isLonger = again.length > kept.length;
    const window = isLonger ? again : Buffer.concat([kept, file.read(read, more)]);
    read += window.length - kept.length;
    return window.length > kept.length ? window : undefined;
  };
}

/**
 * Two windows in turn: new ones for a file of a million rows are as much memory as the file (performance: peak memory).
 */
function windowsInTurn(file: AdapterFile, from: number): RowWindows {
  const rooms = [Buffer.allocUnsafe(firstRoom), Buffer.allocUnsafe(firstRoom)];
  let turn = 0;
  let read = from;
  return (kept) => {
    const more = Math.max(blockBytes, kept.length);
    let room = rooms[turn] ?? Buffer.alloc(0);
    if (room.length < kept.length + more) room = Buffer.allocUnsafe(2 * (kept.length + more));
    const bytes = file.read(read, more, room.subarray(kept.length, kept.length + more));
    if (bytes.length === 0) return undefined;
    room.set(kept);
    if (bytes.buffer !== room.buffer) room.set(bytes, kept.length);
    rooms[turn] = room;
    turn = 1 - turn;
    read += bytes.length;
    return room.subarray(0, kept.length + bytes.length);
  };
}

/** A complaint is the last thing that the blocks give. */
export function decodedWindows(blocks: Iterator<Uint8Array | Complaint, void>): RowWindows {
  return (kept) => {
    const parts = [kept];
    for (let added = 0; added <= kept.length; ) {
      const block = blocks.next();
      if (block.done) break;
      if ('rule' in block.value) return block.value;
      parts.push(block.value);
      added += block.value.length;
    }
    return parts.length === 1 ? undefined : Buffer.concat(parts);
  };
}

/** A block and the unfinished row before it. */
const firstRoom = blockBytes + 64 * 1024;

function isUtf16(decoder: Decoder): boolean {
  return decoder.encoding.startsWith('utf-16');
}

function* utf8Blocks(
  file: AdapterFile,
  decoder: Decoder,
  from: number,
): Generator<Uint8Array | Complaint, void> {
  for (const block of textBlocks(file, decoder, from)) {
    yield typeof block === 'string' ? Buffer.from(block) : block;
  }
}
