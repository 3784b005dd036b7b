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
  const isHeld = (letters: string): boolean =>
    Array.from(letters).every((letter) => byteOf(letter, bytes) !== undefined);
  // A letter with its accent apart, as macOS writes it, is one letter to most pages. windows-1258 has some accents
  // apart.
  const whole = text.replaceAll(/.\p{M}+/gsu, (letters) =>
    isHeld(letters) ? letters : letters.normalize('NFC'),
  );
  // By code point, so that an emoji becomes one question mark and not two.
  return Uint8Array.from(whole, (character) => byteOf(character, bytes) ?? questionMark);
}

function byteOf(character: string, bytes: ReadonlyMap<number, number>): number | undefined {
  return character.length === 1 ? bytes.get(character.charCodeAt(0)) : undefined;
}
