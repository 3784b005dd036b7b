import type { CodePage } from '../../src/domain/encoding.ts';
import { languagesOf } from './alphabets.ts';
import { pageTable } from './table.ts';

/** Of each byte of a page what it is to a word, and which languages have it. */
export interface LetterKinds {
  /**
   * One character for each byte: a A letters of ASCII, e E others, l one without case, else the key of `signs`; others
   * are `?`, and what draws is `#`.
   */
  readonly kinds: string;
  readonly languages: Int32Array;
}

/** What signs tell where letters are beside them. */
const signs = {
  /** Trades write these between words, and they tell nothing. */
  ' ': '\u00a0\u00ad«»‹›·•–—…’‘´`°×€º',
  /** And these behind words and within short ones, but not amid small letters: I²C, kΩ, but not C²vata. */
  '2': '²³¹¼½¾±÷®©ªµΩ',
  t: '™',
  /** Trades write it between words, and Polish ones begin with what it is in another page: ¦ruba. */
  '|': '¦',
  /** Within no word, but at its edges. */
  '"': '“”¡¿†‡',
  ',': '„‚',
};
/** What draws frames is beside words. */
const drawn = /[\u2500-\u259f]/;

const kindsOfPages = new Map<CodePage, LetterKinds>();

export function letterKinds(page: CodePage): LetterKinds {
  const found = kindsOfPages.get(page) ?? builtKinds(page);
  kindsOfPages.set(page, found);
  return found;
}

function builtKinds(page: CodePage): LetterKinds {
  const characters = Array.from(pageTable(page).units, (unit) => String.fromCharCode(unit));
  return {
    kinds: characters.map(kindOf).join(''),
    languages: Int32Array.from(characters, languagesOf),
  };
}

function kindOf(character: string): string {
  const [sign] = Object.entries(signs).find(([, ones]) => ones.includes(character)) ?? [];
  if (sign !== undefined) return sign;
  if (drawn.test(character)) return '#';
  if (!/[\p{L}\p{M}]/u.test(character)) return character < '\x80' ? ' ' : '?';
  const [small, capital] = [character.toLowerCase(), character.toUpperCase()];
  if (small === capital) return 'l';
  const isAscii = character < '\x80';
  if (character === small) return isAscii ? 'a' : 'e';
  return isAscii ? 'A' : 'E';
}
