import { Buffer } from 'node:buffer';
import type { CodePage } from '../../src/domain/encoding.ts';
import { sampleBeyondAscii } from './beyond-ascii.ts';
import { isByChance } from './chance.ts';
import { decoderOf } from './decode.ts';
import { pageTable } from './table.ts';

/** How much of what stands beyond ASCII is well-formed UTF-8, in characters, and how much is not. */
interface Utf8Share {
  readonly right: number;
  readonly wrong: number;
}

/** Text of a code page hardly ever forms one valid sequence by chance, let alone several. */
const rightEnough = 3;
const rightForEachWrong = 3;
/** So many say what the others do. */
const signsLookedAt = 100;
const replacement = 0xfffd;
const replacementBytes = Uint8Array.of(0xef, 0xbf, 0xbd);

export function utf8Share(bytes: Uint8Array): Utf8Share {
  const text = leniently(bytes);
  let right = 0;
  let replaced = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === replacement) replaced++;
    else if (unit >= 0x80 && !isByChance(text, at)) right++;
  }
  const written = replaced === 0 ? 0 : writtenReplacements(bytes);
  return { right: right + written, wrong: replaced - written };
}

/** For a look at what stands around bytes that mean nothing: no text of it is ever sent. */
export function leniently(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** UTF-8 but for a few bytes: each code page would make nonsense of all others. */
export function isNearlyUtf8({ right, wrong }: Utf8Share): boolean {
  return wrong > 0 && right >= rightEnough && right >= rightForEachWrong * wrong;
}

/** In so many wrong bytes, and fewer right characters, a code page shows. */
const wrongEnough = 1_000;

/**
 * The same of the beginning of a file. Most of a code page show it at once, and each look at an unchanged file pays.
 */
export function beginsNearlyUtf8(head: Uint8Array): boolean {
  const sample = sampleBeyondAscii(head);
  if (sample === undefined) return false;
  const { right, wrong } = utf8Share(sample.bytes);
  const isSurelyPage = wrong >= wrongEnough && right < wrong;
  return !isSurelyPage && isNearlyUtf8(utf8Share(head));
}

/**
 * Of the beginning of a file that is declared as this page: all of it is UTF-8, and so little of that by chance. One or
 * two characters are believed where the page has them, too.
 */
export function isSurelyUtf8(head: Uint8Array, page: CodePage): boolean {
  const utf8 = decoderOf('utf-8');
  const text = utf8.decode(head.subarray(0, utf8.whole(head)));
  if (text === undefined) return false;
  const { signs, byChance } = signsOf(text, page);
  if (signs.length >= rightEnough) return signs.length >= rightForEachWrong * byChance;
  const { bytes } = pageTable(page);
  return (
    signs.length > 0 && byChance === 0 && signs.every((sign) => bytes.has(sign.codePointAt(0) ?? 0))
  );
}

/**
 * Of the beginning of a file of UTF-8: where the first characters beyond ASCII stand, if most are by chance; else -1.
 */
export function byChanceAt(head: Uint8Array): number {
  const sample = sampleBeyondAscii(head);
  if (sample === undefined) return -1;
  const utf8 = decoderOf('utf-8');
  const text = utf8.decode(sample.bytes.subarray(0, utf8.whole(sample.bytes))) ?? '';
  const { signs, byChance } = signsOf(text);
  if (byChance <= signs.length) return -1;
  return sample.start + sample.bytes.findIndex((byte) => byte >= 0x80);
}

interface Signs {
  /** Those that UTF-8 has there, too. */
  readonly signs: readonly string[];
  readonly byChance: number;
}

function signsOf(text: string, page?: CodePage): Signs {
  const signs: string[] = [];
  let byChance = 0;
  for (const { 0: sign, index } of text.matchAll(/[^\0-\x7f]/gu)) {
    if (isByChance(text, index, page)) byChance += 1;
    else signs.push(sign);
    if (signs.length + byChance === signsLookedAt) break;
  }
  return { signs, byChance };
}

function writtenReplacements(bytes: Uint8Array): number {
  const written = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let count = 0;
  for (
    let at = written.indexOf(replacementBytes);
    at !== -1;
    at = written.indexOf(replacementBytes, at + replacementBytes.length)
  ) {
    count++;
  }
  return count;
}
