import { inactiveMark, type NumberField, type Product } from '../../domain/product.ts';
import type { ProductRow } from '../../store/product-row.ts';
import { fnv, fnvStart } from './fnv.ts';

/** The content's numbers are kept as they are, because a hash does not tell whether a column jumps by ten. */
type Numbers = { readonly [Field in NumberField]?: number | undefined };

/** 32-bit hashes of what a person knows an article by; a barcode that is missing is 0. */
export interface Traits extends Numbers {
  /** The name without regard to case. */
  readonly name: number;
  /**
   * Hash of the name with one mark for each letter beyond ASCII:
   * it is the same in every code page of one byte a letter.
   */
  readonly letters: number;
  /**
   * Hash of the name with one mark for each UTF-8 byte of such a letter: the `letters` that it has once its UTF-8 is
   * read as a code page.
   */
  readonly bytes: number;
  readonly barcode: number;
  /**
   * What `letters` and `bytes` tell, for all texts that are sent, by the number of such letters and bytes. Undefined if
   * there is none, or if an older version packed it.
   */
  readonly content?: { readonly letters: number; readonly bytes: number } | undefined;
  /** Undefined where an older version packed it. */
  readonly isActive?: boolean | undefined;
}

export type Named = Pick<Product, 'name' | 'barcode' | 'isActive' | NumberField>;

/** `content`: all that is sent of the product, in one text. */
export function traitsOf(product: Named, content = ''): Traits {
  const { name, barcode, minOrderQty, stepQty, leadTimeDays, isActive } = product;
  const letters = lettersOf(name.toLowerCase());
  // Without spreads, which are slow: every changed row comes here.
  return {
    name: letters.name,
    letters: letters.letters,
    bytes: letters.bytes,
    barcode: barcode === undefined || barcode === '' ? 0 : hash(barcode),
    minOrderQty,
    stepQty,
    leadTimeDays,
    isActive: isActive !== false,
    content: beyondAscii.test(content) ? countsOf(content) : undefined,
  };
}

/** A lost letter is often written as `?`. */
export const beyondAscii = /[?\P{ASCII}]/u;

/** The form that the mirror stores, so that a brake can compare with what was confirmed, and not with a file. */
export function packTraits(traits: Traits): string {
  const { name, letters, bytes, barcode } = traits;
  const hashes = `${digits(name)}.${digits(letters)}.${digits(bytes)}.${digits(barcode)}`;
  return hashes + packedRest(traits) + packedActivity(traits);
}

function packedRest({ minOrderQty, stepQty, leadTimeDays, content }: Traits): string {
  const rest = [minOrderQty, stepQty, leadTimeDays, content?.letters, content?.bytes];
  const last = rest.findLastIndex((value) => value !== undefined);
  return rest
    .slice(0, last + 1)
    .map((value) => `.${digits(value)}`)
    .join('');
}

/** One mark at the end, which an older version reads over. */
function packedActivity({ isActive }: Traits): string {
  if (isActive === undefined) return '';
  return isActive ? activeMark : inactiveMark;
}

const activeMark = '+';

function digits(value: number | undefined): string {
  return value === undefined ? '' : value.toString(36);
}

/** Unpacks the stored form. If the product has no numbers, or an older version packed it, no jump can be told. */
export function unpackTraits(packed: string): Traits {
  const digits = { packed, at: 0 };
  return {
    name: nextNumber(digits) ?? 0,
    letters: nextNumber(digits) ?? 0,
    bytes: nextNumber(digits) ?? 0,
    barcode: nextNumber(digits) ?? 0,
    minOrderQty: nextNumber(digits),
    stepQty: nextNumber(digits),
    leadTimeDays: nextNumber(digits),
    content: nextLetters(digits),
    isActive: activityOf(packed),
  };
}

function nextLetters(digits: { readonly packed: string; at: number }): Traits['content'] {
  const [letters, bytes] = [nextNumber(digits), nextNumber(digits)];
  return letters === undefined || bytes === undefined ? undefined : { letters, bytes };
}

/** Undefined if an older version packed it: that kept no activity. */
export function activityOf(packed: string): boolean | undefined {
  if (packed.endsWith(inactiveMark)) return false;
  return packed.endsWith(activeMark) ? true : undefined;
}

/**
 * Reads a number in base 36 up to the next dot. It makes no text for each part, because every changed row is unpacked.
 */
function nextNumber(digits: { readonly packed: string; at: number }): number | undefined {
  let value: number | undefined;
  for (let place = digits.at; ; place += 1) {
    const digit = digitOf(digits.packed.charCodeAt(place));
    if (digit === undefined) {
      digits.at = place + 1;
      return value;
    }
    value = (value ?? 0) * 36 + digit;
  }
}

/** Undefined for anything that ends a number: a dot, the mark of activity, the end of the text. */
function digitOf(code: number): number | undefined {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  return code >= 0x61 && code <= 0x7a ? code - 0x57 : undefined;
}

/** True where only letters beyond ASCII of the name have become others, as another code page makes them (fault 6). */
export function isFlipped(before: Traits, now: Traits): boolean {
  return before.name !== now.name && isLike(before, now);
}

/** The same for the content as a whole, where that is another one. */
export function isContentFlipped(before: Traits, now: Traits): boolean {
  if (before.content === undefined || now.content === undefined) return false;
  // A ? for each byte of one text, beside others that keep their letters.
  return isLike(before.content, now.content) || before.content.bytes === now.content.bytes;
}

type Letters = Pick<Traits, 'letters' | 'bytes'>;

function isLike(before: Letters, now: Letters): boolean {
  return (
    before.letters === now.letters || before.bytes === now.letters || before.letters === now.bytes
  );
}

/** True where a text has letters beyond ASCII, and not only the `?` of lost ones. */
export function isLettered({ letters, bytes, content = { letters, bytes } }: Traits): boolean {
  return letters !== bytes || content.letters !== content.bytes;
}

/**
 * True where letters come back that an ASCII export had written as `?`: no release is needed for that. It takes time, so
 * only ask for flipped names.
 */
export function isRestored(before: Traits, { name }: Named): boolean {
  return before.name === hash(inAscii(name).toLowerCase());
}

/** The text as an export in ASCII writes it. */
export function inAscii(text: string): string {
  return text.replace(/\P{ASCII}/gu, '?');
}

/** A fast hash. If two names have the same by chance, one change goes unnoticed. */
function hash(text: string): number {
  let value = fnvStart;
  for (let index = 0; index < text.length; index += 1) value = fnv(value, text.charCodeAt(index));
  return value >>> 0;
}

const mark = 1;
const questionMark = 63;

/**
 * The three hashes of a text in one go, without making the texts with marks. A lost letter is often written as `?`, so
 * that counts as one.
 */
function lettersOf(text: string): Letters & { readonly name: number } {
  let [name, letters, bytes] = [fnvStart, fnvStart, fnvStart];
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    name = fnv(name, unit);
    if (unit <= 0x7f) {
      const shown = unit === questionMark ? mark : unit;
      letters = fnv(letters, shown);
      bytes = fnv(bytes, shown);
    } else if (!isSecondHalf(text, index)) {
      letters = fnv(letters, mark);
      for (let byte = utf8Length(text, index); byte > 0; byte -= 1) bytes = fnv(bytes, mark);
    }
  }
  return { name: name >>> 0, letters: letters >>> 0, bytes: bytes >>> 0 };
}

/**
 * The counts of such letters and bytes, each mixed with a hash of the other characters. One hash, where a name has
 * three, because every changed row pays for all of its text.
 */
function countsOf(text: string): Letters {
  let beside = fnvStart;
  let [letters, bytes] = [0, 0];
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit <= 0x7f && unit !== questionMark) beside = fnv(beside, unit);
    else {
      if (!isLow(unit)) letters += 1;
      bytes += utf8Bytes(unit);
    }
  }
  return { letters: fnv(beside, letters) >>> 0, bytes: fnv(beside, bytes) >>> 0 };
}

/** UTF-8 bytes of one unit. Of a letter of two units, the first counts for all four. */
function utf8Bytes(unit: number): number {
  if (unit <= 0x7ff) return unit <= 0x7f ? 1 : 2;
  if (isLow(unit)) return 0;
  return isHigh(unit) ? 4 : 3;
}

/** True of the second unit of a letter beyond 16 bits. */
function isSecondHalf(text: string, index: number): boolean {
  return isLow(text.charCodeAt(index)) && isHigh(text.charCodeAt(index - 1));
}

/** How many UTF-8 bytes a letter beyond ASCII has. */
function utf8Length(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  if (unit <= 0x7ff) return 2;
  return isHigh(unit) && isLow(text.charCodeAt(index + 1)) ? 4 : 3;
}

function isHigh(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

function isLow(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00;
}

/** The product was last sent as inactive: by a row, or because an export no longer named it. */
export function isInactive({ traits }: Pick<ProductRow, 'traits'>): boolean {
  return traits !== null && activityOf(traits) === false;
}

/** The marketplace has the product, and it was not last sent as inactive. */
export function isOnSale(
  product: Pick<ProductRow, 'content_hash' | 'traits'> | undefined,
): boolean {
  return product !== undefined && product.content_hash !== null && !isInactive(product);
}
