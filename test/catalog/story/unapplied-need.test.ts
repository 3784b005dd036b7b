import { expect, it } from 'vitest';
import { unappliedChangesOf } from '../../../src/catalog/state/unapplied-changes.ts';
import { unappliedNeed } from '../../../src/catalog/story/unapplied-need.ts';
import type { CatalogConfig, SourceConfig } from '../../../src/catalog/terms/ports.ts';
import { openCatalogStore } from '../../../src/store/catalog-store.ts';

const source = { name: 'stock', kind: 'stock', contents: 'delta', mapping: {} } as SourceConfig;
const config = { sources: [source] } as unknown as CatalogConfig;

function stored(entry: (store: ReturnType<typeof openCatalogStore>) => readonly unknown[]) {
  const store = openCatalogStore(':memory:');
  store.mirror.add(1, 'A1');
  store.mirror.confirm({ product: 1, contentHash: 7 }, { run: 1, request: 1 });
  store.meta.set(unappliedChangesOf('stock'), JSON.stringify({ A1: entry(store) }));
  const need = unappliedNeed(store, source, config);
  store.close();
  return need;
}

it('tells of a row without effect also when its run is forgotten, and points at no result file of it', () => {
  expect(stored(() => [5, 12])).toMatchObject([
    { cause: 'First: A1 in an old file row 12.', fix: 'Export them again with all their cells.' },
  ]);
});

it('tells of what is refused of an undo that it is refused: it is no held row', () => {
  const undo = { source: 'stock', file: 'undo of run 2', sha256: 'a', started_at: 1, undoes: 2 };
  expect(
    stored(({ runs }) => [runs.begin({ ...undo, quantities: 1 }), 0, [], 'refused']),
  ).toMatchObject([{ cause: 'First: A1 in undo of run 2, refused by the marketplace.' }]);
});
