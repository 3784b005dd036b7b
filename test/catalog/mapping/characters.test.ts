import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isPlain } from '../../../src/catalog/mapping/characters.ts';
import { encodedTwice } from '../../../src/catalog/mapping/encoded-twice.ts';
import { spoiledLetters } from '../../../src/catalog/mapping/spoiled-letters.ts';

it('a text that is plain at one look is one of which no check of its letters has anything to say', () => {
  const units = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit));
  const plain = units.filter(isPlain);
  expect(plain.length).toBeGreaterThan(150);
  expect(['S&uuml;d', 'РѕР»С‚', 'Gr?n'].filter(isPlain)).toEqual([]);
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...plain), { minLength: 1 }), (letters) => {
      const text = letters.join('');
      expect([encodedTwice(text), spoiledLetters(text), isPlain(text)]).toEqual([
        ...[undefined, undefined, true],
      ]);
    }),
    { numRuns: 3_000 },
  );
});
