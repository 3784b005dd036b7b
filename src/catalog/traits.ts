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
  const plain = name.toLowerCase();
  return {
    name: hash(plain),
    ...markedHashes(plain),
    barcode: barcode === undefined || barcode === '' ? 0 : hash(barcode),
  };
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

/** The hashes of the text with marks, without making it. A lost letter is often written as `?`, so that counts as one. */
function markedHashes(text: string): Pick<Traits, 'letters' | 'bytes'> {
  let letters = start;
  let bytes = start;
  for (let index = 0; index < text.length; index += 1) {
    const letter = text.codePointAt(index) ?? 0;
    const unit = letter > 0x7f || letter === questionMark ? mark : letter;
    letters = hashed(letters, unit);
    for (let byte = 0; byte < utf8Length(letter); byte += 1) bytes = hashed(bytes, unit);
    if (letter > 0xffff) index += 1;
  }
  return { letters: letters >>> 0, bytes: bytes >>> 0 };
}

function utf8Length(letter: number): number {
  if (letter <= 0x7f) return 1;
  if (letter <= 0x7ff) return 2;
  return letter <= 0xffff ? 3 : 4;
}
