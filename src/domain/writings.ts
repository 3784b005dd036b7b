import { Buffer } from 'node:buffer';
import { withoutAccents } from './look.ts';
import { pageLetters } from './page-letters.ts';

/**
 * What a text may be in bytes, a character each: all of it, and
 * with letters that a page lacks, as `?` or without accents.
 */
interface Writings {
  readonly whole: ReadonlySet<string>;
  readonly lossy: ReadonlySet<string>;
}

/**
 * True where one text becomes the other on its way (fault 6): the same bytes read in two pages, or letters lost by one.
 */
export function isSameText(a: Writings, b: Writings): boolean {
  return meet(a.whole, b.whole) || meet(a.whole, b.lossy) || meet(a.lossy, b.whole);
}

function meet(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  for (const each of some) if (others.has(each)) return true;
  return false;
}

const letter = /[^\0-\x7f]/gu;

export function writingsOf(text: string): Writings {
  const composed = text.normalize('NFC').replaceAll('\ufffd', '?');
  const letters = composed.match(letter);
  if (letters === null) return { whole: new Set([composed]), lossy: new Set() };
  const whole = new Set<string>();
  const lossy = new Set<string>();
  const between = composed.split(letter);
  const written = (bytes: readonly string[]): string =>
    between.reduce((before, ascii, at) => before + (bytes[at - 1] ?? '') + ascii);
  const utf8 = letters.map((each) => Buffer.from(each).toString('latin1'));
  whole.add(written(utf8));
  lossy.add(written(utf8.map((bytes) => '?'.repeat(bytes.length))));
  for (const page of [ascii, ...pages]) {
    const bytes = letters.map((each) => page.get(each));
    const isOf = bytes.some((byte) => byte !== undefined);
    if (isWhole(bytes)) for (const each of withBlanks(page, written(bytes))) whole.add(each);
    else if (isOf || page === ascii)
      for (const lost of losses(composed))
        lossy.add(written(bytes.map((byte, at) => byte ?? lost(letters[at] ?? ''))));
  }
  return { whole, lossy };
}

function isWhole(bytes: readonly (string | undefined)[]): bytes is readonly string[] {
  return !bytes.includes(undefined);
}

type Page = ReadonlyMap<string, string>;

const ascii: Page = new Map();
const controls = String.fromCharCode(...Array.from({ length: 32 }, (_, at) => 128 + at));
const pages: readonly Page[] = Object.values(pageLetters).map((shown) => {
  const all = shown.length < 128 ? controls + shown : shown;
  const bytes = Array.from(all, (each, at) => [each, String.fromCharCode(128 + at)] as const);
  return new Map(bytes.filter(([each]) => each !== '\ufffd'));
});

/** Ä for A is another word: a letter alone tells nothing. */
function losses(text: string): readonly ((letter: string) => string)[] {
  const marked = (): string => '?';
  return text.length === 1 ? [marked] : [marked, withoutAccents];
}

/** снята of cp866 ends with the no-break blank of other pages, which may have been trimmed. */
function withBlanks(page: Page, written: string): readonly string[] {
  const blank = page.get('\u00a0');
  return blank === undefined ? [written] : [written, written + blank, blank + written];
}
