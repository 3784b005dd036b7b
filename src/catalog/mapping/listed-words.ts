import type { CellKind } from '../../domain/cells.ts';
import { decimalText, formatNumbers } from '../../domain/quantity.ts';
import { yesOrNo } from '../../domain/yes-no.ts';
import { grouped } from '../terms/grouped.ts';
import { createLikeWords } from './like-words.ts';

/** Words as the configuration lists them in translate: or where:. */
export interface ListedWords {
  /** The word that a cell says, or why it may mean one all the same; undefined where it says something else. */
  find(text: string, kind: CellKind): { readonly word: string } | Doubt | undefined;
}

/** `truth`, `number`: the list does not say what a true/false or number cell becomes, or says it in several ways. */
export type Doubt =
  | { readonly why: 'case' | 'letters' | 'writing'; readonly meant: string }
  | { readonly why: 'truth' | 'number' };

/**
 * The listed words with their meanings; `rest`: what all others mean. A person lists what a spreadsheet shows: `WAHR`
 * for a cell that holds true, `1,00` for one that holds 1. So true/false and number cells are matched by what they
 * hold, texts letter by letter (quirk 37).
 */
export function createListedWords(
  meanings: ReadonlyMap<string, string>,
  rest?: string,
): ListedWords {
  // The empty word speaks of empty cells only.
  const words = [...meanings.keys()].filter((word) => word !== '');
  const byTruth = grouped(words, yesOrNo);
  const byNumber = grouped(words, (word) => plainNumber(word));
  const like = createLikeWords(words);
  const one = (stated: readonly string[] = [], why: 'truth' | 'number') => {
    const [word] = stated;
    if (word === undefined) return undefined;
    return new Set(stated.map((each) => meanings.get(each))).size === 1 ? { word } : { why };
  };
  const truth = (text: string) => {
    const stated = byTruth.get(yesOrNo(text));
    if (stated !== undefined) return one(stated, 'truth');
    const others = [...byTruth.values()].flat();
    // A list that makes the same of true and of false was not written for true/false cells.
    const isOpen =
      (others.length === 0 && words.length > 0) ||
      others.some((word) => meanings.get(word) === rest);
    return isOpen ? { why: 'truth' as const } : undefined;
  };
  // Another writing of a word is told only if that word means something else than all other values do.
  const reportedDoubt = (doubt: Doubt | undefined) =>
    doubt?.why === 'writing' && meanings.get(doubt.meant) === rest ? undefined : doubt;
  return {
    find(text, kind) {
      if (meanings.has(text)) return { word: text };
      if (kind === 'truth') return truth(text);
      const number = kind === 'number' ? plainNumber(text, formatNumbers) : undefined;
      return one(byNumber.get(number), 'number') ?? reportedDoubt(like(text));
    },
  };
}

/** `1,00` → `1`; `01` stays apart, for it is a code. */
function plainNumber(text: string, style?: typeof formatNumbers): string | undefined {
  const read = decimalText(text, style);
  return 'fault' in read ? undefined : read.canonical.replace(/(?:\.|(\.\d*[1-9]))0*$/, '$1');
}
