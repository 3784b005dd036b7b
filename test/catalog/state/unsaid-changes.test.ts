import { describe, expect, it } from 'vitest';
import {
  keepUnsaid,
  type Unsaid,
  unsaidMax,
  unsaidOf,
} from '../../../src/catalog/state/unsaid-changes.ts';
import { unsaidNeed } from '../../../src/catalog/story/unsaid-need.ts';
import type {
  CatalogConfig,
  CatalogStore,
  SourceConfig,
} from '../../../src/catalog/terms/ports.ts';

it('what only: leaves out never pushes out a row that was rejected', () => {
  const kept = new Map<string, string>();
  const meta = { get: (name: string) => kept.get(name), set: kept.set.bind(kept) };
  const store = { meta } as unknown as CatalogStore;
  const outside = Array.from({ length: unsaidMax }, (_, n): [string, Unsaid] => {
    return [`B${n}`, [2, n, ['availableQty'], 'only']];
  });
  keepUnsaid(store, 'stock', new Map([['A', [1, 2, ['availableQty']] as Unsaid], ...outside]));
  const unsaid = unsaidOf(store, 'stock');
  expect(unsaid.get('A')).toEqual([1, 2, ['availableQty']]);
  expect(unsaid.size).toBe(unsaidMax);
});

describe('the need of rows that came to nothing', () => {
  const source = {
    name: 'stock',
    kind: 'stock',
    contents: 'delta',
    mapping: {},
  } as unknown as SourceConfig;
  const needOf = (unsaid: Readonly<Record<string, Unsaid>>) => {
    const store = {
      meta: { get: () => JSON.stringify(unsaid) },
      runs: { get: (id: number) => ({ id, file: 'b.csv', undoes: null, before: null }) },
      sources: { acceptedRun: () => 9 },
      mirror: { find: () => ({ id: 1, content_hash: 1 }) },
      index: { read: () => ({ rows: [] }) },
      spool: { get: () => undefined },
    } as unknown as CatalogStore;
    return unsaidNeed(store, source, { sources: [source] } as unknown as CatalogConfig)[0];
  };

  it.each([
    ['a rejected row', [2, 3, []], true],
    ['a held row', [2, 0, []], false],
    ['what undo took back', [2, 3, [], 'undone'], false],
    ['what only: left out', [2, 3, [], 'only'], false],
  ] as const)('names the result file of %s where it stands in one', (_, unsaid, isNamed) => {
    expect(needOf({ A: unsaid })?.fix.includes('stock-2.result.csv')).toBe(isNamed);
  });

  it('says at least where no more are remembered', () => {
    const many = Array.from({ length: unsaidMax }, (_, n): [string, Unsaid] => [`A${n}`, [2, 3]]);
    expect(needOf(Object.fromEntries(many))?.what).toContain('stock: at least 10,000 rows of');
    expect(needOf({ A: [2, 3] })?.what).toContain('stock: 1 row of');
  });
});
