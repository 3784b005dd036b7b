import { expect, it } from 'vitest';
import { unfilled } from '../../../adapters/text/unfilled.ts';
import { createLikeWords } from '../../../src/catalog/mapping/like-words.ts';
import { spoiledLetters } from '../../../src/catalog/mapping/spoiled-letters.ts';
import { parseQuantity } from '../../../src/domain/quantity.ts';
import { mapRows } from '../mapped.ts';

const long = 200_000;

// In proportion to the square of their length these would take minutes: the test ends, or it does not.
it('fault 14: texts take time in proportion to their length', async () => {
  const blanks = ' '.repeat(long);
  expect(parseQuantity(`1${blanks}x`, undefined)).toEqual({ fault: 'notANumber' });
  expect(unfilled(`\0a${blanks}x\0`)).toBe(`a${blanks}x`);
  expect(spoiledLetters(`${'1'.repeat(long)}¤x`)).toBeUndefined();
  expect(spoiledLetters(`${'?'.repeat(long)}x`)).toBeUndefined();
  expect(spoiledLetters(`${'A'.repeat(long)} M”bel`)?.rule).toContain('holds "M”bel", whose');
  expect(spoiledLetters(`${'A'.repeat(long)}>M”bel`)?.rule.length).toBeLessThan(300);
  const rows = await mapRows(`K,N\n${'-'.repeat(long)}x\n`, '{ externalId: K, name: N }');
  expect(rows).toMatchObject([{ kind: 'rejected', complaints: [{ code: 'ROW_RAGGED' }] }]);
}, 30_000);

it('a column of article numbers is asked for a long list of them without comparing each with each', () => {
  const find = createLikeWords(Array.from({ length: 20_000 }, (_, index) => `ART-${index}`));
  for (let index = 0; index < 6_000; index += 1) expect(find(`X-${index}`)).toBeUndefined();
}, 30_000);

it('a field is without the NULs and blanks around it, and the lines of a database are told', async () => {
  const filled = ['\0 a b\0\0 ', '\0\0', ' a ', 'a\0b', '\0a'];
  expect(filled.map(unfilled)).toEqual(['a b', '', ' a ', 'a\0b', 'a']);
  const rows = await mapRows('K,N\n---+---\n--\n', '{ externalId: K, name: N }');
  const remedies = rows.map((row) => row.kind === 'rejected' && row.complaints[0]?.remedy);
  expect(remedies).toEqual([
    expect.stringContaining('A database writes such a line'),
    expect.not.stringContaining('A database writes'),
  ]);
});
