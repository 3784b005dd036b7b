import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  booksOf,
  type HoldKind,
  held,
  holdKinds,
  holdOf,
  isOfLane,
  kindOf,
  kinds,
  packIds,
  unpackIds,
} from '../../../src/catalog/terms/plan.ts';
import {
  addSummaries,
  callsByKind,
  type PlanSummary,
  summarize,
} from '../../../src/catalog/terms/summary.ts';

const holdNames = (Object.keys(holdKinds) as (keyof typeof holdKinds)[]).filter(
  (name): name is HoldKind => name !== 'none',
);
const marks = (...values: number[]): Uint8Array => Uint8Array.from(values);

describe('the mark of a record', () => {
  it.each(holdNames)('keeps its kind under the hold %s', (hold) => {
    for (const kind of Object.values(kinds)) {
      const mark = held(kind, hold);
      expect([kindOf(mark), holdOf(mark)]).toEqual([kind, holdKinds[hold]]);
      expect(mark).toBeLessThan(256);
    }
  });

  it('keeps the newer of two holds', () => {
    expect(holdOf(held(held(kinds.stock, 'vanished'), 'zeroed'))).toBe(holdKinds.zeroed);
  });

  it('never changes its stored meaning', () => {
    expect(kinds).toEqual({
      unchanged: 0,
      upsert: 1,
      stock: 2,
      waitsForProduct: 3,
      rejected: 4,
      skipped: 5,
      alreadySent: 6,
      create: 7,
      lowers: 8,
      blocks: 9,
    });
    expect(holdKinds).toEqual({
      none: 0,
      vanished: 1,
      zeroed: 2,
      factor: 3,
      rejected: 4,
      empty: 5,
      encoding: 6,
      names: 7,
      columns: 8,
      layout: 9,
      cut: 10,
      renumbered: 11,
      numbers: 12,
      deactivated: 13,
    });
  });

  it('sends in one lane at most', () => {
    const lanesOf = (kind: number) =>
      (['stock', 'products'] as const).filter((lane) => isOfLane(kind, lane));
    expect(lanesOf(kinds.stock)).toEqual(['stock']);
    expect(lanesOf(kinds.upsert)).toEqual(['products']);
    expect(lanesOf(kinds.create)).toEqual(['products']);
    expect(lanesOf(kinds.waitsForProduct)).toEqual([]);
    expect(lanesOf(kinds.rejected)).toEqual([]);
  });
});

describe('the books of a pass', () => {
  it('count each record once, by its worst end', () => {
    const all = marks(
      kinds.unchanged,
      kinds.upsert,
      kinds.stock,
      kinds.waitsForProduct,
      kinds.create,
      kinds.rejected,
      kinds.skipped,
      kinds.skipped,
      kinds.alreadySent,
      held(kinds.stock, 'zeroed'),
    );
    expect(booksOf(all)).toEqual({
      read: 10,
      unchanged: 1,
      waiting: 4,
      rejected: 1,
      skipped: 2,
      sent: 1,
      braked: 1,
    });
  });

  it('always balance: read = unchanged + sent + held + rejected + skipped', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (any) => {
        const { read, ...ends } = booksOf(any);
        expect(Object.values(ends).reduce((sum, count) => sum + count, 0)).toBe(read);
        expect(read).toBe(any.length);
      }),
    );
  });
});

describe('packed ids', () => {
  it('come back as they were, wherever their bytes start', () => {
    fc.assert(
      fc.property(fc.array(fc.nat()), fc.integer({ min: 0, max: 3 }), (ids, start) => {
        const packed = packIds(ids);
        const shifted = new Uint8Array(packed.length + start);
        shifted.set(packed, start);
        expect(unpackIds(shifted.subarray(start))).toEqual(ids);
      }),
    );
  });
});

describe('the summary of a plan', () => {
  const plan = (...values: number[]) => ({
    id: 1,
    run: 1,
    source: 'articles',
    sha256: '',
    fingerprint: '',
    marks: marks(...values),
    vanished: new Uint8Array(),
  });
  const filled = (kind: number, count: number) => Array.from({ length: count }, () => kind);
  const gone = (items: number, kind: 'nothing' | 'hide' | 'remove' | 'zero', isHeld = false) => ({
    items: { [kind]: items },
    isHeld,
  });

  it('counts what would be sent, call by call', () => {
    const records = [
      ...filled(kinds.create, 101),
      ...filled(kinds.upsert, 100),
      ...filled(kinds.stock, 51),
      kinds.unchanged,
    ];
    expect(summarize({ plan: plan(...records), vanished: gone(3, 'remove') })).toEqual({
      new: 101,
      changed: 100,
      stock: 51,
      pictures: 0,
      vanished: 3,
      held: 0,
      calls: { batchUpsert: 3, batchStock: 2, delete: 3, pictures: 0 },
    });
  });

  it.each([
    ['hide', { batchUpsert: 2, batchStock: 0, delete: 0, pictures: 0 }],
    ['zero', { batchUpsert: 0, batchStock: 3, delete: 0, pictures: 0 }],
    ['remove', { batchUpsert: 0, batchStock: 0, delete: 101, pictures: 0 }],
    ['nothing', { batchUpsert: 0, batchStock: 0, delete: 0, pictures: 0 }],
  ] as const)('counts 101 vanished rows by what is sent of them: %s', (kind, calls) => {
    const summary = summarize({ plan: plan(), vanished: gone(101, kind) });
    expect(summary).toMatchObject({ vanished: kind === 'nothing' ? 0 : 101, calls });
  });

  it('counts what is held apart from what would be sent', () => {
    const records = [held(kinds.stock, 'zeroed'), kinds.stock];
    expect(summarize({ plan: plan(...records), vanished: gone(9, 'remove', true) })).toMatchObject({
      stock: 1,
      vanished: 0,
      held: 10,
      calls: { batchStock: 1, delete: 0 },
    });
  });

  it('adds up over sources', () => {
    const one: PlanSummary = summarize({
      plan: plan(kinds.create, kinds.stock),
      vanished: gone(1, 'remove'),
    });
    expect(addSummaries([one, one, one])).toEqual({
      new: 3,
      changed: 0,
      stock: 3,
      pictures: 0,
      vanished: 3,
      held: 0,
      calls: { batchUpsert: 3, batchStock: 3, delete: 3, pictures: 0 },
    });
    expect(addSummaries([]).calls).toEqual({
      batchUpsert: 0,
      batchStock: 0,
      delete: 0,
      pictures: 0,
    });
  });

  it('tells stored requests as calls', () => {
    const counts = ['upsert', 'hide', 'stock', 'zero', 'remove', 'picture', 'session'].map(
      (kind) => ({ kind, count: 2 }),
    );
    expect(callsByKind(counts)).toEqual({ batchUpsert: 4, batchStock: 4, delete: 2, pictures: 2 });
  });
});
