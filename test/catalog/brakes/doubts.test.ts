import { describe, expect, it } from 'vitest';
import { brakes } from '../../../src/catalog/brakes/brake.ts';
import { findRenumbered } from '../../../src/catalog/brakes/renumbered.ts';
import type { DoubtFacts, FileFacts } from '../../../src/catalog/terms/file-facts.ts';
import {
  isFlipped,
  packTraits,
  traitsOf,
  unpackTraits,
} from '../../../src/catalog/terms/traits.ts';
import { limits } from '../brake-limits.ts';
import { quietFile } from '../quiet-file.ts';

const quiet = quietFile(100);
const heldBy = (
  doubt: Partial<DoubtFacts>,
  facts: Partial<FileFacts> = {},
  allowed: readonly string[] = [],
) =>
  brakes({ ...quiet, ...facts, content: { ...quiet.content, ...doubt } }, limits, {
    allowed: new Set(allowed),
    waiting: [],
  });
const kindsOf = (...facts: Parameters<typeof heldBy>) => heldBy(...facts).map(({ kind }) => kind);

describe('a brake on content', () => {
  it.each([
    ['an ordinary day', { renamed: 30, created: 10 }, []],
    ['five names of eight in a small catalogue', { known: 8, renamed: 5 }, []],
    ['all names of a small catalogue', { known: 19, renamed: 19 }, []],
    ['half of the names', { renamed: 50 }, []],
    ['more than half of the names', { renamed: 51 }, ['names']],
    ['four names in other letters', { flipped: 4 }, []],
    ['five names in other letters', { renamed: 4, flipped: 5 }, ['encoding']],
    ['few of many changes in other letters', { renamed: 15, flipped: 15 }, []],
    ['half of the barcodes', { rebarcoded: 50 }, []],
    ['more than half of the barcodes', { rebarcoded: 51 }, ['columns']],
    ['half of the articles with moved columns', { moved: 50 }, []],
    ['more than half of them', { moved: 51, renamed: 51 }, ['columns']],
    ['all of a few articles with moved columns', { known: 19, moved: 19 }, []],
    ['two renumbered articles', { renumbered: 2 }, []],
    ['three renumbered articles of a hundred', { renumbered: 3 }, ['renumbered']],
    ['a first import', { known: 0, created: 100, lastRows: 0 }, []],
    ['a last row without a line end', { cutFiles: ['artikel.csv'] }, ['cut']],
    ['the sums of a cut', { cutFiles: ['artikel.csv'], isSummed: true }, []],
    ['an unchanged last row without a line end', { cutFiles: ['artikel.csv'], cutRows: 0 }, []],
  ] as const)('answers %s', (_, doubt, held) => {
    expect(kindsOf(doubt)).toEqual(held);
  });

  it('asks about new numbers only where the known ones are gone', () => {
    expect(kindsOf({ created: 60, known: 40 }, { vanishedMeans: 'nothing', vanished: 51 })).toEqual(
      ['columns'],
    );
    expect(kindsOf({ created: 60, known: 40 }, { vanishedMeans: 'nothing', vanished: 50 })).toEqual(
      [],
    );
    expect(
      kindsOf({ created: 19, known: 2 }, { read: 21, vanished: 51, vanishedMeans: 'nothing' }),
    ).toEqual([]);
  });

  it.each([
    [
      'names',
      { renamed: 51 },
      'artikel.csv would unpublish 1 of 100 articles (its columns seem to have moved)',
    ],
    ['a cut', { cutFiles: ['artikel.csv'] }, '(it ends within a line, was the export cut off?)'],
    [
      'a far smaller file',
      { lastRows: 201 },
      '(it has 100 rows, last time it had 201: was the export cut off?)',
    ],
    [
      'a union with a file that has no rows',
      { emptyParts: ['b.csv'] },
      '(b.csv has no rows, was it exported completely?)',
    ],
    [
      'a union that lacks a file',
      { parts: 1, lastParts: 2 },
      '(it has 1 of 2 files, is one missing?)',
    ],
    [
      'another configuration',
      { isReconfigured: true },
      '(the configuration or the program was changed)',
    ],
  ] as const)('in doubt of %s takes nothing away, however little', (_, doubt, words) => {
    const held = heldBy(doubt, { vanished: 1, zeroed: 1 });
    expect(held.find(({ kind }) => kind === 'vanished')?.sentence).toContain(words);
    expect(held.map(({ kind }) => kind)).toContain('zeroed');
    expect(kindsOf({}, { vanished: 1, zeroed: 1 })).toEqual([]);
  });

  it('deactivates nothing where cells may mean something else; what is left out says nothing of them', () => {
    const deactivated = { rows: 1, activated: 0, unblocked: 0, active: 100, columns: [] };
    expect(heldBy({ isReconfigured: true }, { deactivated })).toMatchObject([
      { sentence: expect.stringContaining(' (the configuration or the program was changed).') },
    ]);
    expect(kindsOf({ renamed: 51 }, { deactivated })).toEqual(['deactivated', 'names']);
    expect(kindsOf({ lastRows: 201, parts: 1, lastParts: 2 }, { deactivated })).toEqual([]);
  });

  it('doubts a fall to zero where nearly all quantities change at once', () => {
    const moved = { quantities: 100, quantityChanges: 91, zeroed: 1 };
    expect(heldBy({}, moved)[0]?.sentence).toContain('(91 of 100 quantities change at once)');
    expect(kindsOf({}, { ...moved, quantityChanges: 90 })).toEqual([]);
    expect(kindsOf({}, { quantities: 10, quantityChanges: 10, zeroed: 1 })).toEqual([]);
    expect(kindsOf({}, { ...moved, isLikeDailySales: true })).toEqual([]);
  });

  it('leaves a file alone that is half as long: that is no reason by itself', () => {
    expect(kindsOf({ lastRows: 1_000 })).toEqual([]);
    expect(kindsOf({ lastRows: 200 }, { zeroed: 1 })).toEqual([]);
    expect(kindsOf({ lastRows: 19 }, { read: 1, zeroed: 1 })).toEqual([]);
  });

  it('asks whether the rows of a sum are there twice where the file is twice as long, not of changes', () => {
    const longer = { isSummed: true, partRows: [{ file: 'artikel.csv', rows: 60, lastRows: 30 }] };
    expect(kindsOf(longer, { sending: 60 })).toEqual(['zeroed']);
    expect(kindsOf(longer, { sending: 60, isDelta: true })).toEqual([]);
  });

  it.each([
    [{ doubled: 10 }, { quantityChanges: 19 }, ['zeroed']],
    [{ doubled: 10 }, { quantityChanges: 20 }, []],
    [{ doubled: 9 }, { quantityChanges: 9 }, []],
    [{ repeatedRows: 10, lastRepeatedRows: 4 }, { read: 500 }, ['zeroed']],
    [{ repeatedRows: 10, lastRepeatedRows: 5 }, { read: 500 }, []],
    [{ repeatedRows: 10, lastRepeatedRows: 4 }, { read: 501 }, []],
    [{ repeatedRows: 9, lastRepeatedRows: 0 }, { read: 100 }, []],
  ] as const)('asks whether rows are there twice of %j with %j: %j', (doubt, facts, held) => {
    expect(kindsOf({ isSummed: true, ...doubt }, { sending: 5, ...facts })).toEqual(held);
    expect(kindsOf(doubt, { sending: 5, ...facts })).toEqual([]);
  });

  it('is off once it was released, and what it made doubtful waits for a release of its own', () => {
    expect(kindsOf({ renamed: 51 }, {}, ['names'])).toEqual([]);
    expect(kindsOf({ renamed: 51 }, { vanished: 1 }, ['names'])).toEqual(['vanished']);
    expect(kindsOf({ cutFiles: ['artikel.csv'] }, { vanished: 1 }, ['cut'])).toEqual(['vanished']);
  });

  it('says one sentence with both numbers, and the question to ask', () => {
    const said = (doubt: Partial<DoubtFacts>, facts: Partial<FileFacts> = {}) =>
      heldBy(doubt, facts).at(-1)?.sentence;
    expect(said({ renamed: 4, flipped: 5, lettered: 7 })).toBe(
      '5 of 9 changed texts of artikel.csv become ? or other letters beyond a–z: is the encoding right? All 7 rows that would send such letters are held, except for their stock; the rest of the file is sent.',
    );
    expect(said({ renamed: 60 })).toBe(
      '60 of 100 names of artikel.csv change at once: have its columns moved? The rest of the file is sent.',
    );
    expect(said({ moved: 60, rebarcoded: 60 })).toBe(
      '60 of 100 articles of artikel.csv change their content at once, and columns are found by their place: have columns moved? The rest of the file is sent.',
    );
    const deactivated = {
      rows: 60,
      activated: 0,
      unblocked: 0,
      active: 100,
      columns: ['Gesperrt', 'Status'],
    };
    expect(said({ renamed: 60 }, { deactivated })).toContain('60 of 100 names');
    expect(heldBy({ renamed: 60 }, { deactivated })[0]?.sentence).toBe(
      'artikel.csv would deactivate 60 of 100 articles (limit: 2% or 50; its columns seem to have moved): column Gesperrt + Status. They stay as they are, except for their stock; the rest of the file is sent.',
    );
    expect(said({ rebarcoded: 60 })).toBe(
      '60 of 100 barcodes of artikel.csv change at once: have its columns moved? The rest of the file is sent.',
    );
    expect(said({ created: 60 }, { vanished: 70, vanishedMeans: 'nothing' })).toBe(
      'artikel.csv names 60 new articles and misses 70 of 100 known ones: have its columns moved? The new ones are held.',
    );
    expect(said({ renumbered: 12 })).toBe(
      'artikel.csv gives 12 of 100 articles another number (same barcode or name; limit: 2% or 50): they keep the old one until this is released.',
    );
    const jump = { field: 'stepQty', by: '×10', rows: 8, changes: 9 } as const;
    expect(said({ numbers: { jumps: [jump], sending: 11 } })).toBe(
      'In artikel.csv 8 of 9 changed values of stepQty jump by exactly ×10: is the number style right? Rows that give such a value are held, except for their stock; the rest of the file is sent.',
    );
    expect(said({ cutFiles: ['artikel.csv'] })).toBe(
      'artikel.csv ends within a line, unlike the file before: was the export cut off? Its last row, 1 of 100, is held.',
    );
  });
});

describe('what the mirror keeps of a name', () => {
  const traits = (name: string) => traitsOf({ name });
  it.each([
    ['UTF-8 read as a code page', 'Schlüssel für Ölfässer', 'SchlÃ¼ssel fÃ¼r Ã–lfÃ¤sser', true],
    ['the way back', 'SchlÃ¼ssel', 'Schlüssel', true],
    ['another code page', 'Ключ 10', 'Êëþ÷ 10', true],
    ['letters that were lost', 'Schlüssel', 'Schl?ssel', true],
    ['a real new name', 'Ключ 10', 'Гаечный ключ 10', false],
    ['a new name in plain letters', 'Schraube', 'Mutter', false],
    ['an umlaut written out', 'Schlüssel', 'Schluessel', false],
    ['other case', 'Ключ', 'КЛЮЧ', false],
    ['the same name', 'Schlüssel', 'Schlüssel', false],
  ])('tells %s', (_, ...[before, now, flipped]) => {
    expect(isFlipped(traits(before), traits(now))).toBe(flipped);
  });

  it('comes back from its stored form', () => {
    const base = { name: 'Größe?', barcode: '4006381333931' };
    for (const more of [
      {},
      { isActive: true },
      { isActive: false },
      { isActive: false, stepQty: 5 },
    ]) {
      const whole = traitsOf({ ...base, ...more });
      expect(unpackTraits(packTraits(whole))).toEqual(whole);
      // As an older version packed it, and as it reads what this one packs.
      const older = packTraits({ ...whole, isActive: undefined });
      expect(unpackTraits(older)).toEqual({ ...whole, isActive: undefined });
      expect(Number.parseInt(packTraits(whole).split('.')[3] ?? '', 36)).toBe(whole.barcode);
    }
    expect(traitsOf({ name: 'x', barcode: '' }).barcode).toBe(0);
  });
});

describe('renumbered articles', () => {
  const gone = (list: readonly (readonly [number, string, string?])[]) =>
    list.map(([id, name, barcode = '']) => ({ id, traits: traitsOf({ name, barcode }) }));
  const newcomers = (list: readonly (readonly [string, string?])[]) => ({
    count: list.length,
    at(place: number) {
      const [name, barcode = ''] = list[place]!;
      return { record: place, ...traitsOf({ name, barcode }) };
    },
  });
  it.each([
    ['by barcode', [[1, 'Alt', '123']], [['Neu', '123']], [0]],
    ['by name', [[1, 'Hammer', '1']], [['hammer', '2']], [0]],
    ['not by an empty barcode', [[1, 'Alt']], [['Neu']], []],
    [
      'not by a name that several had',
      [
        [1, 'Set'],
        [2, 'Set'],
      ],
      [['Set']],
      [],
    ],
    ['one for one', [[1, 'Hammer']], [['Hammer'], ['Hammer']], [0]],
  ] as const)('are known %s', (...[, old, now, records]) => {
    expect(findRenumbered(gone(old), newcomers(now), () => true).records).toEqual(records);
  });
});
