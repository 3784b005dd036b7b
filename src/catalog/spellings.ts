/** Words by all that a wrong encoding, an export in ASCII or a transliteration makes of their letters (fault 6). */
export interface Spellings {
  /** The words that the text is in other letters; none for one of the words themselves. */
  find(text: string): readonly string[];
}

export function createSpellings(words: readonly string[]): Spellings {
  const exact = new Set(words);
  const byKey = new Map<string, string[]>();
  for (const word of words.filter((each) => lettered.test(each)))
    for (const key of keysOf(word)) byKey.set(key, [...(byKey.get(key) ?? []), word]);
  return {
    find(text) {
      if (byKey.size === 0 || exact.has(text)) return [];
      const found = keysOf(text).flatMap((key) => byKey.get(key) ?? []);
      return found.filter((word) => isLikely(word, text));
    },
  };
}

const lettered = /[?\P{ASCII}]/u;
const letters = /[?\P{ASCII}]/gu;
const mark = '\u0001';

/** With a mark for each letter beyond ASCII, and for each of its bytes of UTF-8; without accents, ü as u and as ue. */
function keysOf(text: string): readonly string[] {
  const small = text.toLowerCase();
  if (!lettered.test(text)) return [small];
  const bytes = text.replace(letters, (letter) => mark.repeat(Buffer.byteLength(letter)));
  const long = small.replace(/[äöü]/g, (letter) => digraphs[letter] ?? letter);
  return [text.replace(letters, mark), bytes, plain(small), plain(long)];
}

const digraphs: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };
/** Letters that are no base letter with a mark. */
const bases: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i' },
};

function plain(small: string): string {
  const stripped = small.normalize('NFD').replace(/\p{M}/gu, '');
  return stripped.replace(/[ßæœøłđı]/g, (letter) => bases[letter] ?? letter);
}

const otherScript = /(?!\p{Script=Latin})\p{L}/u;

/** Words of Cyrillic letters alone are alike in their length, unless letters are lost. */
function isLikely(word: string, text: string): boolean {
  return !(otherScript.test(word) && otherScript.test(text)) || /[?\ufffd]/.test(text);
}
