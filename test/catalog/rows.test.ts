import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStockFacts } from '../../src/catalog/pass/stock-facts.ts';
import { findVanished, meaningOfVanished, nextIndex } from '../../src/catalog/state/vanished.ts';
import { createDuplicates } from '../../src/catalog/terms/duplicates.ts';
import { seenAs } from '../../src/catalog/terms/seen.ts';
import { unsureRun } from '../../src/domain/restored.ts';
import { declared } from './declared.ts';

const stockFacts = (now: number) =>
  createStockFacts({
    source: {},
    jumpFactor: 10,
    buffers: { now, earlier: [] },
    isJumpHeld: false,
  });
const wish = (contentHash: number | null, quantity: number | null) => ({ contentHash, quantity });

describe('an article in several rows', () => {
  const meetings = [
    { index: 0, row: 2, wish: wish(1, 5) },
    { index: 1, row: 3, wish: wish(1, 5) },
    { index: 2, row: 4, wish: wish(1, 6) },
    { index: 3, row: 5, wish: wish(1, 5) },
  ];
  const meetAll = (policy: 'reject' | 'last' | 'sum') => {
    const duplicates = createDuplicates(policy);
    return meetings.map((meeting) => duplicates.meet(9, meeting));
  };

  it('fault 8: is skipped where a row repeats another, and all of it rejected where one contradicts', () => {
    expect(meetAll('reject')).toEqual([
      { kind: 'counts' },
      { kind: 'repeats' },
      { kind: 'contradicts', rows: [2, 4], earlier: 0 },
      { kind: 'contradicts', rows: [2, 5] },
    ]);
  });

  it.each(['last', 'sum'] as const)('counts with its last row under %s', (policy) => {
    expect(meetAll(policy)).toEqual([
      { kind: 'counts' },
      { kind: 'counts', replaces: 0 },
      { kind: 'counts', replaces: 1 },
      { kind: 'counts', replaces: 2 },
    ]);
  });

  it('tells nothing from zero, and a stock row from a content', () => {
    for (const [one, other] of [
      [wish(null, 0), wish(null, null)],
      [wish(null, 5), wish(1, 5)],
      [wish(1, null), wish(2, null)],
    ] as const) {
      const duplicates = createDuplicates('reject');
      duplicates.meet(1, { index: 0, row: 2, wish: one });
      const verdict = duplicates.meet(1, { index: 1, row: 3, wish: other });
      expect(verdict.kind).toBe('contradicts');
    }
    const equal = createDuplicates('reject');
    equal.meet(1, { index: 0, row: 2, wish: wish(null, null) });
    expect(equal.meet(1, { index: 1, row: 3, wish: wish(null, null) })).toEqual({
      kind: 'repeats',
    });
  });

  it('is told apart from every other article, also far beyond the first ones', () => {
    const duplicates = createDuplicates('reject');
    for (const product of [1, 2, 5_000, 1_000_000]) {
      expect(
        duplicates.meet(product, { index: product, row: product, wish: wish(1, 1) }).kind,
      ).toBe('counts');
    }
  });
});

describe('what a pass counts of quantities', () => {
  let id = 0;
  const known = (quantity: number | null) => {
    id += 1;
    return { id, quantity, quantityRun: 1, inFlight: false };
  };

  it('notes changed, zeroed and jumped ones, and nothing where one side says nothing', () => {
    const facts = stockFacts(0);
    const rows = [
      [null, 5],
      [5, null],
      [5, 5],
      [5, 0],
      [5, 50],
      [7, 70],
      [3, 300],
      [3, 4],
    ] as const;
    rows.forEach(([before, after], index) => {
      facts.compare(index, known(before), { quantity: after });
    });
    expect([facts.quantities, facts.changes.measured.length, facts.zeroed]).toEqual([6, 5, [3]]);
    expect(facts.changes.jumped()).toEqual({ by: '×10 or ×100', records: [4, 5, 6] });
  });

  it('fault 7: tells which stock may go alone: what differs or may by now, but for a jump upwards', () => {
    const facts = stockFacts(0);
    const now = { quantity: 5 };
    facts.compare(0, known(7), now);
    facts.compare(1, known(50), now);
    facts.compare(2, known(5), now);
    facts.compare(3, known(null), now);
    facts.compare(4, { ...known(5), inFlight: true }, now);
    facts.compare(5, { ...known(5), quantityRun: unsureRun }, now);
    facts.compare(6, known(5), { quantity: 50 });
    facts.compare(7, known(5), { quantity: null });
    expect(facts.alone).toEqual([0, 1, 4, 5]);
  });

  it('a column whose values lose their comma jumps one way, each by its own digits', () => {
    const facts = stockFacts(0);
    for (const [index, [before, after]] of (
      [
        [11_750, 1_175_000],
        [11_500, 115_000],
        [11_125, 11_125_000],
        [40_000, 4_000],
      ] as const
    ).entries())
      facts.compare(index, known(before), { quantity: after });
    expect(facts.changes.jumped()).toEqual({ by: '×10 or ×100 or ×1,000', records: [0, 1, 2] });
  });

  it('a buffer hides no jump of the column, and nothing is said of what it takes to nothing', () => {
    const facts = stockFacts(2_000);
    facts.compare(0, known(3_000), { quantity: 48_000 });
    facts.compare(1, known(0), { quantity: 48_000 });
    facts.compare(2, known(3_000), { quantity: 30_000 });
    expect(facts.changes.jumped()).toEqual({ by: '×10', records: [0] });
  });

  it.each([
    ['both columns', '×10', [3_000, { quantity: 48_000, columns: [70_000, -20_000] }]],
    ['the stock alone', '×10', [3_000, { quantity: 66_000, columns: [70_000, -2_000] }]],
  ] as const)('minus hides no jump of %s', (_, by, [before, now]) => {
    const facts = stockFacts(2_000);
    facts.compare(0, known(before), now);
    expect(facts.changes.jumped()).toEqual({ by, records: [0] });
    facts.compare(1, known(before), { ...now, quantity: now.quantity + 1_000 });
    facts.compare(2, known(0), now);
    expect(facts.changes.jumped().records).toEqual([0]);
  });
});

describe('vanished rows', () => {
  const ids = (...values: number[]): Int32Array => Int32Array.from(values);
  const before = { rows: ids(1, 2, 0, 3, 3), tail: ids(4, 5) };
  const seenOf = (named: Iterable<number>): Uint8Array => {
    const seen = new Uint8Array(31);
    for (const id of named) seen[id] = seenAs.named;
    return seen;
  };
  const look = (seen: readonly number[], published: readonly number[]) => ({
    before,
    newestId: 7,
    seen: seenOf(seen),
    isPublished: (id: number) => published.includes(id),
  });

  it('are the published products of the last file and of the tail that the new file does not name', () => {
    expect(findVanished(look([1, 4], [1, 2, 3, 4, 5]))).toEqual({ before: 5, gone: [2, 3, 5] });
  });

  it('never were published: not vanished', () => {
    expect(findVanished(look([], [2]))).toEqual({ before: 1, gone: [2] });
    expect(findVanished(look([], []))).toEqual({ before: 0, gone: [] });
  });

  it('stay in the tail of the next index while they are published', () => {
    expect(nextIndex(ids(7, 1, 0), look([1], [1, 2, 4]))).toEqual({
      rows: ids(7, 1, 0),
      tail: ids(2, 4),
    });
  });

  it('are not asked for where their row has said that they are published', () => {
    const asked: number[] = [];
    const isPublished = (id: number): boolean => asked.push(id) > 0;
    const seen = Uint8Array.of(0, seenAs.published, seenAs.named, seenAs.published);
    const now = { before, newestId: 7, seen, isPublished };
    expect(findVanished(now)).toEqual({ before: 5, gone: [4, 5] });
    expect(asked).toEqual([2, 4, 5]);
    expect(nextIndex(ids(1), now).tail).toEqual(ids(2, 3, 4, 5));
  });

  it('are neither lost nor doubled over any number of files', () => {
    const file = fc.uniqueArray(fc.integer({ min: 1, max: 30 }));
    fc.assert(
      fc.property(fc.array(file, { maxLength: 8 }), (files) => {
        let index = { rows: ids(), tail: ids() };
        const ever = new Set<number>();
        for (const rows of files) {
          const seen = new Set(rows);
          for (const id of rows) ever.add(id);
          const now = {
            newestId: 30,
            before: index,
            seen: seenOf(seen),
            isPublished: () => true,
          };
          const { gone } = findVanished(now);
          expect(new Set(gone)).toEqual(new Set([...ever].filter((id) => !seen.has(id))));
          index = nextIndex(Int32Array.from(rows), now);
          expect([...index.rows, ...index.tail].sort((a, b) => a - b)).toEqual(
            [...ever].sort((a, b) => a - b),
          );
        }
      }),
    );
  });
});

describe('what a vanished row leads to', () => {
  const named = '{ externalId: A, name: N }';
  it.each([
    ['ignore', `mapping: ${named}`, 'nothing'],
    ['hide', `mapping: ${named}`, 'hide'],
    ['unpublish', `mapping: ${named}`, 'unpublish'],
    ['unpublish', `contents: delta, mapping: ${named}`, 'nothing'],
    ['unpublish', 'kind: stock, mapping: { externalId: A, availableQty: Q }', 'nothing'],
    [
      'unpublish',
      'kind: stock, missing: zero, mapping: { externalId: A, availableQty: Q }',
      'zero',
    ],
    ['ignore', 'kind: stock, missing: zero, mapping: { externalId: A, availableQty: Q }', 'zero'],
  ] as const)('with vanished: %s and %s is %s', async (vanished, source, meaning) => {
    const catalog = await declared(
      `  vanished: ${vanished}\n  sources:\n    - { name: s, folder: ./out, files: "*.csv", ${source} }`,
    );
    expect(meaningOfVanished(catalog.sources[0]!, catalog)).toBe(meaning);
  });

  it('is nothing for a source that only adds fields: it owns no product', async () => {
    const catalog = await declared(
      '  vanished: unpublish\n  sources:\n    - { name: names, folder: ./out, files: "n*.csv", mapping: { externalId: A, name: N } }\n    - { name: brands, folder: ./out, files: "b*.csv", mapping: { externalId: A, brand: B } }',
    );
    expect(catalog.sources.map((source) => meaningOfVanished(source, catalog))).toEqual([
      'unpublish',
      'nothing',
    ]);
  });
});
