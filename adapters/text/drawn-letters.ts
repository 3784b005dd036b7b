import type { CodePage, Encoding } from '../../src/domain/encoding.ts';
import { decoderOf } from './decode.ts';

/**
 * Frames and blocks of DOS where letters of Windows should be: `Stra▀e`. Not the uprights │ and ║, which are beside
 * the words of a frame. Behind a number its degree sign or exponent is a shade: `90░`.
 */
const drawnByLetter =
  /[\u2500\u2501\u2503-\u2550\u2552-\u259f](?:(?<=\p{L}.)|(?=\p{L})|(?<=\p{N}[\u2591-\u2593]))/gu;

const lineToRight = '─└┴┬├┼╟╨╥╙╓╫┌';
const linesToRight = '═╚╔╩╦╠╬╧╤╞╘╒╪';
const lineToLeft = '─┤╢╖╜┐┴┬┼╨╥╫┘';
const linesToLeft = '═╡╕╣╗╝╛╩╦╬╧╤╪';
/** In a frame each sign continues in the next: ╔═╦ and not ╪└╔. Of blocks, shades are beside each other. */
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
const linesForEachDrawn = 20;
const fewestWords = 3;
const fewestSigns = 4;
const fewestBroken = 2;
/** A file that is full of frames has more. */
const wordsLookedAt = 1_000;

/** The byte of the first one, and the word that it is in. */
export interface DrawnLetter {
  readonly at: number;
  readonly word: string;
}

/**
 * What shows that the page of DOS is another one: a word holds no frame, and no frame is drawn of words (╪└╔┴└ for
 * ШАЙБА). Where rows are checked, those that are rejected anyway show nothing, and neither do a few: they are rejected
 * themselves.
 */
export function drawnLetter(
  head: Uint8Array,
  page: CodePage,
  isRejected?: (line: Uint8Array) => boolean,
): DrawnLetter | undefined {
  if (!hasFrames(page)) return undefined;
  const text = decoderOf(page).decode(head);
  if (text === undefined) return undefined;
  const lines = drawnLines(text).filter(
    ({ start, end }) => start === 0 || !isRejected?.(head.subarray(start, end)),
  );
  const [first] = lines;
  if (first === undefined || (isRejected !== undefined && areFew(lines, text)))
    return brokenFrame(text);
  return { at: first.at, word: wordAround(text, first.at) };
}

/** The word of a row that the page draws a frame in. */
export function drawnWordOf(row: string, page: Encoding): string | undefined {
  const [line] = hasFrames(page) ? drawnLines(row) : [];
  return line && wordAround(row, line.at);
}

function hasFrames(page: Encoding): boolean {
  return /^(?:cp|koi8)/.test(page);
}

interface DrawnLine {
  readonly start: number;
  readonly end: number;
  /** Its first letter that is drawn. */
  readonly at: number;
}

function drawnLines(text: string): readonly DrawnLine[] {
  const lines: DrawnLine[] = [];
  for (const { 0: sign, index: at } of text.matchAll(drawnByLetter)) {
    // A line of a frame may run up to its title.
    if (at < (lines.at(-1)?.end ?? 0) || text[at - 1] === sign || text[at + 1] === sign) continue;
    const end = text.indexOf('\n', at);
    lines.push({ at, start: text.lastIndexOf('\n', at) + 1, end: end === -1 ? text.length : end });
  }
  return lines;
}

/** Of the lines beyond ASCII, for each that is drawn. The first line is the names of the columns. */
function areFew(lines: readonly DrawnLine[], text: string): boolean {
  const beyondAscii = text.match(/[^\0-\x7f][^\n]*/g)?.length ?? 0;
  return lines[0]?.start !== 0 && linesForEachDrawn * lines.length <= beyondAscii;
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
