import type { CodePage } from '../../src/domain/encoding.ts';
import { decoderOf } from './decode.ts';
import { encode } from './encode.ts';
import { likelyPages } from './likely-pages.ts';
import type { OddWords } from './odd-words.ts';
import { readingOf } from './reading.ts';
import type { Word } from './words.ts';

/**
 * Ř 8,4, 1,5 mm˛, 0,5 mł, Muffe ˝: what the signs of a measure are in pages of other letters. No text has these letters
 * there. Behind a number ˝ is typed for inches, and letters of Cyrillic are before one: neither is a slip.
 */
const slip =
  /(?<![\p{L}\p{N}])[ŘřŲų] ?\d+|\d ?[cdkm]?m[˛łІі](?![\p{L}\p{N}])|\p{L}{3} [˝ĽľЅѕј](?![^"” ;,\t\r\n])/gu;
const measure = /^[Øø] ?\d+$|^\d ?[cdkm]?m[²³]$|^.{3} [½¼¾]$/u;
const unit = /^[cdkm]?m[˛łІі]$/u;
const fewest = 3;
/** Behind so many, more say the same. */
const slipsLookedAt = 100;

/** The page that reads measures where this one reads letters, and the words no worse (fault 6). */
export function oddMeasures(
  sample: Uint8Array,
  page: CodePage,
  words: readonly Word[],
): OddWords | undefined {
  const text = decoderOf(page).decode(sample) ?? '';
  const found = new Map<string, number>();
  for (const { 0: shown, index } of text.matchAll(slip)) {
    if (!found.has(shown)) found.set(shown, index);
    if (found.size === slipsLookedAt) break;
  }
  const [first] = found.values();
  if (first === undefined || found.size < fewest) return undefined;
  const slips = [...found.keys()];
  const right = likelyPages.find(
    (other) => readsMeasures(slips, { page, other }) && readsNoWorse(words, { page, other }),
  );
  return right && { at: first, words: slips.slice(0, fewest), page: right };
}

interface Pages {
  readonly page: CodePage;
  readonly other: CodePage;
}

function readsMeasures(slips: readonly string[], { page, other }: Pages): boolean {
  const decoder = decoderOf(other);
  return slips.every((one) => measure.test(decoder.decode(encode(one, page)) ?? ''));
}

function readsNoWorse(words: readonly Word[], { page, other }: Pages): boolean {
  const decoder = decoderOf(page);
  const others = words.filter(({ bytes }) => !unit.test(decoder.decode(bytes) ?? ''));
  return readingOf(others, other).one.right >= readingOf(others, page).one.right;
}
