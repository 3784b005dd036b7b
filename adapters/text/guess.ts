import type { CodePage } from '../../src/domain/encoding.ts';
import { sampleBeyondAscii } from './beyond-ascii.ts';
import { rareLetters } from './cyrillic-letters.ts';
import { decoderOf } from './decode.ts';
import { letterKinds } from './letter-kinds.ts';
import { likelyPages } from './likely-pages.ts';
import { readingOf } from './reading.ts';
import { untold } from './spelling.ts';
import { type Word, wordsOf } from './words.ts';

/** For a person who looks at it: the daemon guesses no page. */
export interface Guess {
  /** The likeliest first. */
  readonly pages: readonly CodePage[];
  /** Those that read it otherwise than the first one, and nearly as well. */
  readonly rivals: readonly CodePage[];
}

const nearlyAsGood = 0.9;

/** Which pages the words beyond ASCII are right in; of pages that read them alike, the one of Windows (fault 6). */
export function guessedPages(head: Uint8Array): Guess {
  const sample = sampleBeyondAscii(head)?.bytes ?? head;
  const words = wordsOf(sample);
  const rated = likelyPages
    .filter((page) => words.every(({ bytes }) => decoderOf(page).decode(bytes) !== undefined))
    .map((page) => rate(words, { page, isRare: rareLetters(sample, page) !== undefined }))
    .sort((a, b) => a.rare - b.rare || b.sane - a.sane || b.mixed - a.mixed);
  const [best] = rated;
  const rivals = rated.filter(
    ({ rare, one, text }) =>
      rare === best?.rare && best.one > 0 && one >= nearlyAsGood * best.one && text !== best.text,
  );
  const distinct = new Map([...rivals].reverse().map(({ text, page }) => [text, page]));
  return { pages: rated.map(({ page }) => page), rivals: [...distinct.values()].reverse() };
}

interface Page {
  readonly page: CodePage;
  readonly isRare: boolean;
}

function rate(words: readonly Word[], { page, isRare }: Page) {
  const { spellings, one, two } = readingOf(words, page);
  const decoder = decoderOf(page);
  const { kinds } = letterKinds(page);
  const isOfTrade = ({ bytes }: Word, at: number): boolean =>
    spellings[at] === untold && bytes.every((byte) => !'?#,'.includes(kinds.charAt(byte)));
  const ofTrade = words.filter(isOfTrade).length;
  return {
    page,
    rare: isRare ? 1 : 0,
    one: one.right,
    sane: one.right + ofTrade,
    mixed: two.right + ofTrade,
    text: words.map(({ bytes }) => decoder.decode(bytes)).join(' '),
  };
}
