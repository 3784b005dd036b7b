import { Buffer } from 'node:buffer';
import type { AdapterFile } from '../../src/domain/adapter.ts';
import { type Complaint, complaintOf } from '../../src/domain/complaint.ts';
import type { Encoding } from '../../src/domain/encoding.ts';
import { binaryAppearance } from '../text/appearance.ts';
import { textBlocks } from '../text/blocks.ts';
import { decoderOf } from '../text/decode.ts';
import { detectEncoding } from '../text/detect.ts';
import { isMarked } from '../text/evidence.ts';
import { sizeRefused } from '../text/open.ts';
import { blockBytes } from './limits.ts';
import { otherFormat, Refused } from './refused.ts';

/** One XML file as text. */
export interface XmlText {
  readonly file: string;
  readonly encoding: Encoding;
  /** The file begins with a byte order mark. */
  readonly isMarked: boolean;
  /** A new reading from the start. @throws Refused at bytes that mean nothing in the encoding. */
  chunks(): Iterable<string>;
}

/** Where the XML declaration stands, and more than it ever needs. */
const prologBytes = 1_024;
const declaration = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][A-Za-z0-9._-]*)["']/;

/** The configured encoding, else the byte order mark, else the declaration in the prolog, else strict UTF-8. */
export function openXmlText(
  file: AdapterFile,
  configured = 'auto',
): XmlText | { readonly refusal: Complaint } {
  const unusable = unusableBytes(file);
  if (unusable !== undefined) return { refusal: unusable };
  const head = file.read(0, Math.min(prologBytes, file.size));
  const detected = detectEncoding(
    file,
    configured === 'auto' ? declaredEncoding(head) : configured,
    'file',
  );
  if ('refusal' in detected) return detected;
  const { decoder, start } = detected;
  return {
    file: file.name,
    encoding: decoder.encoding,
    isMarked: start > 0,
    chunks: function* () {
      for (const block of textBlocks(inSmallBlocks(file), decoder, start)) {
        if (typeof block !== 'string') throw new Refused(block);
        yield block;
      }
    },
  };
}

function unusableBytes(file: AdapterFile): Complaint | undefined {
  const refusal = sizeRefused(file);
  if (refusal) return refusal;
  const binary = binaryAppearance(file.read(0, Math.min(prologBytes, file.size)));
  if (binary !== undefined) {
    const rule = `The file is not XML: its first bytes are those of ${binary}.`;
    return { code: 'FILE_STRUCTURE', file: file.name, rule, remedy: otherFormat };
  }
  // XML ends in ASCII: half a character at the end is a cut file and no question of the encoding.
  const tail = file.read(Math.max(0, file.size - 4), 4);
  if (decoderOf('utf-8').whole(tail) === tail.length) return undefined;
  const rule = 'The XML file ends in the middle of a character.';
  return complaintOf({ code: 'FILE_TRUNCATED', file: file.name, rule });
}

/**
 * A byte order mark says more than a declaration, which stays behind where a file is saved again. One that can be read
 * as ASCII is not in UTF-16, whatever it says: some programs declare the encoding of the string in their memory. Such
 * files are looked at as if they declared nothing.
 */
function declaredEncoding(head: Uint8Array): string {
  if (isMarked(head, 'utf-8')) return 'auto';
  const ascii = Buffer.from(head.buffer, head.byteOffset, head.length).toString('latin1');
  const declared = declaration.exec(ascii)?.[1];
  return declared === undefined || /^(utf-?16|ucs-?2)/i.test(declared) ? 'auto' : declared;
}

/** The parser works on one block's text at a time, and every cell is a slice of it: small blocks keep memory flat. */
function inSmallBlocks(file: AdapterFile): AdapterFile {
  return {
    name: file.name,
    size: file.size,
    read: (offset, length) => file.read(offset, Math.min(length, blockBytes)),
  };
}
