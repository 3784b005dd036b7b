import type { CodePage } from '../../src/domain/encoding.ts';
import { betterReading, type Odd } from './better-reading.ts';
import { rareLetters } from './cyrillic-letters.ts';
import { decoderOf } from './decode.ts';
import { oddMeasures } from './measures.ts';
import { areSlips, isSlippedCode } from './slips.ts';
import { wordsOf } from './words.ts';

/** Words as the page reads them, which nobody writes so. */
export interface OddWords {
  /** The byte of the first one. */
  readonly at: number;
  readonly words: readonly string[];
  /** What reads them right. */
  readonly page: CodePage;
}

const wordsShown = 3;

/** What shows that the page is another one: so read, its words beyond ASCII are of no language (fault 6). */
export function oddWords(sample: Uint8Array, page: CodePage): OddWords | undefined {
  const words = wordsOf(sample).filter((word) => !isSlippedCode(word, page));
  const odd = betterReading(words, page, sample);
  if (odd === undefined || areSlips(odd.words, { page, sample }))
    return oddMeasures(sample, page, words) ?? rareLetters(sample, page);
  return shown(odd, page);
}

function shown({ words, page }: Odd, declared: CodePage): OddWords {
  const decoder = decoderOf(declared);
  const [first] = words;
  return {
    at: first?.at ?? 0,
    words: words.slice(0, wordsShown).map(({ bytes }) => decoder.decode(bytes) ?? ''),
    page,
  };
}
