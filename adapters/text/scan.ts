import { Buffer } from 'node:buffer';
import type { AdapterFile } from '../../src/domain/adapter.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import { byteBlocks, textBlocks } from './blocks.ts';
import { type Decoder, decoderOf } from './decode.ts';
import { type RowDialect, RowScanner, type TextPlace } from './rows.ts';

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
  from: TextPlace,
): RowScanner {
  const blocks = scanBlocks(text.file, text.decoder, from.offset);
  return new RowScanner({ blocks, file: text.file.name }, dialect, from);
}

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
