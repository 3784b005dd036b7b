import { Buffer } from 'node:buffer';

/** A run of letters of ASCII and bytes beyond it: in some page a word, or several. */
export interface Word {
  readonly bytes: Uint8Array;
  /** Where it is first. */
  readonly at: number;
  /** In a code nothing else tells which letter is meant. */
  readonly isBesideDigit: boolean;
  times: number;
}

/** So many say what the others do; more would cost each look at an unchanged file. */
const wordsLookedAt = 500;
const timesLookedAt = 10_000;
const longest = 40;
const run = /[A-Za-z]*[^\0-\x7f][A-Za-z\x80-\xff]*/g;

/** The first distinct ones beyond ASCII. */
export function wordsOf(bytes: Uint8Array): readonly Word[] {
  const found = new Map<string, Word>();
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  let times = 0;
  for (const { 0: word, index } of text.matchAll(run)) {
    times += 1;
    const known = found.get(word);
    if (known) known.times += 1;
    else {
      const end = index + word.length;
      const isBesideDigit = /\d/.test(`${text.charAt(index - 1)}${text.charAt(end)}`);
      const shown = bytes.subarray(index, Math.min(end, index + longest));
      found.set(word, { bytes: shown, at: index, isBesideDigit, times: 1 });
    }
    if (found.size === wordsLookedAt || times === timesLookedAt) break;
  }
  return [...found.values()];
}

const asciiWord = /(?<![A-Za-z\x80-\xff])[A-Za-z]{3,}(?![A-Za-z\x80-\xff])/g;
const asciiForEachWord = 4;

/**
 * Whether most words of the sample are of ASCII: those beyond it may be names. Of many languages more words have a
 * letter beyond it.
 */
export function areSparse(words: readonly Word[], sample: Uint8Array): boolean {
  const text = Buffer.from(sample.buffer, sample.byteOffset, sample.length).toString('latin1');
  return asciiForEachWord * timesOf(words) <= (text.match(asciiWord)?.length ?? 0);
}

export function timesOf(words: readonly Word[]): number {
  return words.reduce((sum, { times }) => sum + times, 0);
}
