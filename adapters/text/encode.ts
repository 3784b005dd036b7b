import { Buffer } from 'node:buffer';
import type { CodePage, Encoding } from '../../src/domain/encoding.ts';
import { pageTable } from './table.ts';

const questionMark = 0x3f;

/**
 * Text as bytes of the export's own encoding, for the result file that goes back to the same ERP.
 * What the encoding lacks becomes `?`; no byte order mark is added.
 */
export function encode(text: string, encoding: Encoding): Uint8Array {
  if (encoding === 'utf-8') return Buffer.from(withoutLoneSurrogates(text));
  if (encoding === 'utf-16le') return Buffer.from(withoutLoneSurrogates(text), 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(withoutLoneSurrogates(text), 'utf16le').swap16();
  return pageBytes(text, encoding);
}

/** The mark that the encoding's files begin with; empty for code pages. */
export function byteOrderMark(encoding: Encoding): Uint8Array {
  if (encoding === 'utf-8') return Uint8Array.of(0xef, 0xbb, 0xbf);
  if (encoding === 'utf-16le') return Uint8Array.of(0xff, 0xfe);
  if (encoding === 'utf-16be') return Uint8Array.of(0xfe, 0xff);
  return new Uint8Array(0);
}

/** The characters that the encoding has no bytes for. */
export function unholdableIn(encoding: Encoding): RegExp {
  if (encoding === 'utf-8' || encoding === 'utf-16le' || encoding === 'utf-16be')
    return /\p{Surrogate}/u;
  const units = [...pageTable(encoding).bytes.keys()];
  const codes = units.map((unit) => `\\u{${unit.toString(16)}}`);
  return new RegExp(`[^${codes.join('')}]`, 'u');
}

function withoutLoneSurrogates(text: string): string {
  return text.isWellFormed() ? text : text.replaceAll(/\p{Surrogate}/gu, '?');
}

function pageBytes(text: string, page: CodePage): Uint8Array {
  const { bytes } = pageTable(page);
  const whole = text.replaceAll(/.\p{M}+/gsu, (letter) => composed(letter, bytes));
  // By code point, so that an emoji becomes one question mark and not two.
  return Uint8Array.from(whole, (character) => byteOf(character, bytes) ?? questionMark);
}

/**
 * A letter with its accents apart, as macOS writes it, with as many of them in one letter as the page has one for: the
 * rest stays apart, as some accents of windows-1258 do. A letter that the page does not hold at all keeps its base.
 */
function composed(letter: string, bytes: ReadonlyMap<number, number>): string {
  const isHeld = (letters: string): boolean =>
    Array.from(letters).every((one) => byteOf(one, bytes) !== undefined);
  if (isHeld(letter)) return letter;
  const parts = Array.from(letter.normalize('NFD'));
  for (let count = parts.length; count > 1; count -= 1) {
    const whole = parts.slice(0, count).join('').normalize('NFC');
    if (isHeld(whole.charAt(0))) return whole + parts.slice(count).join('');
  }
  return letter;
}

function byteOf(character: string, bytes: ReadonlyMap<number, number>): number | undefined {
  return character.length === 1 ? bytes.get(character.charCodeAt(0)) : undefined;
}
