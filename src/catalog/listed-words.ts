import type { CellKind } from '../domain/cells.ts';
import { caseless } from '../domain/letter-case.ts';
import { decimalText, formatNumbers } from '../domain/quantity.ts';
import { yesOrNo } from '../domain/yes-no.ts';
import { createSpellings } from './spellings.ts';

/** Words as the configuration lists them in translate: or where:. */
export interface ListedWords {
  /** The word that a cell says, or why it may mean one all the same; undefined where it says something else. */
  find(text: string, kind: CellKind): { readonly word: string } | Doubt | undefined;
}

/** `truth` and `number`: what such a cell becomes is not said, or in several ways. */
export type Doubt =
  | { readonly why: 'case' | 'letters'; readonly meant: string }
  | { readonly why: 'truth' | 'number' };

/**
 * The words with what each of them means, and what every other one does (`rest`). A person lists what a spreadsheet shows:
 * WAHR of a cell that is true, `1,00` of one that holds 1. So such cells are matched by what they hold, and texts letter
 * by letter (quirk 37).
 */
export function createListedWords(
  meanings: ReadonlyMap<string, string>,
  rest?: string,
): ListedWords {
  // Of no cell but an empty one does `empty:` of a condition speak.
  const words = [...meanings.keys()].filter((word) => word !== '');
  const byTruth = grouped(words, yesOrNo);
  const byNumber = grouped(words, (word) => plainNumber(word));
  const like = createLikeWords(words);
  const one = (said: readonly string[] = [], why: 'truth' | 'number') => {
    const [word] = said;
    if (word === undefined) return undefined;
    return new Set(said.map((each) => meanings.get(each))).size === 1 ? { word } : { why };
  };
  const truth = (text: string) => {
    const said = byTruth.get(yesOrNo(text));
    if (said !== undefined) return one(said, 'truth');
    const others = [...byTruth.values()].flat();
    // What makes one thing of true and of false was not written for such cells.
    const isOpen =
      (others.length === 0 && words.length > 0) ||
      others.some((word) => meanings.get(word) === rest);
    return isOpen ? { why: 'truth' as const } : undefined;
  };
  return {
    find(text, kind) {
      if (meanings.has(text)) return { word: text };
      if (kind === 'truth') return truth(text);
      const number = kind === 'number' ? plainNumber(text, formatNumbers) : undefined;
      return one(byNumber.get(number), 'number') ?? like(text);
    },
  };
}

/** So many texts of a column are remembered: most columns that conditions ask have few. */
const textsMax = 1_000;

/** A word of other letters, or of others in capitals, is most likely no other word. */
function createLikeWords(words: readonly string[]): (text: string) => Doubt | undefined {
  const byCase = grouped(words, wordWithoutCase);
  const spellings = createSpellings(words);
  const find = (text: string): Doubt | undefined => {
    const [inCase] = byCase.get(wordWithoutCase(text)) ?? [];
    if (inCase !== undefined) return { why: 'case', meant: inCase };
    const [inLetters] = spellings.find(text);
    return inLetters === undefined ? undefined : { why: 'letters', meant: inLetters };
  };
  const known = new Map<string, Doubt | undefined>();
  return (text) => {
    if (known.has(text)) return known.get(text);
    const found = find(text);
    if (known.size < textsMax) known.set(text, found);
    return found;
  };
}

function grouped<Key>(
  words: readonly string[],
  keyOf: (word: string) => Key | undefined,
): ReadonlyMap<Key | undefined, readonly string[]> {
  const groups = new Map<Key | undefined, string[]>();
  for (const word of words) {
    const key = keyOf(word);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), word]);
  }
  return groups;
}

/** `1,00` → `1`; `01` stays apart, for it is a code. */
function plainNumber(text: string, style?: typeof formatNumbers): string | undefined {
  const read = decimalText(text, style);
  return 'fault' in read ? undefined : read.canonical.replace(/(?:\.|(\.\d*[1-9]))0*$/, '$1');
}

/** Other blanks than these look the same, and are told as signs. */
function wordWithoutCase(text: string): string | undefined {
  return caseless(text).replace(/[ \t]+/g, '') || undefined;
}
