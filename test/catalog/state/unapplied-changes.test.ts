import { describe, expect, it } from 'vitest';
import {
  keepUnapplied,
  type UnappliedChange,
  unappliedMax,
  unappliedOf,
} from '../../../src/catalog/state/unapplied-changes.ts';
import { unappliedNeed } from '../../../src/catalog/story/unapplied-need.ts';
import type {
  CatalogConfig,
  CatalogStore,
  SourceConfig,
} from '../../../src/catalog/terms/ports.ts';

it('what only: leaves out never pushes out a row that was rejected', () => {
  const kept = new Map<string, string>();
  const meta = { get: (name: string) => kept.get(name), set: kept.set.bind(kept) };
  const store = { meta } as unknown as CatalogStore;
  const outside = Array.from({ length: unappliedMax }, (_, n): [string, UnappliedChange] => {
    return [`B${n}`, [2, n, ['availableQty'], 'only']];
  });
  keepUnapplied(
    store,
    'stock',
    new Map([['A', [1, 2, ['availableQty']] as UnappliedChange], ...outside]),
  );
  const unapplied = unappliedOf(store, 'stock');
  expect(unapplied.get('A')).toEqual([1, 2, ['availableQty']]);
  expect(unapplied.size).toBe(unappliedMax);
});

describe('the need of rows that came to nothing', () => {
  const source = {
    name: 'stock',
    kind: 'stock',
    contents: 'delta',
    mapping: {},
  } as unknown as SourceConfig;
  const needOf = (unapplied: Readonly<Record<string, UnappliedChange>>) => {
    const store = {
      meta: { get: () => JSON.stringify(unapplied) },
      runs: { get: (id: number) => ({ id, file: 'b.csv', undoes: null, before: null }) },
      sources: { acceptedRun: () => 9, isFromBackup: () => false },
      mirror: { find: () => ({ id: 1, content_hash: 1 }) },
      index: { read: () => ({ rows: [] }) },
      spool: { get: () => undefined },
    } as unknown as CatalogStore;
    return unappliedNeed(store, source, { sources: [source] } as unknown as CatalogConfig)[0];
  };

  it.each([
    ['a rejected row', [2, 3, []], true],
    ['a held row', [2, 0, []], false],
    ['what undo took back', [2, 3, [], 'undone'], false],
    ['what only: left out', [2, 3, [], 'only'], false],
  ] as const)('names the result file of %s where it stands in one', (_, unapplied, isNamed) => {
    expect(needOf({ A: unapplied })?.fix.includes('stock-2.result.csv')).toBe(isNamed);
  });

  it('says at least where no more are remembered', () => {
    const many = Array.from({ length: unappliedMax }, (_, n): [string, UnappliedChange] => [
      `A${n}`,
      [2, 3],
    ]);
    expect(needOf(Object.fromEntries(many))?.what).toContain('stock: at least 10,000 rows of');
    expect(needOf({ A: [2, 3] })?.what).toContain('stock: 1 row of');
  });
});
