import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { traitsOf } from '../../../src/catalog/terms/traits.ts';

/** FNV-1a over UTF-16 units: what stored traits were made with. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const unit of text.split('')) value = Math.imul(value ^ unit.charCodeAt(0), 0x01000193);
  return value >>> 0;
}

function marked(text: string, marksOf: (letter: string) => number): string {
  return text
    .replaceAll('?', '\u0001')
    .replace(/[^\0-\x7f]/gu, (letter) => '\u0001'.repeat(marksOf(letter)));
}

describe('traits', () => {
  it('are the hashes of the name with a mark for each letter, and for each of its bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (strange, plain) => {
        for (const name of [strange, plain, `Größe ${strange}? ${plain}`, `\ud800${plain}`]) {
          const lower = name.toLowerCase();
          expect(traitsOf({ name })).toEqual({
            name: hash(lower),
            letters: hash(marked(lower, () => 1)),
            bytes: hash(marked(lower, (letter) => Buffer.byteLength(letter))),
            barcode: 0,
            isActive: true,
          });
        }
      }),
    );
  });
});
