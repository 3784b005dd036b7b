import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { pageLetters } from '../../src/domain/page-letters.ts';

describe('fault 6: the letters of a page', () => {
  it.each(Object.entries(pageLetters))('are those that %s is read with', (page, letters) => {
    const first = 256 - letters.length;
    const bytes = Buffer.from(Array.from(letters, (_, at) => first + at));
    const read = Array.from(iconv.decode(bytes, page, { stripBOM: false }), (letter, at) =>
      letter === '\ufffd' && first + at < 160 ? String.fromCharCode(first + at) : letter,
    );
    expect(letters).toBe(read.join(''));
  });
});
