import type { CodePage } from '../../src/domain/encoding.ts';
import { decoderOf } from './decode.ts';
import { timesOf, type Word } from './words.ts';

/** Letters of Cyrillic and Greek that are typed for Latin ones: SСR50 with a С of Cyrillic. */
const alike = 'АВЕЗКМНОРСТУХЅІЈΑΒΕΖΗΙΚΜΝΟΡΤΥΧ';
const slip = new RegExp(`^(?=.*[A-Za-z])[A-Za-z${alike}асеорухѕіјου]+$`);
const slippedCode = new RegExp(`^[A-Z${alike}]+$`);
const rowsForEachSlip = 100;

/** In a code nothing else tells which letter is meant, and it tells nothing of the file. */
export function isSlippedCode({ bytes, isBesideDigit }: Word, page: CodePage): boolean {
  return isBesideDigit && slippedCode.test(decoderOf(page).decode(bytes) ?? '');
}

/** All of them may be slips, and of the rows few have one. */
export function areSlips(
  words: readonly Word[],
  { page, sample }: { readonly page: CodePage; readonly sample: Uint8Array },
): boolean {
  const decoder = decoderOf(page);
  if (!words.every(({ bytes }) => slip.test(decoder.decode(bytes) ?? ''))) return false;
  return rowsForEachSlip * timesOf(words) < sample.filter((byte) => byte === 10).length;
}
