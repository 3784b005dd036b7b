import { lookOf, withoutAccents } from '../../domain/look.ts';
import { writingsOf } from '../../domain/writings.ts';

/** Finds words by what a wrong encoding, ASCII, a transliteration or look-alike signs make of them (fault 6). */
export interface Spellings {
  /** The words that the text probably is, in other letters; none if the text is one of the words itself. */
  find(text: string): readonly string[];
}

export function createSpellings(words: readonly string[]): Spellings {
  const exact = new Set(words);
  const [whole, lossy] = [createIndex(), createIndex()];
  for (const word of words) {
    const ways = waysOf(word);
    whole.add(word, ways.whole);
    lossy.add(word, ways.lossy);
  }
  const hasLetters = words.some(isLettered);
  const seek = (text: string): readonly string[] => {
    const ways = waysOf(text);
    const same = [...whole.find(ways.whole), ...lossy.find(ways.whole), ...whole.find(ways.lossy)];
    // Of texts in ASCII only the case differs.
    return [...new Set(same)].filter((word) => isLettered(word) || isLettered(text));
  };
  return {
    find(text) {
      const isSought = !exact.has(text) && (hasLetters || beyondAscii.test(text));
      return isSought ? seek(text) : [];
    },
  };
}

const beyondAscii = /[^\0-\x7f]/;

/** A lost letter is often written as `?`. */
function isLettered(text: string): boolean {
  return text.includes('?') || beyondAscii.test(text);
}

function createIndex() {
  const byWay = new Map<string, string[]>();
  return {
    add(word: string, ways: readonly string[]): void {
      for (const way of ways) {
        const known = byWay.get(way);
        if (known === undefined) byWay.set(way, [word]);
        else known.push(word);
      }
    },
    find: (ways: readonly string[]) => ways.flatMap((way) => byWay.get(way) ?? none),
  };
}

const none: readonly string[] = [];

interface Ways {
  readonly whole: readonly string[];
  readonly lossy: readonly string[];
}

/** In bytes, and as it looks without regard to case, whole or without accents, ü as u and as ue. */
function waysOf(text: string): Ways {
  // Quick, for nearly all article numbers are such.
  if (!beyondAscii.test(text)) return { whole: [text, looking(text.toLowerCase())], lossy: none };
  const { whole, lossy } = writingsOf(text);
  const look = lookOf(text).toLowerCase();
  const bare = look.length === 1 ? none : [look, withDigraphs(look)].map(withoutAccents);
  return { whole: [...whole, looking(look)], lossy: [...lossy, ...bare.map(looking)] };
}

/** No bytes begin so. */
function looking(text: string): string {
  return `\u0001${text}`;
}

const digraphs: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

function withDigraphs(small: string): string {
  return small.replace(/[äöü]/g, (letter) => digraphs[letter] ?? letter);
}

/** How a text differs from the word that it is: on a screen both may look the same. */
export function differenceOf(text: string, word: string): string {
  if (text.normalize('NFC') === word.normalize('NFC')) return 'with accents as combining marks';
  if (lookOf(text) !== lookOf(word)) return 'in other letters';
  const [mine, its] = [Array.from(text), Array.from(word)];
  const at = mine.findIndex((sign, place) => sign !== its[place]);
  return `with look-alike signs (${codeOf(mine[at])} for ${codeOf(its[at])})`;
}

function codeOf(sign = ''): string {
  const code = sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  return code === undefined ? 'nothing' : `U+${code}`;
}
