import { expect, it } from 'vitest';
import type { Unsaid } from '../../../src/catalog/state/unsaid-changes.ts';
import { keepUnsaid, unsaidMax, unsaidOf } from '../../../src/catalog/state/unsaid-changes.ts';
import type { CatalogStore } from '../../../src/catalog/terms/ports.ts';

it('what only: leaves out never pushes out a row that was rejected', () => {
  const kept = new Map<string, string>();
  const meta = { get: (name: string) => kept.get(name), set: kept.set.bind(kept) };
  const store = { meta } as unknown as CatalogStore;
  const outside = Array.from({ length: unsaidMax }, (_, n): [string, Unsaid] => {
    return [`B${n}`, [2, n, ['availableQty'], 'only']];
  });
  keepUnsaid(store, 'stock', new Map([['A', [1, 2, ['availableQty']] as Unsaid], ...outside]));
  const unsaid = unsaidOf(store, 'stock');
  expect(unsaid['A']).toEqual([1, 2, ['availableQty']]);
  expect(Object.keys(unsaid)).toHaveLength(unsaidMax);
});
