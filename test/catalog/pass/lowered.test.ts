import { expect, it, vi } from 'vitest';
import { wishHash } from '../../../src/catalog/pass/diff.ts';
import { createLowered } from '../../../src/catalog/pass/lowered.ts';
import { type Kind, kinds } from '../../../src/catalog/terms/plan.ts';

const product = { id: 1, externalId: 'A', contentHash: 7, quantity: 5_000, refusedHash: null };
const rejected = { kind: 'rejected', externalId: 'A', quantity: 2_000, complaints: [] } as const;
const rules = { run: 2, stockIsOwnedElsewhere: false, productsArePending: false };
const refused = wishHash({ contentHash: 7, quantity: 2_000 }, rules);

interface Case {
  readonly row?: object;
  readonly known?: object;
  readonly source?: object;
  readonly rules?: object;
  readonly only?: ReadonlySet<string>;
}

/** What becomes of a rejected row that says stock 2 of an article with stock 5. */
function taken({ row, known, source, only, ...of }: Case): Kind {
  const knowledge = {
    find: () => ({ ...product, ...known }),
    sendable: (_: unknown, quantity: number) => quantity,
  };
  const lowered = createLowered({
    ...{ knowledge, notes: { ids: new Map() }, exported: new Map() },
    ...{ stock: { compare: vi.fn() }, content: { block: vi.fn() } },
    input: {
      ...{ only, rules: { ...rules, ...of.rules } },
      source: { kind: 'products', duplicates: 'reject', mapping: { availableQty: {} }, ...source },
    },
  } as never);
  return lowered.take({ ...rejected, ...row }, 0);
}

it.each<[string, Case]>([
  ['it is all that the file says of the article', {}],
  // Pass two compares with what the answer confirms: a creation under way may carry more.
  ['a request of the article is under way', { known: { inFlight: true, quantity: 1_000 } }],
  ['the article is being created', { known: { inFlight: true, quantity: null } }],
  ['an answer left its content open', { known: { inDoubt: true } }],
  ['only: lets the article in', { only: new Set(['A']) }],
])('a rejected row lowers the stock where %s', (_, one) => {
  expect(taken(one)).toBe(kinds.lowers);
});

it.each<[string, Case]>([
  ['it says no stock', { row: { quantity: undefined } }],
  ['it says the same stock', { row: { quantity: 5_000 } }],
  ['it may be about others', { row: { others: ['B'] } }],
  ['no stock was confirmed', { known: { quantity: null } }],
  ['another source gives the stock', { rules: { stockIsOwnedElsewhere: true } }],
  ['another products source gives the stock', { source: { mapping: {} } }],
  ['rows are added up', { source: { duplicates: 'sum' } }],
  ['it is of a stock source', { source: { kind: 'stock' } }],
  ['only: leaves the article out', { only: new Set(['B']) }],
  ['that stock was refused before', { known: { refusedHash: refused } }],
])('a rejected row lowers nothing where %s', (_, one) => {
  expect(taken(one)).toBe(kinds.rejected);
});
