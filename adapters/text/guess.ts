import type { CodePage } from '../../src/domain/encoding.ts';
import { areNames, isWestern } from './better-reading.ts';
import { sampleBeyondAscii } from './beyond-ascii.ts';
import { areOfOnePart } from './camel-case.ts';
import { rareLetters } from './cyrillic-letters.ts';
import { decoderOf } from './decode.ts';
import { hasFrequentLetters } from './frequent-letters.ts';
import { letterKinds } from './letter-kinds.ts';
import { likelyPages } from './likely-pages.ts';
import { isReadBy, readingOf } from './reading.ts';
import { isTold, untold } from './spelling.ts';
import { areSparse, type Word, wordsOf } from './words.ts';

/** For a person who looks at it: the daemon guesses no page. */
interface Guess {
  /** The likeliest first. */
  readonly pages: readonly CodePage[];
  /** Those that read it otherwise than the first one, and nearly as well. */
  readonly rivals: readonly CodePage[];
}

/** What a person may also see: what Excel saves on a Mac is seldom taken for it by chance. */
const pages: readonly CodePage[] = [...likelyPages, 'macintosh'];

const nearlyAsGood = { plain: 0.9, mixed: 0.8 };
/** Two languages have most words of a list, or it is a mixed one. */
const mostly = 0.8;
const nearlyAll = 0.9;

/** Which pages the words beyond ASCII are right in; of pages that read them alike, the one of Windows (fault 6). */
export function guessedPages(head: Uint8Array): Guess {
  const sample = sampleBeyondAscii(head)?.bytes ?? head;
  const words = wordsOf(sample);
  const rated = pages
    .filter((page) => words.every(isReadBy(page)))
    .map((page) => rate(words, { page, isRare: isRare(sample, page) }))
    .sort((a, b) => a.rare - b.rare || b.sane - a.sane || b.mixed - a.mixed);
  return guessOf(rated, areSparse(words, sample));
}

function guessOf(rated: readonly Rated[], mayHoldNames: boolean): Guess {
  const [best] = rated;
  if (best === undefined) return { pages: [], rivals: [] };
  const isMixed = best.two < mostly * best.told;
  const least = best.one * (isMixed ? nearlyAsGood.mixed : nearlyAsGood.plain);
  const near = rated.filter(({ rare, one }) => rare === best.rare && best.one > 0 && one >= least);
  // Books of many languages: Helvčtes and ańos are Czech and Polish, too, and the most frequent page is the likeliest.
  const likeliest = isMixed ? near.find(({ page }) => page === likelyPages[0]) : undefined;
  const named = mayHoldNames ? rated.find((other) => readsNames(other, best)) : undefined;
  const first = likeliest ?? named ?? best;
  const rivals = near.filter(({ text }) => text !== first.text);
  const distinct = new Map([...rivals].reverse().map(({ text, page }) => [text, page]));
  return {
    pages: [first, ...rated.filter((other) => other !== first)].map(({ page }) => page),
    rivals: [...distinct.values()].reverse(),
  };
}

/**
 * Citroën and Jøtul, beside words of one language or none: what another page makes of them is right there by chance.
 * Only where most words are of ASCII, for Kljuè and Èekiæ of a Croatian list are right here, too.
 */
function readsNames({ page, rare, western, told, reading }: Rated, best: Rated): boolean {
  if (page !== likelyPages[0] || rare !== best.rare) return false;
  if (western < best.one || western < nearlyAll * told) return false;
  return areNames(best.one, { told, here: reading });
}

/** Long words of letters that are rare in their script: Hebrew as Cyrillic (офъз), Cyrillic as Greek. */
function isRare(sample: Uint8Array, page: CodePage): boolean {
  const text = decoderOf(page).decode(sample) ?? '';
  return rareLetters(sample, page) !== undefined || !hasFrequentLetters(text);
}

interface Page {
  readonly page: CodePage;
  readonly isRare: boolean;
}

type Rated = ReturnType<typeof rate>;

function rate(words: readonly Word[], { page, isRare }: Page) {
  const reading = readingOf(words, page);
  const { spellings, one, two } = reading;
  const decoder = decoderOf(page);
  const { kinds } = letterKinds(page);
  const isOfTrade = ({ bytes }: Word, at: number): boolean =>
    spellings[at] === untold && bytes.every((byte) => !'?#,'.includes(kinds.charAt(byte)));
  const wrong = words.filter((_, at) => spellings[at] === 0);
  const camelCase = areOfOnePart(wrong, page) ? wrong.length : 0;
  const ofTrade = words.filter(isOfTrade).length + camelCase;
  return {
    page,
    rare: isRare ? 1 : 0,
    reading,
    told: spellings.filter(isTold).length,
    western: spellings.filter(isWestern).length,
    one: one.right,
    two: two.right,
    sane: one.right + ofTrade,
    mixed: two.right + ofTrade,
    text: words.map(({ bytes }) => decoder.decode(bytes)).join(' '),
  };
}
