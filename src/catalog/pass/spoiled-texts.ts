import { lookOf } from '../../domain/look.ts';
import { contentText } from '../../domain/product-text.ts';
import { isSameText, writingsOf } from '../../domain/writings.ts';
import type { KnownProduct } from '../terms/known-product.ts';
import type { Named } from '../terms/traits.ts';
import type { Knowledge } from './knowledge.ts';

/** A content whose texts differ in letters beyond ASCII alone. */
interface Respelt {
  readonly known: Pick<KnownProduct, 'externalId' | 'contentRequest'>;
  readonly whole: Named;
  /** All of it in one text. */
  readonly content: string;
  /** It shows in the name already. */
  readonly isNamed: boolean;
}

/** The first 64 texts are compared, then each 256th: each comparison reads the request that carried the text. */
const firstRead = 64;
const readEach = 256;

/** Words of other letters than those of Latin are alike in their length: Китай, Индия. */
const otherWords = /(?:(?!\p{Script=Latin})\p{L}){2}/u;

/**
 * Whether a wrong encoding spoiled the text. `✗` for `✓`, `Möller` for `Müller` or another dash is an everyday change
 * that no brake should hold. A text that is not compared is judged like the last one that was.
 */
export function createSpoiledTexts({
  sentOf,
}: Pick<Knowledge, 'sentOf'>): (text: Respelt) => boolean {
  let asked = 0;
  let last = true;
  return ({ known, whole, content, isNamed }) => {
    asked += 1;
    if (asked > firstRead && asked % readEach !== 0) return last;
    const { name = '', ...sent } = sentOf(known) ?? {};
    // Without the text that was sent, as after `adopt`, only the letters are left to judge by.
    if (name === '') last = isNamed || !otherWords.test(content);
    else if (isNamed) last = isSpoiled(name, whole.name);
    else last = isSpoiled(contentText({ name, ...sent }), content);
    return last;
  };
}

/**
 * Each text that changed is judged by itself: another file or column may have given the others, in its own encoding.
 * Quote marks are between them, and as only letters beyond ASCII differ, at the same places.
 */
function isSpoiled(before: string, now: string): boolean {
  const texts = now.split('"');
  const changed = before.split('"').flatMap((was, at): [string, string][] => {
    const is = texts[at] ?? '';
    return lookOf(was) === lookOf(is) ? [] : [[was, is]];
  });
  return (
    changed.length > 0 && changed.every(([was, is]) => isSameText(writingsOf(was), writingsOf(is)))
  );
}
