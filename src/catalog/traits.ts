import type { Product } from '../domain/product.ts';

/** 32-bit hashes of what a person knows an article by; 0 where it has none. */
export interface Traits {
  /** The name without regard to case. */
  readonly name: number;
  /** The name with one mark for each letter beyond ASCII: the same in every code page of one byte a letter. */
  readonly letters: number;
  /** The name with one mark for each UTF-8 byte of such a letter: what UTF-8 becomes that is read as a code page. */
  readonly bytes: number;
  readonly barcode: number;
}

export function traitsOf({ name, barcode }: Pick<Product, 'name' | 'barcode'>): Traits {
  return hashesOf(name.toLowerCase(), barcode === undefined || barcode === '' ? 0 : hash(barcode));
}

/** The stored form: the mirror keeps it, so that a brake can compare with what was confirmed and not with a file. */
export function packTraits({ name, letters, bytes, barcode }: Traits): string {
  return [name, letters, bytes, barcode].map((value) => value.toString(36)).join('.');
}

export function unpackTraits(packed: string): Traits {
  const [name = 0, letters = 0, bytes = 0, barcode = 0] = packed
    .split('.')
    .map((value) => Number.parseInt(value, 36));
  return { name, letters, bytes, barcode };
}

/** True where only letters beyond ASCII have become others, as another code page makes them (fault 6). */
export function isFlipped(before: Traits, now: Traits): boolean {
  if (before.name === now.name) return false;
  return (
    before.letters === now.letters || before.bytes === now.letters || before.letters === now.bytes
  );
}

/** FNV-1a over UTF-16 units: fast, and a chance hit only lets one name pass as unchanged. */
function hash(text: string): number {
  let value = start;
  for (let index = 0; index < text.length; index += 1)
    value = hashed(value, text.charCodeAt(index));
  return value >>> 0;
}

const start = 0x811c9dc5;

function hashed(value: number, unit: number): number {
  return Math.imul(value ^ unit, 0x01000193);
}

const mark = 1;
const questionMark = 63;

/** The text itself and with marks, without making it. A lost letter is often written as `?`, so that counts as one. */
function hashesOf(text: string, barcode: number): Traits {
  let [name, letters, bytes] = [start, start, start];
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    name = hashed(name, unit);
    if (unit <= 0x7f) {
      const shown = unit === questionMark ? mark : unit;
      letters = hashed(letters, shown);
      bytes = hashed(bytes, shown);
    } else if (!isSecondHalf(text, index)) {
      letters = hashed(letters, mark);
      for (let byte = utf8Length(text, index); byte > 0; byte -= 1) bytes = hashed(bytes, mark);
    }
  }
  return { name: name >>> 0, letters: letters >>> 0, bytes: bytes >>> 0, barcode };
}

/** Of a letter beyond the 16 bits of a unit. */
function isSecondHalf(text: string, index: number): boolean {
  const isLow = (text.charCodeAt(index) & 0xfc00) === 0xdc00;
  return isLow && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800;
}

/** Of a letter beyond ASCII. */
function utf8Length(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  if (unit <= 0x7ff) return 2;
  const isHigh = (unit & 0xfc00) === 0xd800;
  return isHigh && isSecondHalf(text, index + 1) ? 4 : 3;
}
