import { Buffer } from 'node:buffer';
import type { CodePage } from '../../src/domain/encoding.ts';
import { decoderOf } from './decode.ts';
import { pageTable } from './table.ts';

/** Phonetic letters and those of Africa: ʯ, ɮ. Not Ə, ƒ, ș, ʻ, what is typed for Ø, nor accents that are alone. */
const farLetter = '(?![ƏəƒơưƠƯǍ-ǜǺ-ǿȘ-țɵɸ])[\\u0180-\\u02b8\\u02bd-\\u02c5\\u02de-\\u02ff]';
/** Accents behind letters that never bear them. */
const farAccent = '[\\u0309\\u030d-\\u0326\\u0329-\\u0385]|(?<![AU])\\u030a';
/** Old Cyrillic and that of Asia: NӯDO. Russian letters within Latin words are slips. */
const farCyrillic = '(?![Ґґ])[\\u0460-\\u052f]';
/** Arabic and others, whose words have more than one letter: ؽ. Of Hebrew they may be marks of a list. */
const farScript = '(?![א-ת])[\\u0530-\\u07ff]';
const far = `(?:${farLetter}|${farAccent}|${farCyrillic})`;
/** Two characters of a page are alone: letters beside a capital, and beside no small letter. */
const strange = new RegExp(
  `(?<![^\\0-\\x7f\\ufffd])(?:(?<=[A-Z])${far}(?![a-z])|(?<![a-z])${far}(?=[A-Z])|${farScript})(?![^\\0-\\x7f\\ufffd])`,
  'uy',
);
const firstOfTwoBytes = 0x80;
const lastOfTwoBytes = 0x7ff;
const firstFar = 0x180;

/** Capitals amid capitals, PÄŤ and DĹŽKA for Pč and DŎKA; or the last one with a sign of trades: HYVÄ®. */
const pageWord =
  /^(?![a-z])[\0-\x7f]\p{Lu}(?:\p{Lu}(?![a-z])|[®™»…½¼¾²³\u00a0](?![A-Za-z]))[\0-\x7f]$/u;
const smallAmidCapitals = /(?=\p{Ll})[îû\u0100-\u017f]/u;

/** Whether a character of what is read as UTF-8 is two of a page that happen to be its bytes: SPRʯYNA, NESCAFɮ. */
export function isByChance(text: string, at: number, page?: CodePage): boolean {
  const unit = text.charCodeAt(at);
  if (unit < firstOfTwoBytes || unit > lastOfTwoBytes) return false;
  return (
    (unit >= firstFar && isStrange(text, at)) ||
    (page !== undefined && isOfPageWord(text, at, page))
  );
}

function isStrange(text: string, at: number): boolean {
  strange.lastIndex = at;
  return strange.test(text);
}

function isOfPageWord(text: string, at: number, page: CodePage): boolean {
  const sign = text.charAt(at);
  const isWritten = pageTable(page).bytes.has(sign.charCodeAt(0));
  if (isWritten && !smallAmidCapitals.test(sign)) return false;
  const read = decoderOf(page).decode(Buffer.from(sign)) ?? '';
  return pageWord.test(`${text[at - 1] ?? ' '}${read}${text[at + 1] ?? ' '}`);
}
