import { describe, expect, it } from 'vitest';
import { createSpellings } from '../../../src/catalog/mapping/spellings.ts';
import { complaintsOf, mapRows } from '../mapped.ts';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

describe('fault 6: a word in other letters', () => {
  it.each([
    ['Vyřazené zboží', 'Vyøazené zbo¾í', 'in another code page'],
    ['Vyřazené zboží', 'Vy?azen? zbo??', 'in ASCII'],
    ['Vyřazené zboží', 'Vyrazene zbozi', 'without accents'],
    ['Vyřazené zboží', 'VyÅ™azenÃ© zboÅ¾Ã\u00ad', 'in UTF-8 that was read as a code page'],
    ['gelöscht', 'geloescht', 'with ö as oe'],
    ['gelöscht', 'GELOSCHT', 'in capitals without accents'],
    ['Снят', 'Ñíÿò', 'of Cyrillic, read as letters of Latin'],
    ['Снят', '????', 'of Cyrillic, in ASCII'],
    ['Снят', '‘\u00adпв', 'of cp866, read in windows-1251'],
    ['снята', 'б\u00adпв', 'of cp866, read in windows-1251, where the last letter is a blank'],
    ['снят', 'ЯМЪР', 'of windows-1251, read in KOI8-R'],
    ['Ștergere', 'Ştergere', 'with the cedilla of older fonts'],
    ['sold out', 'sold\u00a0out', 'with a no-break blank'],
    ['gelöscht', 'gelo\u0308scht', 'with a combining mark'],
  ])('is found: %s as %s, %s', (word, text) => {
    expect(createSpellings([word]).find(text)).toContain(word);
  });

  it.each([
    ['Снят', 'Есть'],
    ['✓', '✗'],
    ['✓', '–'],
    ['m²', 'm³'],
    ['Müller', 'Möller'],
    ['Öl', 'Ål'],
    ['Åre', 'Äre'],
    ['€', '£'],
    ['Ä', 'A'],
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

  it('are reported as they differ, where both look the same', async () => {
    const table = 'K,Typ\nA,gelo\u0308scht\nB,sold\u00a0out\n';
    const where = 'where: { column: Typ, notIn: [gelöscht, sold out] }';
    const [marks, blank] = await mapRows(table, '{ externalId: K, name: K }', where);
    expect(marks).toMatchObject({
      complaints: [{ rule: expect.stringContaining('with accents as combining marks, so') }],
    });
    expect(blank).toMatchObject({
      complaints: [{ rule: expect.stringContaining('(U+00A0 for U+0020), so') }],
    });
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

describe('quirk 37: a word of the configuration in other capitals or blanks', () => {
  const flags = async (cells: readonly string[], steps: string) =>
    (
      await mapRows(
        `K,S\n${cells.map((cell, index) => `A${index},${cell}\n`).join('')}`,
        `{ externalId: K, name: K, isActive: { column: S, ${steps} } }`,
      )
    ).map((row) => (row.kind === 'row' ? row.fields.isActive : complaintsOf(row).join()));

  it.each([
    ['gesperrt', 'Gesperrt'],
    ['gelöscht', 'GELÖSCHT'],
    ['x', 'X'],
    ['J', 'j'],
    ['ja', 'JA'],
    ['hayır', 'HAYIR'],
    ['nicht mehr lieferbar', 'Nicht  mehr lieferbar'],
    ['>10', '> 10'],
  ])('is not what otherwise speaks for: %s as %s', async (word, cell) => {
    const steps = `translate: { "${word}": false }, otherwise: true`;
    expect(await flags([word, cell, 'frei'], steps)).toEqual([false, 'ROW_WORD S', true]);
  });

  it('is what the table says of it where both are listed', async () => {
    const steps = 'translate: { s: false, S: true }, otherwise: true';
    expect(await flags(['s', 'S', 'm'], steps)).toEqual([false, true, true]);
  });

  it('passes through without otherwise, as every text that is not listed', async () => {
    const rows = await mapRows(
      'K,M\nA,st\n',
      '{ externalId: K, name: K, unitOfMeasure: { column: M, translate: { ST: pcs } } }',
    );
    expect(rows).toMatchObject([{ fields: { unitOfMeasure: 'st' } }]);
  });

  it('neither uses nor leaves out a row by where:', async () => {
    const kinds = async (test: string) =>
      (
        await mapRows(
          'K,Web\nA,J\nB,j\nC,nein\nD,Nein\nE,\n',
          '{ externalId: K, name: K }',
          `where: { column: Web, ${test} }`,
        )
      ).map(({ kind }) => kind);
    expect(await kinds('equals: J')).toEqual(['row', 'rejected', 'skipped', 'skipped', 'skipped']);
    expect(await kinds('notEquals: nein')).toEqual(['row', 'row', 'skipped', 'rejected', 'row']);
    expect(await kinds('in: [J, j]')).toEqual(['row', 'row', 'skipped', 'skipped', 'skipped']);
  });

  it('is reported with what to add', async () => {
    const [row] = await mapRows(
      'K,Web\nA,Nein\n',
      '{ externalId: K, name: K }',
      'where: { column: Web, notEquals: nein }',
    );
    expect(row).toMatchObject({
      complaints: [
        {
          rule: 'is "nein" of where: with other capitals or blanks, so it is not clear whether the row is used.',
          remedy:
            'Name it in where: of the source as it is written here, with in: or notIn:; if it is another value, write the condition as expression:.',
        },
      ],
    });
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
      'First: row 34, Typ "Vyøazené" is "Vyřazené" of where: in other letters, so it is not clear whether the row is used.',
    );
    await passOver({ 'a.csv': rows('Vyřazené', 32) });
    expect(await room.catalog.needsYou()).toEqual([]);
  });
});
