import { Buffer } from 'node:buffer';
import type { CodePage } from '../../src/domain/encoding.ts';
import { decoderOf } from './decode.ts';
import { pageTable } from './table.ts';

/** Phonetic letters and those of Africa: ʯ, ɮ. Not Ə, ƒ, ș, ʻ, nor accents that stand alone. */
const farLetter = '(?![ƏəƒơưƠƯǍ-ǜǺ-ǿȘ-ț])[\\u0180-\\u02b8\\u02bd-\\u02c5\\u02de-\\u02ff]';
/** Accents behind letters that never bear them. */
const farAccent = '[\\u0309\\u030d-\\u0326\\u0329-\\u0385]|(?<![AU])\\u030a';
/** Not the ones that are mistaken for Latin letters. */
const cyrillic = '(?![АВЕЗКМНОРСТУХЅІЈ])[\\u0400-\\u052f]';
/** Hebrew, Arabic and others, whose words have more than one letter: ؽ. */
const farScript = '[\\u0530-\\u07ff]';
const byCapital = `(?<=[A-Z])${cyrillic}|${cyrillic}(?=[A-Z])`;
/** Two characters of a page stand alone, and beside no small letter. */
const strange = new RegExp(
  `(?<![^\\0-\\x7f\\ufffd])(?:(?<![a-z])(?:${farLetter}|${farAccent}|${byCapital})(?![a-z])|${farScript})(?![^\\0-\\x7f\\ufffd])`,
  'uy',
);
const firstOfTwoBytes = 0x80;
const lastOfTwoBytes = 0x7ff;

/** Capitals amid capitals, PÄŤ and DĹŽKA for Pč and DŎKA; or the last one with a sign of trades: HYVÄ®. */
const pageWord =
  /^(?![a-z])[\0-\x7f]\p{Lu}(?:\p{Lu}(?![a-z])|[®™»…½¼¾²³\u00a0](?![A-Za-z]))[\0-\x7f]$/u;
const smallAmidCapitals = /(?=\p{Ll})[îû\u0100-\u017f]/u;

/** Whether a character of what is read as UTF-8 is two of a page that happen to be its bytes: SPRʯYNA, NESCAFɮ. */
export function isByChance(text: string, at: number, page?: CodePage): boolean {
  const unit = text.charCodeAt(at);
  if (unit < firstOfTwoBytes || unit > lastOfTwoBytes) return false;
  strange.lastIndex = at;
  return strange.test(text) || (page !== undefined && isOfPageWord(text, at, page));
}

function isOfPageWord(text: string, at: number, page: CodePage): boolean {
  const sign = text.charAt(at);
  const isWritten = pageTable(page).bytes.has(sign.charCodeAt(0));
  if (isWritten && !smallAmidCapitals.test(sign)) return false;
  const read = decoderOf(page).decode(Buffer.from(sign)) ?? '';
  return pageWord.test(`${text[at - 1] ?? ' '}${read}${text[at + 1] ?? ' '}`);
}
