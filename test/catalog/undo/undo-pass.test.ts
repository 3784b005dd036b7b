import { expect, it } from 'vitest';
import { commitUndo } from '../../../src/catalog/undo/undo-pass.ts';
import { openCatalogStore } from '../../../src/store/catalog-store.ts';
import { declared } from '../declared.ts';

const catalog = await declared(`  sources:
    - { name: art, folder: ./out, files: "*.csv", contents: delta, mapping: { externalId: Nr, name: Name } }`);

it('rows that wait for release of what an undo takes back, and of the file in use, are not read again after it', () => {
  const store = openCatalogStore(':memory:');
  const [source] = catalog.sources;
  if (source === undefined) throw new Error('there is no source');
  store.sources.ensure('art');
  for (const sha256 of ['a', 'b', 'c'])
    store.runs.begin({ source: 'art', file: `${sha256}.csv`, sha256, started_at: 1 });
  for (const run of [1, 2, 3])
    store.parked.put(run, 'art', { marks: Uint8Array.of(1), ids: Int32Array.of(1) });
  store.sources.set('art', { run: 3, accepted_run: 3, done: 1 });
  const begun = store.runs.begin({ source: 'art', file: 'b.csv', sha256: 'b', started_at: 2 });
  const undo = { ...store.runs.get(begun), undoes: 2, quantities: 0 } as never;
  const reverse = { reversals: [], created: [], left: [], quantitiesLeft: 0 };
  const marks = new Uint8Array();
  commitUndo(store, { source, catalog, undo, reverse, marks, uncreated: new Map(), at: 3 });
  expect(store.parked.runsOf('art')).toEqual([1]);
});
