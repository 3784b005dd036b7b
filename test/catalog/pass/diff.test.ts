import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DiffRules,
  decideProduct,
  decideStock,
  decideUnnamed,
  isOfSource,
  type MirrorState,
  type RowWish,
  stockHash,
  wishHash,
} from '../../../src/catalog/pass/diff.ts';
import { kinds } from '../../../src/catalog/terms/plan.ts';

const rules: DiffRules = { run: 7, stockIsOwnedElsewhere: false, productsArePending: false };
const unknown: MirrorState = {
  contentHash: null,
  contentRun: null,
  quantity: null,
  quantityRun: null,
  refusedHash: null,
  inFlight: false,
  inDoubt: false,
};
const confirmed: MirrorState = {
  ...unknown,
  contentHash: 11,
  contentRun: 3,
  quantity: 5_000,
  quantityRun: 3,
};
const same: RowWish = { contentHash: 11, quantity: 5_000 };
const elsewhere: DiffRules = { ...rules, stockIsOwnedElsewhere: true };

type Row = readonly [string, RowWish, MirrorState, DiffRules, keyof typeof kinds];

describe('a row that leaves its article without a name', () => {
  it.each([
    ['confirmed', confirmed, 'rejected'],
    ['perhaps there, for an answer told nothing', { ...unknown, inDoubt: true }, 'rejected'],
    ['perhaps there, for no answer has come', { ...unknown, inFlight: true }, 'rejected'],
    ['not there', unknown, 'skipped'],
  ] as const)('is rejected where the marketplace may have it: %s', (_, mirror, kind) => {
    const nameless = {} as never;
    expect(decideUnnamed({ nameless }, mirror, rules)).toBe(kinds[kind]);
    expect(decideUnnamed({}, mirror, rules)).toBe(kinds.skipped);
  });
});

describe('a row of a products source', () => {
  const rows: readonly Row[] = [
    ['is created where nothing is confirmed', same, unknown, rules, 'create'],
    ['is left alone where everything is equal', same, confirmed, rules, 'unchanged'],
    ['is upserted for another content', { ...same, contentHash: 12 }, confirmed, rules, 'upsert'],
    [
      'is one upsert for another content and another stock',
      { contentHash: 12, quantity: 6_000 },
      confirmed,
      rules,
      'upsert',
    ],
    [
      'is a stock item where the stock alone differs',
      { ...same, quantity: 6_000 },
      confirmed,
      rules,
      'stock',
    ],
    [
      'is a stock item where no stock was confirmed',
      same,
      { ...confirmed, quantity: null },
      rules,
      'stock',
    ],
    [
      'is left alone where it says nothing of the stock',
      { ...same, quantity: null },
      confirmed,
      rules,
      'unchanged',
    ],
    [
      'is left alone where the stock has another owner',
      { ...same, quantity: 6_000 },
      confirmed,
      elsewhere,
      'unchanged',
    ],
    [
      'counts as sent where this run confirmed the content',
      same,
      { ...confirmed, contentRun: 7 },
      rules,
      'alreadySent',
    ],
    [
      'counts as sent where this run confirmed the stock',
      same,
      { ...confirmed, quantityRun: 7 },
      rules,
      'alreadySent',
    ],
    [
      'stays a candidate while a request is under way',
      same,
      { ...confirmed, inFlight: true },
      rules,
      'upsert',
    ],
    [
      'is rejected where exactly this was refused',
      same,
      { ...unknown, refusedHash: wishHash(same, rules) },
      rules,
      'rejected',
    ],
    [
      'goes again where something else was refused',
      same,
      { ...unknown, refusedHash: 99 },
      rules,
      'create',
    ],
    [
      'goes again where the same content was refused with another stock',
      { ...same, quantity: 1 },
      { ...unknown, refusedHash: wishHash(same, rules) },
      rules,
      'create',
    ],
    [
      'is rejected whatever its stock where the refused content is all that it owns',
      { ...same, quantity: 1 },
      { ...unknown, refusedHash: wishHash(same, elsewhere) },
      elsewhere,
      'rejected',
    ],
  ];
  it.each(rows)('%s', (...[, wish, mirror, rule, kind]) => {
    expect(decideProduct(wish, mirror, rule)).toBe(kinds[kind]);
  });
});

describe('a row of a stock source', () => {
  const wish: RowWish = { contentHash: null, quantity: 5_000 };
  const pending: DiffRules = { ...rules, productsArePending: true };
  const rows: readonly (readonly [
    string,
    RowWish,
    MirrorState | undefined,
    DiffRules,
    keyof typeof kinds,
  ])[] = [
    ['is skipped for an article that no products source knows', wish, undefined, rules, 'skipped'],
    ['is skipped for a product that is not on the marketplace', wish, unknown, rules, 'skipped'],
    ['waits for a product that is still to be sent', wish, unknown, pending, 'waitsForProduct'],
    [
      'waits for a product that is under way',
      wish,
      { ...unknown, inFlight: true },
      rules,
      'waitsForProduct',
    ],
    ['is sent where it differs', { ...wish, quantity: 6_000 }, confirmed, rules, 'stock'],
    ['is sent where nothing was confirmed', wish, { ...confirmed, quantity: null }, rules, 'stock'],
    ['is left alone where it is equal', wish, confirmed, rules, 'unchanged'],
    [
      'is left alone where the cell is empty',
      { ...wish, quantity: null },
      confirmed,
      rules,
      'unchanged',
    ],
    [
      'counts as sent where this run confirmed it',
      wish,
      { ...confirmed, quantityRun: 7 },
      rules,
      'alreadySent',
    ],
    [
      'stays a candidate while a request for a confirmed product is under way',
      wish,
      { ...confirmed, inFlight: true },
      rules,
      'stock',
    ],
    [
      'is rejected where exactly this was refused',
      wish,
      { ...confirmed, refusedHash: stockHash(wish) },
      rules,
      'rejected',
    ],
    [
      'goes where another quantity was refused',
      wish,
      { ...confirmed, quantity: 1, refusedHash: stockHash({ ...wish, quantity: 9 }) },
      rules,
      'stock',
    ],
  ];
  it.each(rows)('%s: stock', (...[, row, mirror, rule, kind]) => {
    expect(decideStock(row, mirror, rule)).toBe(kinds[kind]);
  });
});

describe('the laws of the diff', () => {
  const hash = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER - 1 });
  const thousandths = fc.integer({ min: 0, max: 9_999_999_999 });
  const run = fc.integer({ min: 1, max: 9 });
  const anyRules = fc.record({
    run,
    stockIsOwnedElsewhere: fc.boolean(),
    productsArePending: fc.boolean(),
  });
  const calls: readonly number[] = [kinds.create, kinds.upsert, kinds.stock];

  it('never gives a call where wish and mirror are equal', () => {
    const equal = fc.record({ contentHash: hash, quantity: thousandths });
    fc.assert(
      fc.property(equal, run, anyRules, (wish, lastRun, rule) => {
        const mirror = { ...confirmed, ...wish, contentRun: lastRun, quantityRun: lastRun };
        expect(calls).not.toContain(decideProduct(wish, mirror, rule));
        expect(calls).not.toContain(decideStock({ ...wish, contentHash: null }, mirror, rule));
      }),
    );
  });

  it('always gives a call where a confirmed product is wished otherwise and nothing was refused', () => {
    const state = fc.record({ contentHash: hash, quantity: thousandths });
    fc.assert(
      fc.property(state, state, (known, wish) => {
        const isSameContent = known.contentHash === wish.contentHash;
        fc.pre(!isSameContent || known.quantity !== wish.quantity);
        const kind = decideProduct(wish, { ...confirmed, ...known }, rules);
        expect(kind).toBe(isSameContent ? kinds.stock : kinds.upsert);
      }),
    );
  });

  it('rejects what was refused and nothing else', () => {
    fc.assert(
      fc.property(hash, fc.option(thousandths), anyRules, (contentHash, quantity, rule) => {
        const wish = { contentHash, quantity };
        const refusedHash = wishHash(wish, rule);
        const refused = { ...confirmed, contentHash: contentHash + 1, refusedHash };
        expect(decideProduct(wish, refused, rule)).toBe(kinds.rejected);
        const free = { ...refused, refusedHash: null };
        expect(decideProduct(wish, free, rule)).not.toBe(kinds.rejected);
      }),
    );
  });

  it('keeps hashes within what SQLite and JavaScript both hold exactly', () => {
    fc.assert(
      fc.property(hash, fc.option(thousandths), (contentHash, quantity) => {
        const wish = { contentHash, quantity };
        for (const value of [wishHash(wish, rules), wishHash(wish, elsewhere), stockHash(wish)]) {
          expect(Number.isSafeInteger(value)).toBe(true);
        }
        // The sign alone tells whose refusal is remembered.
        expect(isOfSource(stockHash(wish), 'stock')).toBe(true);
        expect(isOfSource(wishHash(wish, rules), 'products')).toBe(true);
        expect(isOfSource(wishHash(wish, elsewhere), 'stock')).toBe(false);
      }),
    );
  });

  it('remembers the refusal of a row without any content or stock apart from all others', () => {
    const empty = { contentHash: null, quantity: null };
    expect(wishHash(empty, elsewhere)).toBe(0);
    expect(wishHash(empty, rules)).not.toBe(stockHash(empty));
    expect(stockHash(empty)).not.toBe(stockHash({ contentHash: null, quantity: 0 }));
  });
});
