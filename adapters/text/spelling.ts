import { type Languages, latinLanguages } from './alphabets.ts';
import type { LetterKinds } from './letter-kinds.ts';

/** Of what tells nothing: signs, and single letters. */
export const untold = -1;
/**
 * Of SCHLšSSEL, which is Schlüssel in a page of DOS, or KOšICE of a program that makes capitals of ASCII alone:
 * no page is right or wrong by it.
 */
const slack = -2;

export function isTold(spelt: Languages | undefined): spelt is Languages {
  return spelt !== undefined && spelt >= 0;
}

const letter = '[aAeEl]';
const small = '[ae]';
const spoiled = new RegExp(
  [
    // PiŠce, вПМФ: a capital behind a small letter, or MŘtter, behind another before small ones.
    `${small}E|[AE]E${small}{2}`,
    // S„ge, Lo§isko
    `${letter}[2t]*[",?#][2t",?#]*${letter}`,
    // §lutě, ¦ruba, W¤˝
    `^\\|${small}`,
    '^\\?[aAe]|[aAe]\\?+$',
    // caf‚: the low quote marks begin a word, and end one only where they do both („Profi„).
    `^[^,].*${small},$`,
    // C²vata, ma³y, B÷den
    `${small}{2}[2t]${small}|[aAeE][2t]${small}{2}`,
    // ™l, M™BEL: no trade name is so short.
    `^t${small}|^[AE]{0,2}t[AE]{2}`,
  ].join('|'),
);

/**
 * The languages that a word is right in as a page reads its bytes: none where its letters are of several alphabets, of
 * no sane case, or with signs amid them.
 */
export function spelling(word: Uint8Array, page: LetterKinds): Languages {
  if (isOfSigns(word, page)) return 0;
  let right: Languages = untold;
  let start = 0;
  let shape = '';
  for (let at = 0; at <= word.length; at++) {
    const byte = word[at] ?? 0;
    const is = page.kinds.charAt(byte);
    // dm³h: behind a metre stands an exponent.
    const isEnd = is === ' ' || (is === '|' && at > 0) || (is === '2' && word[at - 1] === 0x6d);
    if (!isEnd) shape += is;
    else {
      const part = partSpelling(word.subarray(start, at), shape, page.languages);
      right = part === slack || right === slack ? Math.min(right, part) : right & part;
      start = at + 1;
      shape = '';
    }
  }
  return right;
}

const fewestLetters = 2;
/** Two of several alphabets may be a code: aЖ. And no Latin word has accented letters alone: Áîë. */
const fewestTelling = 3;
const isSlack = /eA/;
const isTelling = /[eEl]/;
const isPlain = /[aA]/;

function partSpelling(part: Uint8Array, shape: string, languages: Int32Array): Languages {
  if (spoiled.test(shape)) return 0;
  if (!isTelling.test(shape)) return untold;
  let letters = 0;
  let right: Languages = untold;
  for (let at = 0; at < part.length; at++) {
    if (!isLetter(shape.charAt(at))) continue;
    letters += 1;
    right &= languages[part[at] ?? 0] ?? 0;
  }
  if (letters < fewestLetters) return untold;
  if (isSlack.test(shape)) return slack;
  if (letters < fewestTelling) return right === 0 ? untold : right;
  return isPlain.test(shape) ? right : right & ~latinLanguages;
}

const fewestSigns = 4;

/** »°¼¿°: signs beside each other, each other than the one before. */
function isOfSigns(word: Uint8Array, { kinds }: LetterKinds): boolean {
  let signs = 0;
  for (const [at, byte] of word.entries()) {
    if (!' 2t|",?'.includes(kinds.charAt(byte))) signs = 0;
    else signs = byte === word[at - 1] ? 1 : signs + 1;
    if (signs === fewestSigns) return true;
  }
  return false;
}

function isLetter(is: string): boolean {
  return 'aAeEl'.includes(is);
}
