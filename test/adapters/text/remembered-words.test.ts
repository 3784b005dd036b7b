import { describe, expect, it } from 'vitest';
import { encode } from '../../../adapters/text/encode.ts';
import { oddWords } from '../../../adapters/text/odd-words.ts';
import { rememberedOddWords } from '../../../adapters/text/remembered-words.ts';

const german = encode('A1;Säge\nA2;Böden\nA3;Hämmer\nA4;Löcher größer\n', 'cp850');
const pages = ['cp850', 'windows-1252', 'windows-1250'] as const;

describe('a beginning whose words were ordinary a few minutes ago (fault 6)', () => {
  it('is odd under another page, and each time it comes', () => {
    for (const page of [...pages, ...pages])
      expect(rememberedOddWords(german, page), page).toEqual(oddWords(german, page));
  });

  it('is odd with one line more that is of another page', () => {
    expect(rememberedOddWords(german, 'cp850')).toBeUndefined();
    const more = new Uint8Array([...german, ...encode('A5;Bügel\nA6;Kästen\n', 'windows-1252')]);
    const most = new Uint8Array([...encode('A5;Bügel\nA6;Kästen\nA7;Höhe\n', 'windows-1252')]);
    expect(rememberedOddWords(more, 'cp850')).toEqual(oddWords(more, 'cp850'));
    expect(rememberedOddWords(most, 'cp850')).toEqual(oddWords(most, 'cp850'));
    expect(rememberedOddWords(most, 'cp850')).toBeDefined();
  });

  it('is judged alike after a hundred others came', () => {
    for (let number = 0; number < 100; number += 1)
      rememberedOddWords(encode(`A${number};Säge\n`, 'windows-1252'), 'windows-1252');
    expect(rememberedOddWords(german, 'cp850')).toBeUndefined();
    expect(rememberedOddWords(german, 'windows-1252')).toBeDefined();
  });
});
