import { caseless } from '../../domain/letter-case.ts';
import { isSameYesOrNo } from '../../domain/yes-no.ts';
import { grouped } from '../terms/grouped.ts';
import type { Doubt } from './listed-words.ts';
import { createSpellings } from './spellings.ts';

/** So many texts of a column are remembered: most columns that conditions ask have few. */
const textsMax = 1_000;

/**
 * Finds the listed word that a text most likely means: the same in other letters or signs, or another word for the same
 * yes or no.
 */
export function createLikeWords(words: readonly string[]): (text: string) => Doubt | undefined {
  const find = finder(words);
  const known = new Map<string, Doubt | undefined>();
  return (text) => {
    if (known.has(text)) return known.get(text);
    const found = find(text);
    if (known.size < textsMax) known.set(text, found);
    return found;
  };
}

function finder(words: readonly string[]): (text: string) => Doubt | undefined {
  const byCase = grouped(words, wordWithoutCase);
  const byLetters = grouped(words, lettersAlone);
  const spellings = createSpellings(words);
  // Few are a yes or a no, and a column of article numbers asks for each row.
  const flags = words.filter((word) => isSameYesOrNo(word, word));
  return (text) => {
    const [inCase] = byCase.get(wordWithoutCase(text)) ?? [];
    if (inCase !== undefined) return { why: 'case', meant: inCase };
    const [inLetters] = spellings.find(text);
    if (inLetters !== undefined) return { why: 'letters', meant: inLetters };
    const [inSigns] = byLetters.get(lettersAlone(text)) ?? [];
    const written = inSigns ?? flags.find((word) => isSameYesOrNo(word, text));
    return written === undefined ? undefined : { why: 'writing', meant: written };
  };
}

/** Other blanks than these look the same, and are told as signs. */
function wordWithoutCase(text: string): string | undefined {
  return caseless(text).replace(/[ \t]+/g, '') || undefined;
}

/**
 * `Auslauf-Artikel` and `auslaufartikel.` are one word. Not
 * texts with digits, or short codes (`A+`), whose signs matter.
 */
function lettersAlone(text: string): string | undefined {
  const letters = caseless(text).replace(/[\s\p{P}\p{S}]+/gu, '');
  return /^\p{L}{3,}$/u.test(letters) ? letters : undefined;
}
