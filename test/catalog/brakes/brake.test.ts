import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brakes } from '../../../src/catalog/brakes/brake.ts';
import { jumpBetween } from '../../../src/catalog/pass/jumps.ts';
import type { FileFacts } from '../../../src/catalog/terms/file-facts.ts';
import { limits } from '../brake-limits.ts';
import { quietFile } from '../quiet-file.ts';

const quiet = quietFile(1_000);
const none: ReadonlySet<string> = new Set();
const heldBy = (facts: Partial<FileFacts>, allowed = none, by = limits): string[] =>
  brakes({ ...quiet, ...facts }, by, { allowed, waiting: [] }).map(({ kind }) => kind);
const sentenceOf = (facts: Partial<FileFacts>): string | undefined =>
  brakes({ ...quiet, ...facts }, limits, { allowed: none, waiting: [] })[0]?.sentence;

describe('a brake', () => {
  it('lets an ordinary file pass', () => {
    expect(heldBy({ vanished: 20, zeroed: 40, rejected: 90, quantityChanges: 900 })).toEqual([]);
  });

  // contract.md "Brakes": more than `count` rows or more than `share` (and at least 3): either suffices.
  it.each([
    [{ before: 10_000, vanished: 50 }, []],
    [{ before: 10_000, vanished: 51 }, ['vanished']],
    [{ before: 100, vanished: 2 }, []],
    [{ before: 100, vanished: 3 }, ['vanished']],
    [{ before: 40, vanished: 2 }, []],
    [{ before: 40, vanished: 3 }, ['vanished']],
    [{ before: 2, vanished: 2 }, ['vanished']],
    [{ before: 1, vanished: 1 }, ['vanished']],
    [{ before: 100, vanished: 1, unreadableKeys: 1 }, ['vanished']],
    [{ before: 100, vanished: 0, unreadableKeys: 9 }, []],
    [{ before: 100, vanished: 1, unreadableKeys: 2, lastUnreadableKeys: 2 }, []],
    [{ before: 100, vanished: 100, vanishedMeans: 'nothing' }, []],
    [{ before: 100, vanished: 60, vanishedMeans: 'hide' }, ['vanished']],
    [{ before: 100, vanished: 60, vanishedMeans: 'zero' }, ['vanished']],
  ] as const)('of vanished rows with %j holds %j', (facts, held) => {
    expect(heldBy(facts)).toEqual(held);
  });

  it('holds nothing at exactly its share, also where its binary fraction is a little less', () => {
    const by = {
      ...limits,
      vanished: { share: 0.29, count: 50 },
      zeroed: { share: 0.29, count: 9 },
    };
    const at = (gone: number) => ({ before: 100, vanished: gone, zeroed: gone, quantities: 100 });
    expect(heldBy(at(29), none, by)).toEqual([]);
    expect(heldBy(at(30), none, by).sort()).toEqual(['vanished', 'zeroed']);
  });

  it.each([
    [0.0005, '0.05%'],
    [0.00125, '0.125%'],
    [0.29, '29%'],
  ])('says a share of %d as it is configured: %s', (share, told) => {
    const by = { ...limits, vanished: { share, count: 50 } };
    const [hold] = brakes({ ...quiet, vanished: 400 }, by, { allowed: none, waiting: [] });
    expect(hold?.sentence).toContain(`(limit: ${told} or 50)`);
  });

  it('names a limit to raise only where the limit alone holds: a file in doubt is asked about under any', () => {
    const soldOut = { before: 100, vanished: 4, vanishedMeans: 'zero' } as const;
    const raise = ' If so many sell out at once every day, raise brake.vanished';
    expect(sentenceOf(soldOut)).toContain(raise);
    const cutOff = { ...soldOut, read: 40, content: { ...quiet.content, lastRows: 100 } };
    expect(sentenceOf(cutOff)).toMatch(
      /was the export cut off\?\); the rest of the file is sent\.$/,
    );
    expect(sentenceOf({ ...soldOut, unreadableKeys: 1 })).not.toContain(raise);
    expect(sentenceOf({ ...soldOut, vanished: 100 })).not.toContain(raise);
  });

  it.each([
    [{ rows: 50, active: 10_000 }, []],
    [{ rows: 51, active: 10_000 }, ['deactivated']],
    [{ rows: 2, active: 100 }, []],
    [{ rows: 3, active: 100 }, ['deactivated']],
    [{ rows: 1, active: 1 }, ['deactivated']],
    [{ rows: 0, active: 0 }, []],
  ])('fault 5: of deactivated articles with %j holds %j', (deactivated, held) => {
    expect(
      heldBy({ deactivated: { ...deactivated, activated: 0, unblocked: 0, columns: [] } }),
    ).toEqual(held);
  });

  it.each([
    [{ doubt: 'Its columns have moved.' }, ['layout']],
    [{ doubt: 'Its columns have moved.', read: 0, before: 0, isDelta: true }, ['layout']],
    [{ doubt: 'It has no columns.', read: 0, before: 1_000 }, ['empty']],
  ] as const)('of columns in doubt with %j holds %j', (facts, held) => {
    expect(heldBy(facts)).toEqual(held);
  });

  // Held only when both are exceeded.
  it.each([
    [{ quantities: 100, zeroed: 50 }, []],
    [{ quantities: 100, zeroed: 51 }, ['zeroed']],
    [{ quantities: 1_000, zeroed: 200 }, []],
    [{ quantities: 1_000, zeroed: 201 }, ['zeroed']],
    [{ quantities: 10, zeroed: 10 }, []],
  ] as const)('of zeroed stock with %j holds %j', (facts, held) => {
    expect(heldBy(facts)).toEqual(held);
  });

  it.each([
    [{ of: 5, rows: 2 }, []],
    [{ of: 5, rows: 3 }, ['factor']],
    [{ of: 6, rows: 3 }, []],
    [{ of: 2, rows: 2 }, []],
    [{ of: 3, rows: 2 }, ['factor']],
  ] as const)('of jumped quantities with %j holds %j', ({ of, rows }, held) => {
    expect(heldBy({ jumped: { by: '×10', rows, of } })).toEqual(held);
  });

  it.each([
    [{ read: 1_000, rejected: 100 }, []],
    [{ read: 1_000, rejected: 101 }, ['rejected']],
    [{ read: 2_000, rejected: 100 }, []],
    [{ read: 2_000, rejected: 101 }, ['rejected']],
    [{ read: 90, rejected: 9 }, []],
    [{ read: 10, rejected: 9 }, []],
    [{ read: 10, rejected: 10 }, ['rejected']],
    [{ read: 100, rejected: 11 }, ['rejected']],
  ] as const)('of rejected rows with %j holds %j', (facts, held) => {
    expect(heldBy(facts)).toEqual(held);
  });

  it('fault 3: holds an empty file after one with rows, and nothing else of it', () => {
    expect(heldBy({ read: 0, before: 8_412, vanished: 8_412 })).toEqual(['empty']);
    expect(heldBy({ read: 0, before: 8_412, vanished: 8_412, vanishedMeans: 'nothing' })).toEqual([
      'empty',
    ]);
    expect(heldBy({ read: 0, before: 0 })).toEqual(['empty']);
    expect(heldBy({ read: 0, before: 0, isDelta: true })).toEqual([]);
  });

  it('holds the whole file instead of its parts', () => {
    const facts = { rejected: 500, vanished: 400, zeroed: 600 };
    expect(heldBy(facts)).toEqual(['rejected']);
    expect(heldBy(facts, new Set(['rejected']))).toEqual(['vanished', 'zeroed']);
  });

  it('holds no more what was released for this very file', () => {
    expect(heldBy({ vanished: 400, zeroed: 600 }, new Set(['vanished']))).toEqual(['zeroed']);
    expect(heldBy({ vanished: 400, zeroed: 600 }, new Set(['vanished', 'zeroed']))).toEqual([]);
  });

  it('asks for what an empty file that was let go takes away beyond what was shown', () => {
    const facts = { read: 0, before: 100, vanished: 100 };
    expect(heldBy(facts, new Set(['empty']))).toEqual(['vanished']);
  });

  it('I13: never lets more than the limits pass without a release', () => {
    const facts = fc.record({
      before: fc.integer({ min: 1, max: 100_000 }),
      vanished: fc.integer({ min: 1, max: 100_000 }),
    });
    fc.assert(
      fc.property(facts, ({ before, vanished }) => {
        const isHeld = heldBy({ before, vanished }).includes('vanished');
        if (vanished > 50 || vanished >= before) expect(isHeld).toBe(true);
        if (!isHeld) expect(vanished / before <= 0.02 || vanished < 3).toBe(true);
      }),
    );
  });
});

describe('the sentence of a brake', () => {
  it.each([
    [
      { read: 0, before: 8_412 },
      'artikel.csv holds 0 rows, last time it had 8,412: nothing was changed.',
    ],
    [
      { read: 0, before: 8_412, vanished: 8_412 },
      'artikel.csv holds 0 rows, last time it had 8,412: nothing was changed. Releasing it would unpublish 8,412 articles.',
    ],
    [
      { read: 0, before: 1, vanished: 1 },
      'artikel.csv holds 0 rows, last time it had 1: nothing was changed. Releasing it would unpublish 1 article.',
    ],
    [{ read: 0, before: 0 }, 'artikel.csv holds 0 rows: nothing was changed.'],
    [
      { rejected: 300 },
      '300 of 1,000 rows of artikel.csv were rejected (limit: 10% or 100): the whole file is held.',
    ],
    [
      { vanished: 400 },
      'artikel.csv would unpublish 400 of 1,000 articles (limit: 2% or 50); the rest of the file is sent.',
    ],
    [
      { vanished: 400, vanishedMeans: 'hide' as const },
      'artikel.csv would hide 400 of 1,000 articles (limit: 2% or 50); the rest of the file is sent.',
    ],
    [
      { vanished: 1_000, vanishedMeans: 'zero' as const },
      'artikel.csv would set to zero 1,000 of 1,000 articles (limit: 2% or 50); the rest of the file is sent.',
    ],
    [
      { before: 1, vanished: 1 },
      'artikel.csv would unpublish 1 of 1 articles (limit: 2% or 50); the rest of the file is sent.',
    ],
    [
      { vanished: 1, unreadableKeys: 2 },
      'artikel.csv would unpublish 1 of 1,000 articles (2 rows have no readable article number); the rest of the file is sent.',
    ],
    [
      { zeroed: 600 },
      'artikel.csv would set the stock of 600 of 1,000 articles to zero (limit: 20% and 50); buyers can still order these.',
    ],
    [
      { jumped: { by: '×100', rows: 80, of: 90 } },
      '80 of 90 changed quantities of artikel.csv jump by exactly ×100: is the number style right? Rows that would send a quantity are held, with all that they change; the others are sent.',
    ],
    [
      {
        deactivated: { rows: 60, activated: 0, unblocked: 0, active: 100, columns: [] },
      },
      'artikel.csv would deactivate 60 of 100 articles (limit: 2% or 50). They stay as they are, except for their stock; the rest of the file is sent.',
    ],
    // Where all quantities are doubted, not only those that may be misread are held.
    [
      { jumped: { by: '×10', rows: 80, of: 90 }, misread: { by: '×1,000', rows: 2, sending: 3 } },
      '80 of 90 changed quantities of artikel.csv jump by exactly ×10: is the number style right? Rows that would send a quantity are held, with all that they change; the others are sent.',
    ],
    [
      {
        ...{ quantityChanges: 600, movedStock: { broken: 301 } },
        misread: { by: '×1,000', rows: 2, sending: 3 },
      },
      'In artikel.csv 600 of 1,000 known quantities change at once, 301 of them from whole numbers to fractions: have its columns moved? Rows that would send a quantity are held, with all that they change; the others are sent.',
    ],
  ])('of %j tells both numbers', (facts, sentence) => {
    expect(sentenceOf(facts)).toBe(sentence);
  });
});

describe('the jump between two quantities', () => {
  it.each([
    [5_000, 50_000, '×10'],
    [5_000, 500_000, '×100'],
    [5_000, 5_000_000, '×1,000'],
    [5_000, 50_000_000, undefined],
    [50_000, 5_000, '÷10'],
    [500, 5, '÷100'],
    [1_000, 1, '÷1,000'],
    [5_000, 50_001, undefined],
    [5_000, 5_000, undefined],
    [0, 5_000, undefined],
    [5_000, 0, undefined],
  ])('from %i to %i is %s', (before, after, jump) => {
    expect(jumpBetween(before, after, 10)).toBe(jump);
  });

  it('follows the declared factor', () => {
    expect(jumpBetween(1, 12, 12)).toBe('×12');
    expect(jumpBetween(1, 10, 12)).toBeUndefined();
  });
});
