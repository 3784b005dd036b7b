import { isAscii } from 'node:buffer';
import type { CodePage } from '../../src/domain/encoding.ts';
import { decoderOf } from './decode.ts';

/** Words as the page reads them, which nobody writes so. */
export interface OddWords {
  /** The byte of the first one. */
  readonly at: number;
  readonly words: readonly string[];
}

/** Signs that stand within no word, and are letters of other pages. */
const sign = '[„‚“”†‡‰‹›€£¤¥¦§¨«»¬®™¯±¶¸¹²³¼½¾÷×¡¿ˆ˜ˇ˘˙˛˝]';
/** Alone between letters these tell nothing: m²K, L×B, Teflon®Band. */
const usual = `(?:(?<=m)[²³]|×|(?<=[A-Za-z])[®™])(?!${sign})`;
const oddities = [
  // S„ge, Lo§isko, Ѓ®«в
  `\\p{L}(?!${usual})${sign}+\\p{L}`,
  // ™l, §lutě: these stand behind a word or before a number.
  '^[™£§¶¹³]\\p{Ll}',
  // caf‚: the low quote marks begin a word.
  '\\p{L}[„‚]$',
  // PiŠce: where two words are put together the second has no accent.
  '\\p{Ll}(?![A-Z])(?=\\p{Script=Latin})\\p{Lu}\\p{Ll}',
  // Áîëò: no word has accented letters alone.
  '(?:(?![A-Za-zªº])(?=\\p{Script=Latin})\\p{L}){4}',
  // GrцЯe
  '[A-Za-z](?:(?!\\p{Script=Latin}|µ)\\p{L})+[A-Za-z]',
];
const odd = new RegExp(oddities.join('|'), 'u');
const word = /[A-Za-z\d]*[^\0-\x7f][A-Za-z\d]*(?:[^\0-\x7f][A-Za-z\d]*)*/g;
const telling = new RegExp(`(?![A-Za-z])\\p{L}|${sign}`, 'u');

const cyrillicWord = /(?<![А-яЁё])(?:[А-ЯЁ][а-яё]{2,}|[а-яё][А-ЯЁ]{3,})(?![А-яЁё])/g;
/** вПМФ for Болт: KOI8 and windows-1251 have small letters and capitals in each other's places. */
const swapped = /^[а-яё]/;

/** Fewer may be slips of the ERP. */
const fewest = 3;
/** So many of a file say what the others do; more would cost each look at an unchanged file. */
const wordsLookedAt = 1_000;
const sampleBytes = 128 * 1024;
const stepBytes = 4_096;

/** What shows that the page is another one: so read, most words beyond ASCII are none (fault 6). */
export function oddWords(head: Uint8Array, page: CodePage): OddWords | undefined {
  if (isAscii(head)) return undefined;
  let start = 0;
  while (isAscii(head.subarray(start, start + stepBytes))) start += stepBytes;
  const text = decoderOf(page).decode(head.subarray(start, start + sampleBytes));
  if (text === undefined) return undefined;
  const found =
    mostly(odd, wordsOf(text, word, telling)) ?? mostly(swapped, wordsOf(text, cyrillicWord, /./));
  return found && { ...found, at: found.at + start };
}

function* wordsOf(text: string, pattern: RegExp, counts: RegExp): Generator<RegExpExecArray> {
  for (const match of text.matchAll(pattern)) if (counts.test(match[0])) yield match;
}

function mostly(sought: RegExp, words: Iterable<RegExpExecArray>): OddWords | undefined {
  const found = new Map<string, number>();
  let all = 0;
  let fitting = 0;
  for (const { 0: one, index } of words) {
    if (all === wordsLookedAt) break;
    all += 1;
    if (!sought.test(one)) continue;
    fitting += 1;
    if (found.size < fewest) found.set(one, found.get(one) ?? index);
  }
  const [at] = found.values();
  if (at === undefined || found.size < fewest || 2 * fitting < all) return undefined;
  return { at, words: [...found.keys()] };
}
