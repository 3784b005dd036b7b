import type { CodePage } from '../../src/domain/encoding.ts';
import { decoderOf } from './decode.ts';
import { encode } from './encode.ts';
import type { OddWords } from './odd-words.ts';

const pages: readonly CodePage[] = ['windows-1251', 'cp866', 'koi8-r', 'iso-8859-5', 'cp855'];

/**
 * Three of four letters in Russian, Ukrainian, Bulgarian, Serbian, Kazakh; of a text under a wrong page two of five.
 */
const frequent = /[оеаинтсрвлкмыі]/giu;
/** Shorter ones may be types: ВВГ, ШВВП. Frames draw no letters. */
const longWord = /[^\0-\x7f\u2500-\u259f]{5,}/g;
/** What fills up or underlines. */
const repeated = /(.)\1{2,}/;
const fewestWords = 3;
const fewestLetters = 25;
/** More say the same, and each look at an unchanged file would pay for them. */
const lettersLookedAt = 2_000;
const wordsLookedAt = 2_000;
const leastShare = 0.5;
const timesOwnShare = 1.3;
/** No language has more of them in a whole text: where another page would have to, none is asked. */
const mostShare = 0.8;

/** A vowel and a consonant or the other way round: in words of any language they take turns. */
const turn = /[аеёиоуъыэюяіїєў](?![аеёиоуъыэюяіїєў])|[^аеёиоуъыэюяіїєў](?=[аеёиоуъыэюяіїєў])/giu;

/**
 * Љаг¦Є for Кружка, ТПНБЫЛЙ for ромашки: so read, Cyrillic words
 * have rare letters, and under another page frequent ones.
 */
export function rareLetters(sample: Uint8Array, page: CodePage): OddWords | undefined {
  const text =
    pages.includes(page) || page === 'koi8-u' ? decoderOf(page).decode(sample) : undefined;
  if (text === undefined) return undefined;
  const words = longWords(text);
  const letters = [...words.keys()].join('');
  if (words.size < fewestWords || letters.length < fewestLetters) return undefined;
  const least = Math.max(leastShare, timesOwnShare * frequentShare(letters));
  if (least > mostShare) return undefined;
  const bytes = encode(letters, page);
  // The letters of a few right words may be rare by chance (чугунная, муфта), but not their turns.
  const isRead = (other: CodePage): boolean => {
    const read = decoderOf(other).decode(bytes) ?? '';
    return frequentShare(read) >= least && turns(read) > turns(letters);
  };
  const [at] = words.values();
  const right = pages.find(isRead);
  if (at === undefined || right === undefined) return undefined;
  return { at, words: [...words.keys()].slice(0, fewestWords), page: right };
}

/** And where each stands. */
function longWords(text: string): ReadonlyMap<string, number> {
  const words = new Map<string, number>();
  let letters = 0;
  let looked = 0;
  for (const { 0: word, index } of text.matchAll(longWord)) {
    if (letters >= lettersLookedAt || looked === wordsLookedAt) break;
    looked += 1;
    if (words.has(word) || repeated.test(word)) continue;
    words.set(word, index);
    letters += word.length;
  }
  return words;
}

function frequentShare(letters: string): number {
  return (letters.match(frequent) ?? []).length / Math.max(1, letters.length);
}

function turns(letters: string): number {
  return letters.match(turn)?.length ?? 0;
}
