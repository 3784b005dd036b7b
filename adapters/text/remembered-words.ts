import { createHash } from 'node:crypto';
import type { CodePage } from '../../src/domain/encoding.ts';
import { type OddWords, oddWords } from './odd-words.ts';

/** One for each export that comes every few minutes; beyond so many the oldest is looked at again. */
const samplesMax = 64;
const ordinary = new Set<string>();

/**
 * Most exports begin as they did a few minutes ago: to look at the same words once more cost an
 * unchanged file of 100,000 rows a third of its time. A sample that was odd is looked at again: its
 * file is refused, and seldom comes again.
 */
export function rememberedOddWords(sample: Uint8Array, page: CodePage): OddWords | undefined {
  const digest = createHash('sha256').update(page).update(sample).digest('base64');
  if (ordinary.has(digest)) return undefined;
  const odd = oddWords(sample, page);
  if (odd === undefined) remember(digest);
  return odd;
}

function remember(digest: string): void {
  const [oldest] = ordinary;
  if (ordinary.size === samplesMax && oldest !== undefined) ordinary.delete(oldest);
  ordinary.add(digest);
}
