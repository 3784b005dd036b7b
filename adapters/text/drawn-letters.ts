import type { CodePage } from '../../src/domain/encoding.ts';
import { decoderOf } from './decode.ts';

/**
 * Frames and blocks of DOS where letters of Windows should be: `Stra▀e`. Not the uprights │ and ║, which stand beside
 * the words of a frame. Behind a number its degree sign or exponent is a shade: `90░`.
 */
const drawnByLetter =
  /[\u2500\u2501\u2503-\u2550\u2552-\u259f](?:(?<=\p{L}.)|(?=\p{L})|(?<=\p{N}[\u2591-\u2593]))/gu;

const lineToRight = '─└┴┬├┼╟╨╥╙╓╫┌';
const linesToRight = '═╚╔╩╦╠╬╧╤╞╘╒╪';
const lineToLeft = '─┤╢╖╜┐┴┬┼╨╥╫┘';
const linesToLeft = '═╡╕╣╗╝╛╩╦╬╧╤╪';
/** In a frame each sign goes on in the next: ╔═╦ and not ╪└╔. Of blocks, shades stand beside each other. */
const broken = new RegExp(
  [
    `[${lineToRight}](?=.)(?![${lineToLeft}])`,
    `[${linesToRight}](?=.)(?![${linesToLeft}])`,
    `[^${lineToRight}${linesToRight}](?=[${lineToLeft}${linesToLeft}])`,
    '(?<half>[▀▄▌▐])(?!\\k<half>)(?=[▀-▟])',
  ].join('|'),
  'gu',
);
const drawnWord = /[\u2500-\u259f]{4,}/g;
const fewestWords = 3;
const fewestSigns = 4;
const fewestBroken = 2;
/** A file that is full of frames has more. */
const wordsLookedAt = 1_000;

/** The byte of the first one, and the word that it stands in. */
export interface DrawnLetter {
  readonly at: number;
  readonly word: string;
}

/**
 * What shows that the page of DOS is another one: a word holds no frame, and no frame is drawn of words (╪└╔┴└ for ШАЙБА).
 * Lines that are rejected anyway show nothing.
 */
export function drawnLetter(
  head: Uint8Array,
  page: CodePage,
  isRejected: (line: Uint8Array) => boolean = () => false,
): DrawnLetter | undefined {
  if (!/^(?:cp|koi8)/.test(page)) return undefined;
  const text = decoderOf(page).decode(head);
  if (text === undefined) return undefined;
  let passed = 0;
  for (const { 0: sign, index } of text.matchAll(drawnByLetter)) {
    // A line of a frame may run up to its title.
    if (index < passed || text[index - 1] === sign || text[index + 1] === sign) continue;
    const end = text.indexOf('\n', index);
    passed = end === -1 ? head.length : end;
    const start = text.lastIndexOf('\n', index) + 1;
    // The first line is the names of the columns.
    if (start > 0 && isRejected(head.subarray(start, passed))) continue;
    return { at: index, word: wordAround(text, index) };
  }
  return brokenFrame(text);
}

function brokenFrame(text: string): DrawnLetter | undefined {
  const found = new Map<string, number>();
  let looked = 0;
  for (const { 0: word, index } of text.matchAll(drawnWord)) {
    looked += 1;
    if (isBroken(word) && !found.has(word)) found.set(word, index);
    if (found.size === fewestWords || looked === wordsLookedAt) break;
  }
  const [first] = found;
  return first === undefined || found.size < fewestWords
    ? undefined
    : { at: first[1], word: first[0] };
}

function isBroken(word: string): boolean {
  return new Set(word).size >= fewestSigns && (word.match(broken) ?? []).length >= fewestBroken;
}

function wordAround(text: string, at: number): string {
  const charactersShown = 20;
  const [before = ''] =
    /[\p{L}\p{N}\u2500-\u259f]*$/u.exec(text.slice(Math.max(0, at - charactersShown), at)) ?? [];
  const [from = ''] =
    /^[\p{L}\p{N}\u2500-\u259f]*/u.exec(text.slice(at, at + charactersShown)) ?? [];
  return before + from;
}
