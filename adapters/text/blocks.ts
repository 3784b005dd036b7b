import { Buffer } from 'node:buffer';
import type { AdapterFile } from '../../src/domain/adapter.ts';
import { type Complaint, complaintOf } from '../../src/domain/complaint.ts';
import { hexadecimal } from './appearance.ts';
import { choice, utf8Remedy } from './candidates.ts';
import type { Decoder } from './decode.ts';
import { isNearlyUtf8, utf8Share } from './utf8-share.ts';

const lineFeed = 10;
export const blockBytes = 256 * 1024;

/** The file's bytes from `from` on, block by block. */
export function* byteBlocks(file: AdapterFile, from = 0): Generator<Uint8Array, void> {
  for (let offset = from; offset < file.size; ) {
    const block = file.read(offset, Math.min(blockBytes, file.size - offset));
    // The file became shorter while it was read; whoever gave it to us compares sizes afterwards (fault 2).
    if (block.length === 0) return;
    offset += block.length;
    yield block;
  }
}

/** The file as text, block by block, cut between characters; a complaint is the last thing it gives. */
export function* textBlocks(
  file: AdapterFile,
  decoder: Decoder,
  from = 0,
): Generator<string | Complaint, void> {
  let kept: Uint8Array = new Uint8Array(0);
  let offset = from;
  for (const block of byteBlocks(file, from)) {
    const bytes = kept.length === 0 ? block : Buffer.concat([kept, block]);
    const whole = decoder.whole(bytes);
    const text = decoder.decode(bytes.subarray(0, whole));
    if (text === undefined) {
      yield undecodable(file.name, decoder, { bytes, offset });
      return;
    }
    yield text;
    kept = bytes.slice(whole);
    offset += whole;
  }
  if (kept.length > 0) yield cutOff(file.name);
}

/** The complaint about a file that ends before a character does (fault 4). */
export function cutOff(file: string): Complaint {
  const rule = 'The file ends within a character: it was not written to its end.';
  return complaintOf({ code: 'FILE_TRUNCATED', file, rule });
}

/** The complaint about bytes that are no text in this encoding. */
export function undecodable(
  file: string,
  decoder: Decoder,
  at: { readonly bytes: Uint8Array; readonly offset: number; readonly row?: number },
): Complaint {
  const index = Math.max(0, decoder.invalidAt(at.bytes));
  const byte = hexadecimal(at.bytes[index]);
  return {
    code: 'FILE_ENCODING',
    file,
    ...(at.row === undefined ? {} : { row: at.row }),
    rule: `The byte ${byte} (hexadecimal) at offset ${at.offset + index} means nothing in ${decoder.encoding}.`,
    remedy:
      at.row === undefined
        ? remedyOf(decoder, at.bytes, index)
        : 'Correct encoding: of the source, or export this row again.',
  };
}

function remedyOf(decoder: Decoder, bytes: Uint8Array, wrongAt: number): string {
  return decoder.encoding === 'utf-8' && isNearlyUtf8(utf8Share(bytes))
    ? utf8Remedy(bytes, 'file')
    : choice(bytes.subarray(bytes.lastIndexOf(lineFeed, wrongAt) + 1));
}
