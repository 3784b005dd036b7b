import { Buffer, isUtf8 } from 'node:buffer';
import type { Complaint } from '../../src/domain/complaint.ts';
import type { CodePage, Encoding } from '../../src/domain/encoding.ts';
import { undecodable } from './blocks.ts';
import { isByChance } from './chance.ts';
import { type Decoder, decoderOf } from './decode.ts';
import { drawnLetter, drawnWordOf } from './drawn-letters.ts';
import { isPage, markedText, type PageTable, pageTable } from './table.ts';

const oneEncoding = 'Let the ERP write all rows in one encoding, and export again.';

/** One row, and where it stands. */
interface Row {
  readonly bytes: Uint8Array;
  readonly offset: number;
  readonly row: number;
}

/**
 * The text of a row; a complaint where its bytes mean nothing in UTF-8, or are of another encoding than the file's
 * (fault 6). Of a code page the cells with such bytes say so.
 */
export function rowText(file: string, decoder: Decoder, at: Row): string | Complaint {
  const text = decoder.decode(at.bytes);
  // Łożysko and ” hold bytes that mean nothing in the page.
  const isUtf8Text = text === undefined ? isUtf8(at.bytes) : isUtf8Row(at.bytes, decoder);
  if (isUtf8Text) return writtenAsUtf8(file, decoder, at);
  const drawn = text && drawnWordOf(text, decoder.encoding);
  if (drawn) return writtenAsOther(file, at, { value: drawn, page: decoder.encoding });
  if (text !== undefined) return text;
  const { encoding } = decoder;
  return isPage(encoding) ? markedText(at.bytes, encoding) : undecodable(file, decoder, at);
}

/** Whether the row of a file of a code page is UTF-8. */
export function isUtf8Row(bytes: Uint8Array, page: Decoder): boolean {
  return beginsAsUtf8(bytes) && isOtherThanFile(bytes, page);
}

/** Of the first character beyond ASCII: whether its two bytes may be one of UTF-8. Most rows end the question here. */
function beginsAsUtf8(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x80) return byte >= 0xc2 && byte < 0xf5 && ((bytes[at + 1] ?? 0) & 0xc0) === 0x80;
  }
  return false;
}

/**
 * The lead byte of À to ÿ, behind which the Latin pages have no text; of other letters one or two may be chance, but
 * for words.
 */
const latinLead = 0xc3;
const surely = 3;

/** Letters of Europe beyond the page; not those of two bytes from Asia, for Ø½ is one. */
const europeanLetter = /[\u0100-\u017f\u0218-\u021b\u0370-\u04ff]/;
const latinLetter = '[\\u0100-\\u017f\\u0218-\\u021b]';
/** Of PodkĹ‚adka, ramÄ…, Ĺšruba, WÄ„Ĺ»: no word has these capitals there. ÄŤ for č may be: PÄŤ. */
const besideLetter = new RegExp(
  `\\p{Ll}${latinLetter}|${latinLetter}\\p{Ll}|(?=\\p{Lu})${latinLetter}\\p{Lu}|\\p{Lu}(?=\\p{Lu})${latinLetter}`,
  'u',
);
/** PiÅ‚a. */
const amidSmall = new RegExp(`\\p{Ll}${latinLetter}\\p{Ll}`, 'u');
/** BLÅ and a no-break blank, on the pages of the north, where Š is rare; ą is on the others. */
const behindLetter = /\p{L}Š/u;
const polishLetter = 0x105;
/** Characters of text whose bytes are three or four. */
const longSequence = /(?![\0-\u07ff])[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}\p{Cf}]/u;
/** € – „ ≤ ₂ ✓ and pictures. */
const longSign = /[\u2000-\u2bff\u{1f000}-\u{1faff}]/u;
/**
 * Three bytes of a page that may be text: том of cp866. Latin words have no three accents (Ôéé), and no signs (â€“).
 */
const letters = /^(?!\p{Script=Latin})\p{L}[\p{Ll}\p{Lo}\p{M}]+$/u;
/** A sign as 90Â° and mÂ² have it, where the page reads Â. */
const signBehindNoCapital = /(?<!\p{Lu})[\u00a0-\u00bf]/u;
const capitalA = 0xc2;
const ringA = 0xc5;

/** All beyond ASCII is UTF-8, and reads as no text of the page. */
function isOtherThanFile(bytes: Uint8Array, page: Decoder): boolean {
  const text = page.encoding.startsWith('utf-') ? undefined : decoderOf('utf-8').decode(bytes);
  if (text === undefined) return false;
  const codePage = page.encoding as CodePage;
  const table = pageTable(codePage);
  const found = [...text.matchAll(/[^\0-\x7f]/gu)];
  if (found.some(({ index }) => isByChance(text, index, codePage))) return false;
  const signs = found.map(([sign]) => sign);
  const isOfPage = (sign: string): boolean => table.bytes.has(sign.codePointAt(0) ?? 0);
  const isWritten = signs.every(
    (sign) => isOfPage(sign) || europeanLetter.test(sign) || isNoTextOf(page, sign),
  );
  if (!isWritten) return false;
  if (signs.length >= surely) return true;
  // ┼Üruba, M├╝ller: the pages of DOS draw frames there.
  if (drawnLetter(bytes, codePage) !== undefined) return true;
  if (signs.some((sign) => longSign.test(sign) && isNoTextOf(page, sign))) return true;
  if (table.units[capitalA] === capitalA && signBehindNoCapital.test(text)) return true;
  if (amidSmall.test(text)) return true;
  return signs.every(isOfPage) && (bytes.includes(latinLead) || isWord(text, table));
}

/** One or two letters of the page, none of them from À to ÿ. */
function isWord(text: string, { units, bytes }: PageTable): boolean {
  const isNorthern = units[ringA] === ringA && !bytes.has(polishLetter);
  return besideLetter.test(text) && !(isNorthern && behindLetter.test(text));
}

function isNoTextOf(page: Decoder, sign: string): boolean {
  return longSequence.test(sign) && !letters.test(page.decode(Buffer.from(sign)) ?? '');
}

function writtenAsUtf8(file: string, { encoding }: Decoder, { bytes, row }: Row): Complaint {
  return {
    code: 'FILE_ENCODING',
    file,
    row,
    value: Buffer.from(bytes).toString('utf8'),
    rule: `is UTF-8, in a file that is declared as ${encoding}.`,
    remedy: oneEncoding,
  };
}

function writtenAsOther(
  file: string,
  { row }: Row,
  { value, page }: { readonly value: string; readonly page: Encoding },
): Complaint {
  return {
    code: 'FILE_ENCODING',
    file,
    row,
    value,
    rule: `has box-drawing or block characters in a word: it is of another encoding than ${page}, which the file is declared as.`,
    remedy: oneEncoding,
  };
}
