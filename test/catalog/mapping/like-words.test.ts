import { describe, expect, it } from 'vitest';
import { createLikeWords } from '../../../src/catalog/mapping/like-words.ts';
import { complaintsOf, mapRows } from '../mapped.ts';

describe('fault 6: another writing of a listed word', () => {
  it.each([
    ['J', 'Ja'],
    ['Ja', 'J'],
    ['J', 'ja.'],
    ['N', 'nein'],
    ['T', 'TAK'],
    ['T', '.T.'],
    ['true', '.T.'],
    ['1', '1,00'],
    ['0', '0.000'],
    ['1', 'Ja'],
    ['true', '1'],
    ['0', 'FALSCH'],
    ['X', '✓'],
    ['×', 'x'],
    ['X', 'ja'],
    ['1', 'ναι'],
    ['0', 'ΟΧΙ'],
    ['gesperrt', 'gesperrt.'],
    ['gesperrt', '(Gesperrt)'],
    ['Auslauf-Artikel', 'Auslaufartikel'],
    ['nicht lieferbar', 'nicht_lieferbar'],
    ['Bad & Heizung', 'Bad/Heizung'],
  ])('is found: %s as %s', (word, text) => {
    expect(createLikeWords([word])(text)).toEqual({ why: 'writing', meant: word });
  });

  it.each([
    ['J', 'N'],
    ['J', 'nein'],
    ['1', '0'],
    ['1', '0,00'],
    ['1', '10'],
    ['1', '1.1'],
    ['1.1', '1.10'],
    ['0', '-'],
    ['X', '✗'],
    ['X', '1'],
    ['T', 'Y'],
    ['N', 'F'],
    ['S', 'SI'],
    ['A', 'A+'],
    ['+', '-'],
    ['A-1', 'A1'],
    ['ab', 'a.b'],
    ['DE', 'DA'],
    ['NO', 'NE'],
    ['gesperrt', 'entsperrt'],
    ['lieferbar', 'nicht lieferbar'],
    ['Artikel', 'Artikel 2'],
  ])('is another value: %s and %s', (word, text) => {
    expect(createLikeWords([word])(text)).toBeUndefined();
  });

  const said = async (cell: string, more: string, source = '') =>
    (await mapRows(`K,G\nA1,${cell}\n`, `{ externalId: K, name: K${more} }`, source)).map((row) =>
      row.kind === 'row' ? row.fields.isActive : complaintsOf(row).join() || row.kind,
    );

  it('puts no blocked article on sale by otherwise:', async () => {
    const steps = ', isActive: { column: G, translate: { J: false }, otherwise: true }';
    expect(await said('J', steps)).toEqual([false]);
    expect(await said('Ja', steps)).toEqual(['ROW_WORD G']);
    expect(await said('N', steps)).toEqual([true]);
  });

  it('puts no blocked article on sale by where:, and leaves none out in silence', async () => {
    const except = 'where: [{ column: G, notIn: [gesperrt] }]';
    expect(await said('gesperrt.', '', except)).toEqual(['ROW_WORD G']);
    const only = 'where: [{ column: G, in: ["1"] }]';
    expect(await said('ja', '', only)).toEqual(['ROW_WORD G']);
    expect(await said('nein', '', only)).toEqual(['skipped']);
  });
});
