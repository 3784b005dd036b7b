import { expect, it } from 'vitest';
import type { Engine } from '../../../src/catalog/engine.ts';
import { release } from '../../../src/catalog/plan/release.ts';
import { configurationOf } from '../../../src/catalog/terms/fingerprint.ts';
import { openCatalogStore } from '../../../src/store/catalog-store.ts';
import { declared } from '../declared.ts';

const config = await declared(`  sources:
    - { name: art, folder: ./out, files: "*.csv", contents: delta, mapping: { externalId: Nr, name: Name } }`);
const mapping = configurationOf(config.sources[0]!, config);

/** Run 1 is parked, run 2 counts, and these holds are open, from number 1 on. */
function opened(...holds: readonly { run: number; configuration?: string }[]) {
  const store = openCatalogStore(':memory:');
  store.sources.ensure('art');
  for (const sha256 of ['a', 'b'])
    store.runs.begin({ source: 'art', file: `${sha256}.csv`, sha256, started_at: 1 });
  store.sources.set('art', { run: 2, done: 1 });
  store.parked.put(1, 'art', { marks: Uint8Array.of(1), ids: Int32Array.of(1) });
  for (const hold of holds)
    store.holds.add({
      ...{ plan: 1, source: 'art', kind: 'numbers', configuration: mapping, items: 1, since: 1 },
      ...{ ...hold, sentence: 'held' },
    });
  const looked: string[] = [];
  const engine = { lookAgain: (source: string) => looked.push(source) } as unknown as Engine;
  const deps = { store, config, clock: { now: () => 2 } } as Parameters<typeof release>[0];
  return {
    store,
    looked,
    release: (id: string) => release(deps, engine, { id, who: 'clerk' }),
  };
}

it('a release of parked rows names the other holds of the same file that a release can end', () => {
  const { release, looked } = opened(
    { run: 1 },
    { run: 1 },
    { run: 1, configuration: 'before' },
    { run: 2 },
  );
  expect(release('1').waitsFor).toEqual(['2']);
  expect(release('2').waitsFor).toEqual([]);
  expect(looked).toEqual([]);
  expect(release('4').waitsFor).toEqual([]);
  expect(looked).toEqual(['art']);
});

it('fault 34: a hold from before a restore is of an export that is not used, whatever ended it', () => {
  const { release, store } = opened({ run: 2 });
  store.sources.set('art', { run: null });
  expect(() => release('1')).toThrow(
    '1 cannot be released: it is from an export that is no longer used.',
  );
});
