import type { Complaint } from '../../src/domain/complaint.ts';
import { cutOff, tooLarge, unexpected } from './damage.ts';
import { numberCharactersMax, textBytesMax } from './limits.ts';
import type { JsonWindow } from './window.ts';

/** The six marks stand for themselves. */
export type Token = '{' | '}' | '[' | ']' | ':' | ',' | 'text' | 'number' | 'literal' | 'end';

const doubleQuote = 0x22;
const backslash = 0x5c;
const beyondAscii = 0x80;
const markTokens: readonly (Token | undefined)[] = Array.from({ length: 256 }, (_, byte) =>
  (['{', '}', '[', ']', ':', ','] as const).find((mark) => mark === String.fromCharCode(byte)),
);
const blanks = byteTable(' \t\r\n');
const wordEndings = byteTable(' \t\r\n{}[]:,"');
const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const literals: ReadonlySet<string> = new Set(['true', 'false', 'null']);

function byteTable(characters: string): readonly boolean[] {
  return Array.from({ length: 256 }, (_, byte) => characters.includes(String.fromCharCode(byte)));
}

/** Moves the window to the next token. After a complaint there is nothing more to read. */
export function nextToken(window: JsonWindow): Token | Complaint {
  window.start = window.end;
  while (window.has(0) && blanks[window.bytes[window.start] ?? 0]) window.start++;
  window.end = window.start;
  if (!window.has(0)) return window.failure ?? 'end';
  const byte = window.bytes[window.start] ?? 0;
  const mark = markTokens[byte];
  if (mark === undefined) return byte === doubleQuote ? textToken(window) : wordToken(window);
  window.end = window.start + 1;
  return mark;
}

function textToken(window: JsonWindow): Token | Complaint {
  let length = 1;
  let seen = 0;
  for (; window.has(length); length++) {
    const byte = window.bytes[window.start + length] ?? 0;
    if (byte === doubleQuote) break;
    seen |= byte;
    if (byte !== backslash) continue;
    // The character behind a backslash is never the end of the text.
    length++;
    seen |= beyondAscii;
  }
  window.isPlain = seen < beyondAscii;
  if (length > textBytesMax) return tooLarge(window, `a text of more than ${textBytesMax} bytes`);
  if (!window.has(length)) return window.failure ?? cutOff(window);
  window.end = window.start + length + 1;
  return 'text';
}

function wordToken(window: JsonWindow): Token | Complaint {
  let length = 1;
  while (window.has(length) && !wordEndings[window.bytes[window.start + length] ?? 0]) {
    if (++length > numberCharactersMax) {
      return tooLarge(window, `a number of more than ${numberCharactersMax} characters`);
    }
  }
  window.end = window.start + length;
  const word = window.ascii();
  if (literals.has(word)) return 'literal';
  if (numberPattern.test(word)) return 'number';
  return window.failure ?? unexpected(window, word);
}
