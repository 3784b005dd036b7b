import { isAscii } from 'node:buffer';
import type { CodePage } from '../../src/domain/encoding.ts';
import type { Languages } from './alphabets.ts';
import type { Sample } from './beyond-ascii.ts';
import { decoderOf } from './decode.ts';
import { type LetterKinds, letterKinds } from './letter-kinds.ts';
import { likelyPages } from './likely-pages.ts';
import { isReadBy, readingOf } from './reading.ts';
import { isTold, spelling, untold } from './spelling.ts';
import { type Word, wordsOf } from './words.ts';

/** A file of a code page without the few lines that another page wrote: they are rejected one by one (fault 6). */
export interface ForeignLines {
  /** Blanks are in place of these lines. */
  readonly bytes: Uint8Array;
  /** What reads their words right, where a page does. */
  readonly other: OtherPage | undefined;
}

/** What writes a few rows of a file, and the language that most words of the others are of. */
export interface OtherPage {
  readonly page: CodePage;
  readonly language: Languages;
}

const lineFeed = 10;
const blank = 0x20;
const firstBeyondAscii = 0x80;
/**
 * For each foreign line so many that the file's page reads right, and the other page not, or alike: of fewer it is in
 * doubt which page is the file's. Words are no such proof as bytes that mean nothing.
 */
const ownForEachForeign = { bytes: 3, words: 20 };

interface Line {
  readonly start: number;
  readonly end: number;
  readonly words: readonly Word[];
  /** A byte of it means nothing in the page of the file. */
  readonly isBroken: boolean;
}

/**
 * Those with bytes that mean nothing, or with words that are
 * right under the other page alone; none where they are many.
 */
export function foreignLines(
  { start, bytes }: Sample,
  page: CodePage,
  known?: CodePage,
): ForeignLines | undefined {
  if (known === undefined && decoderOf(page).invalidAt(bytes) === -1) return undefined;
  const lines = linesOf(bytes, page);
  const broken = lines.filter(({ isBroken }) => isBroken);
  const least = known === undefined ? ownForEachForeign.bytes : ownForEachForeign.words;
  if (lines.length - broken.length < least * broken.length) return undefined;
  const words = wordsOf(bytes);
  const other = known ?? pageOf({ all: words, broken: broken.flatMap((line) => line.words) }, page);
  const written = other && { page: other, language: readingOf(words, page).one.languages };
  const { foreign, own } = parted(lines, page, written);
  const isOfHeader = start === 0 && foreign[0]?.start === 0;
  if (foreign.length === 0 || isOfHeader || own < least * foreign.length) return undefined;
  return { bytes: without(foreign, bytes), other: written };
}

function parted(lines: readonly Line[], page: CodePage, other: OtherPage | undefined) {
  const isForeign = foreignWord(page, other);
  const isOwn = ownWord(page, other?.page ?? page);
  const foreign: Line[] = [];
  let own = 0;
  for (const line of lines) {
    if (line.isBroken || line.words.some(isForeign)) foreign.push(line);
    else if (line.words.some(isOwn)) own += 1;
  }
  return { foreign, own };
}

/** Whether only the other page reads the word right, or only that one as a word of the file's language: Maá for Maß. */
export function foreignWord(page: CodePage, other: OtherPage | undefined): (word: Word) => boolean {
  if (other === undefined) return () => false;
  const [here, there] = [letterKinds(page), letterKinds(other.page)];
  return ({ bytes }) => {
    const [spelt, otherwise] = [spelling(bytes, here), spelling(bytes, there)];
    if (!isTold(otherwise) || otherwise === 0) return false;
    if (spelt === 0 || (spelt === untold && hasNoLatin(bytes))) return true;
    return isTold(spelt) && (spelt & other.language) === 0 && (otherwise & other.language) !== 0;
  };
}

/** Гайка of cp866 is ѓ ©Є in windows-1251, whose letters are alone. */
function hasNoLatin(word: Uint8Array): boolean {
  return word.every((byte) => byte >= firstBeyondAscii);
}

/** A word that is right here, and there is none or the same. */
function ownWord(page: CodePage, other: CodePage): (word: Word) => boolean {
  const [here, there] = [letterKinds(page), letterKinds(other)];
  return ({ bytes }) =>
    isRight(bytes, here) && (!isRight(bytes, there) || isReadAlike(bytes, [page, other]));
}

function isReadAlike(word: Uint8Array, pages: readonly [CodePage, CodePage]): boolean {
  const [here, there] = pages.map((page) => decoderOf(page).decode(word));
  return here === there;
}

function isRight(word: Uint8Array, page: LetterKinds): boolean {
  const spelt = spelling(word, page);
  return isTold(spelt) && spelt !== 0;
}

interface Found {
  readonly all: readonly Word[];
  readonly broken: readonly Word[];
}

/** The page that reads most words of the broken lines right; of several, most of all words. */
function pageOf({ all, broken }: Found, page: CodePage): CodePage | undefined {
  const rated = likelyPages
    .filter((other) => other !== page && broken.every(isReadBy(other)))
    .map((other) => ({ other, right: rightIn(broken, other), all: rightIn(all, other) }))
    .sort((a, b) => b.right - a.right || b.all - a.all);
  const [best] = rated;
  return best === undefined || best.right === 0 ? undefined : best.other;
}

function rightIn(words: readonly Word[], page: CodePage): number {
  return readingOf(words, page).one.right;
}

function linesOf(bytes: Uint8Array, page: CodePage): readonly Line[] {
  const decoder = decoderOf(page);
  const lines: Line[] = [];
  for (let start = 0; start < bytes.length; ) {
    const feed = bytes.indexOf(lineFeed, start);
    const end = feed === -1 ? bytes.length : feed;
    const line = bytes.subarray(start, end);
    if (!isAscii(line))
      lines.push({ start, end, words: wordsOf(line), isBroken: decoder.invalidAt(line) !== -1 });
    start = end + 1;
  }
  return lines;
}

function without(lines: readonly Line[], bytes: Uint8Array): Uint8Array {
  const left = Uint8Array.from(bytes);
  for (const { start, end } of lines) left.fill(blank, start, end);
  return left;
}
