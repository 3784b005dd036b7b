import { decoderOf } from '../../adapters/text/decode.ts';
import { encode } from '../../adapters/text/encode.ts';
import { guessedPages } from '../../adapters/text/guess.ts';
import { beginsNearlyUtf8 } from '../../adapters/text/utf8-share.ts';
import { shownValue } from '../domain/complaint.ts';
import type { Encoding } from '../domain/encoding.ts';
import type { FirstRows } from './first-rows.ts';

/** The encodings of a sample without a mark, the likeliest first; and those that read it nearly as well. */
interface GuessedEncodings {
  readonly encodings: readonly Encoding[];
  readonly rivals: readonly Encoding[];
}

/** UTF-8 comes first where all but a few bytes are UTF-8 (fault 6). */
export function guessedEncodings(head: Uint8Array): GuessedEncodings {
  const { pages, rivals } = guessedPages(head);
  return beginsNearlyUtf8(head)
    ? { encodings: ['utf-8', ...pages], rivals: [] }
    : { encodings: [...pages, 'utf-8'], rivals };
}

/** Words by which a person sees whether a guessed code page is right, and how other code pages read them. */
export interface Telltale {
  readonly words: readonly string[];
  readonly others: readonly { readonly encoding: Encoding; readonly words: readonly string[] }[];
}

export const noTelltale: Telltale = { words: [], others: [] };

const wordsShown = 3;
const othersShown = 3;

export function telltale(rows: FirstRows, rivals: readonly Encoding[]): Telltale {
  const { encoding } = rows.dialect;
  const others = rivals.filter((other) => other !== encoding).slice(0, othersShown);
  const readIn = (other: Encoding, word: string): string =>
    decoderOf(other).decode(encode(word, encoding as Encoding)) ?? word;
  const all = wordsBeyondAscii(rows);
  const telling = all.filter((word) => others.some((other) => readIn(other, word) !== word));
  const words = (telling.length === 0 ? all : telling).slice(0, wordsShown);
  return {
    words,
    others: others.map((other) => ({
      encoding: other,
      words: words.map((word) => readIn(other, word)),
    })),
  };
}

/** `"Klíč", "kotouč" (windows-1252: "Klíè", "kotouè")`: a person chooses by eye. */
export function telltaleText({ words, others }: Telltale): string {
  const shown = (some: readonly string[]): string => some.map(shownValue).join(', ');
  const otherwise = others.map(({ encoding, words: read }) => `${encoding}: ${shown(read)}`);
  return `${shown(words)}${otherwise.length === 0 ? '' : ` (${otherwise.join('; ')})`}`;
}

function wordsBeyondAscii({ columns }: FirstRows): readonly string[] {
  const texts = columns.flatMap(({ name, cells }) => [name, ...cells]);
  const words = texts.flatMap((text) => text.match(/[\p{L}\p{N}]*[^\0-\x7f][\p{L}\p{N}]*/gu) ?? []);
  return [...new Set(words)].filter((word) => word.length > 2);
}
