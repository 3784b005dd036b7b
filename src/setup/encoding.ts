import type { FirstRows } from './first-rows.ts';

/**
 * What exports without a mark are written in; the first of those that read equally well is proposed. UTF-8 fits where
 * all but a few bytes are (fault 6).
 */
export const encodingsTried = [
  ...([
    'utf-8',
    'windows-1252',
    'windows-1250',
    'windows-1251',
    'cp850',
    'cp852',
    'cp866',
    'koi8-r',
  ] as const),
];

const western = 'äöüÄÖÜßéèêëàâáãåæçñóòôõøíìîïúùûýÉÈÀÁÂÃÅÆÇÑÓÔÕØÍÚ';
const eastern = 'ąćęłńśźżĄĆĘŁŃŚŹŻčďěňřšťůžČĎĚŇŘŠŤŮŽőűŐŰăâîșşțţ';
const signs = '°²³µ€§®™–—“”„‚‘’«»×½¼¾Ø±…№•·¹';
const usualLetters = new Set(western + eastern);
const usualSigns = new Set(signs);

/** How far a text reads as people write it: letters in words, signs between them, one alphabet a word, case in order. */
export function plausibility(text: string): number {
  let score = 0;
  for (const word of text.match(/\S*[^\0-\x7f]\S*/g) ?? []) score += wordScore(word);
  return score;
}

function wordScore(word: string): number {
  const isMixed = /\p{Script=Cyrillic}[a-z]|[a-z]\p{Script=Cyrillic}/iu.test(word);
  const isUpside = /\p{Ll}[А-ЯЁÀ-ÞĄ-Ż]|[A-Z](?![a-z])\p{Ll}[A-Z]/u.test(word);
  // Trades write I²C, G½B and Zangen»Kombizangen.
  const signInside = Array.from(word.matchAll(/\p{L}[^\p{L}\0-\x7f²³¹¼½¾±×«»®™]\p{L}/gu)).length;
  const letters = Array.from(word).filter((letter) => letter > '\x7f');
  const each = letters.map(letterScore).reduce((sum, one) => sum + one, 0);
  return each - 2 * signInside - (isMixed ? 3 : 0) - (isUpside ? 2 : 0);
}

function letterScore(letter: string): number {
  if (/[А-Яа-яЁёІіЇїЄєҐґ]/.test(letter)) return 1;
  if (usualLetters.has(letter)) return 1;
  return usualSigns.has(letter) ? 0.5 : -1;
}

export function plausibilityOf({ columns }: FirstRows): number {
  return columns.reduce(
    (sum, { name, cells }) => sum + plausibility([name, ...cells].join(' ')),
    0,
  );
}

const wordsShown = 3;

/** Words that read differently in another code page: for the eye of a person. */
export function telltaleWords({ columns }: FirstRows): readonly string[] {
  const found = new Set<string>();
  for (const { name, cells } of columns) {
    for (const text of [name, ...cells]) {
      for (const word of text.match(/[\p{L}\p{N}]*[^\0-\x7f][\p{L}\p{N}]*/gu) ?? []) {
        if (word.length > 2) found.add(word);
        if (found.size === wordsShown) return [...found];
      }
    }
  }
  return [...found];
}
