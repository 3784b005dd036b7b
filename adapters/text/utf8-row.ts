import { Buffer } from 'node:buffer';
import type { Complaint } from '../../src/domain/complaint.ts';
import type { CodePage } from '../../src/domain/encoding.ts';
import { undecodable } from './blocks.ts';
import { type Decoder, decoderOf } from './decode.ts';
import { pageTable } from './table.ts';

/** One row, and where it stands. */
interface Row {
  readonly bytes: Uint8Array;
  readonly offset: number;
  readonly row: number;
}

/** The text of a row; a complaint where its bytes mean nothing, or are UTF-8 in a file of a code page (fault 6). */
export function rowText(file: string, decoder: Decoder, at: Row): string | Complaint {
  const text = decoder.decode(at.bytes);
  if (text === undefined) return undecodable(file, decoder, at);
  return beginsAsUtf8(at.bytes) && isOtherThanFile(at.bytes, decoder)
    ? writtenAsUtf8(file, decoder, at)
    : text;
}

/** Of the first character beyond ASCII: whether its two bytes may be one of UTF-8. Most rows end the question here. */
function beginsAsUtf8(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x80) return byte >= 0xc2 && byte < 0xf5 && ((bytes[at + 1] ?? 0) & 0xc0) === 0x80;
  }
  return false;
}

/** The lead byte of À to ÿ, behind which the Latin pages have no text; of other letters one or two may be chance. */
const latinLead = 0xc3;
const surely = 3;

/** Letters that the page has, too, for a row of the same file is written in the same language. */
function isOtherThanFile(bytes: Uint8Array, { encoding }: Decoder): boolean {
  const text = encoding.startsWith('utf-') ? undefined : decoderOf('utf-8').decode(bytes);
  if (text === undefined) return false;
  const page = pageTable(encoding as CodePage).bytes;
  const letters = text.match(/[^\0-\x7f]/gu) ?? [];
  const areOfPage = letters.every((letter) => page.has(letter.codePointAt(0) ?? 0));
  return areOfPage && (bytes.includes(latinLead) || letters.length >= surely);
}

function writtenAsUtf8(file: string, { encoding }: Decoder, { bytes, row }: Row): Complaint {
  return {
    code: 'FILE_ENCODING',
    file,
    row,
    value: Buffer.from(bytes).toString('utf8'),
    rule: `is UTF-8, in a file that is declared as ${encoding}.`,
    remedy: 'Let the ERP write all rows in one encoding, and export again.',
  };
}
