import { expect, it } from 'vitest';
import { unappliedChangesOf } from '../../../src/catalog/state/unapplied-changes.ts';
import { unappliedNeed } from '../../../src/catalog/story/unapplied-need.ts';
import type { CatalogConfig, SourceConfig } from '../../../src/catalog/terms/ports.ts';
import { openCatalogStore } from '../../../src/store/catalog-store.ts';

it('tells of a row without effect also when its run is forgotten, and points at no result file of it', () => {
  const store = openCatalogStore(':memory:');
  store.mirror.add(1, 'A1');
  store.mirror.confirm({ product: 1, contentHash: 7 }, { run: 1, request: 1 });
  store.meta.set(unappliedChangesOf('stock'), JSON.stringify({ A1: [5, 12] }));
  const source = { name: 'stock', kind: 'stock', contents: 'delta', mapping: {} } as SourceConfig;
  expect(
    unappliedNeed(store, source, { sources: [source] } as unknown as CatalogConfig),
  ).toMatchObject([
    { cause: 'First: A1 in an old file row 12.', fix: 'Export them again with all their cells.' },
  ]);
  store.close();
});
