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
    letters: hash(marked(plain, () => 1)),
    bytes: hash(marked(plain, bytesOf)),
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

const mark = '\u0001';

/** A lost letter is often written as `?`, so a question mark counts as one. */
function marked(text: string, marksOf: (letter: string) => number): string {
  return text
    .replaceAll('?', mark)
    .replace(/[^\0-\x7f]/gu, (letter) => mark.repeat(marksOf(letter)));
}

function bytesOf(letter: string): number {
  return Buffer.byteLength(letter);
}

/** FNV-1a over UTF-16 units: fast, and a chance hit only lets one name pass as unchanged. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}
