import { describe, expect, it } from 'vitest';
import { createSpellings } from '../../src/catalog/spellings.ts';
import { complaintsOf, mapRows } from './mapped.ts';
import { dialect, open, passOver, room, useRoom } from './one-room.ts';

describe('fault 6: a word in other letters', () => {
  it.each([
    ['Vyřazené zboží', 'Vyøazené zboľí', 'in another code page'],
    ['Vyřazené zboží', 'Vy?azen? zbo??', 'in ASCII'],
    ['Vyřazené zboží', 'Vyrazene zbozi', 'without accents'],
    ['Vyřazené zboží', 'VyÅ™azenÃ© zboÅ¾Ã\u00ad', 'in UTF-8 that was read as a code page'],
    ['gelöscht', 'geloescht', 'with ö as oe'],
    ['gelöscht', 'GELOSCHT', 'in capitals without accents'],
    ['Снят', 'Ñíÿò', 'of Cyrillic, read as letters of Latin'],
    ['Снят', '????', 'of Cyrillic, in ASCII'],
  ])('is found: %s as %s, %s', (word, text) => {
    expect(createSpellings([word]).find(text)).toContain(word);
  });

  it.each([
    ['Снят', 'Есть'],
    ['gelöscht', 'gelocht'],
    ['gelöscht', 'gelöst'],
    ['sold out', 'SOLD OUT'],
  ])('is not %s for %s', (word, text) => {
    expect(createSpellings([word]).find(text)).toEqual([]);
  });

  it('is not one that is named itself', () => {
    expect(createSpellings(['Mäntel', 'Mantel']).find('Mantel')).toEqual([]);
  });
});

describe('fault 6: words of the configuration in other letters', () => {
  it('reject their rows: where: can neither use them nor leave them out', async () => {
    const where = (test: string) => `where: { column: Typ, ${test} }`;
    const kinds = async (test: string) =>
      (
        await mapRows(
          'K,Typ\nA,Zboží\nB,Zbo??\nC,Zbozi\nD,\n',
          '{ externalId: K, name: K }',
          where(test),
        )
      ).map(({ kind }) => kind);
    expect(await kinds('notEquals: Zboží')).toEqual(['skipped', 'rejected', 'rejected', 'row']);
    expect(await kinds('equals: Zboží')).toEqual(['row', 'rejected', 'rejected', 'skipped']);
    expect(await kinds('notIn: [Zboží, Zbozi]')).toEqual(['skipped', 'rejected', 'skipped', 'row']);
  });

  it('reject their rows where otherwise: would speak for them', async () => {
    const rows = await mapRows(
      'K,S\nA,gelöscht\nB,gel?scht\nC,frei\n',
      '{ externalId: K, name: K, isActive: { column: S, translate: { gelöscht: false }, otherwise: true } }',
    );
    expect(rows.map(complaintsOf)).toEqual([[], ['ROW_CHARACTER S'], []]);
    expect(rows[2]).toMatchObject({ fields: { isActive: true } });
  });
});

describe('fault 6: a file whose discontinued articles are called so in another code page', () => {
  useRoom();

  const rows = (word: string, from = 0) => [
    'Nr;Name;Typ',
    ...Array.from({ length: 40 }, (_, n) => `A${n};Klika ${n};${n < from ? 'Nové' : word}`),
  ];

  it('puts none of them on sale and tells it until the words are right again', async () => {
    await open(
      `  sources:\n    - { name: articles, folder: ./out, files: "a.csv", ${dialect}, where: { column: Typ, notEquals: Vyřazené }, mapping: { externalId: Nr, name: Name } }`,
    );
    await passOver({ 'a.csv': rows('Vyřazené', 32) });
    expect(await room.market.products()).toHaveLength(32);
    await passOver({ 'a.csv': rows('Vyøazené', 32) });
    expect(await room.market.products()).toHaveLength(32);
    const [need] = await room.catalog.needsYou();
    expect(need?.cause).toBe(
      'First: row 34, Typ "Vyøazené" is "Vyřazené" of where: in other letters, so it is in doubt whether the row is used.',
    );
    await passOver({ 'a.csv': rows('Vyřazené', 32) });
    expect(await room.catalog.needsYou()).toEqual([]);
  });
});
