import type { CodePage } from '../../src/domain/encoding.ts';
import { type Languages, languages } from './alphabets.ts';
import { decoderOf } from './decode.ts';
import { letterKinds } from './letter-kinds.ts';
import { isTold, spelling } from './spelling.ts';
import type { Word } from './words.ts';

/** How a page reads words. */
export interface Reading {
  readonly page: CodePage;
  /** Of each word the languages that it is right in. */
  readonly spellings: readonly Languages[];
  /** Of the language that most words are right in, or of two. */
  readonly one: Fit;
  readonly two: Fit;
}

export interface Fit {
  readonly languages: Languages;
  /** How many words are right in them. */
  readonly right: number;
}

const single = languages.map((_, at) => 1 << at);
const pairs = single.flatMap((bit, at) => single.slice(at).map((other) => bit | other));

export function readingOf(words: readonly Word[], page: CodePage): Reading {
  const kinds = letterKinds(page);
  const spellings = words.map(({ bytes }) => spelling(bytes, kinds));
  const counts = new Map<Languages, number>();
  for (const one of spellings) {
    if (isTold(one)) counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  return { page, spellings, one: bestOf(single, counts), two: bestOf(pairs, counts) };
}

function bestOf(sets: readonly Languages[], counts: ReadonlyMap<Languages, number>): Fit {
  let best: Fit = { languages: 0, right: 0 };
  for (const set of sets) {
    let right = 0;
    for (const [spelt, count] of counts) if ((spelt & set) !== 0) right += count;
    if (right > best.right) best = { languages: set, right };
  }
  return best;
}

/** Whether a page has a letter for each of its bytes. */
export function isReadBy(page: CodePage): (word: Word) => boolean {
  const decoder = decoderOf(page);
  return ({ bytes }) => decoder.decode(bytes) !== undefined;
}
