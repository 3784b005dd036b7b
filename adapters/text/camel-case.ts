import type { CodePage } from '../../src/domain/encoding.ts';
import { decoderOf } from './decode.ts';
import type { Word } from './words.ts';

/** As German puts words together. Of Cl and Ú nobody knows what the capital is. */
const camelCase = /^\p{Script=Latin}*\p{Ll}(?<part>[ÄÖÜ]\p{Ll}+)$/u;

/**
 * Whether all end in one part with a capital, as MotorÖl, BremsÖl and KettenÖl do: then nothing else tells of a page.
 */
export function areOfOnePart(words: readonly Word[], page: CodePage): boolean {
  const decoder = decoderOf(page);
  const partOf = ({ bytes }: Word): string | undefined =>
    camelCase.exec(decoder.decode(bytes) ?? '')?.groups?.['part'];
  const [first] = words;
  const part = first && partOf(first);
  return part !== undefined && words.every((word) => partOf(word) === part);
}
