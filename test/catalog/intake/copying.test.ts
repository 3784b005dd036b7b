import { expect, it } from 'vitest';
import { type CopyingDeps, createCopying } from '../../../src/catalog/intake/copying.ts';
import type { SourceConfig } from '../../../src/catalog/terms/ports.ts';
import { offline } from '../../../src/files/offline.ts';
import type { FileSet } from '../../../src/files/stable.ts';

const set = (...names: string[]) =>
  ({ parts: names.map((name) => ({ name })), doneFiles: [] }) as unknown as FileSet;

it('files that have left the folder are forgotten, and a set of which a part still stands is not', async () => {
  const deps = {
    files: { hash: async () => ({ sha256: 'a' }) },
    stable: { setDigest: () => 'a' },
    clock: { monotonic: () => 0 },
    copied: () => undefined,
  } as unknown as CopyingDeps;
  const copying = createCopying(deps, {} as SourceConfig);
  copying.weigh([set('s1'), set('s2'), set('a.dbf', 'a.dbt')]);
  await copying.underWay;
  copying.forgetGone([{ name: 's2' }, { name: 'a.dbt' }]);
  const known = ['s1', 's2', 'a.dbf + a.dbt'].filter((name) => copying.taken(name) !== undefined);
  expect(known).toEqual(['s2', 'a.dbf + a.dbt']);
});

it('what was copied of a set is abandoned where one of its files cannot be read', async () => {
  const deps = {
    files: {
      take: async ({ file }: { file: { name: string } }) =>
        file.name === 'a.dbf'
          ? { sha256: 'f', size: 1, path: 'spool/f' }
          : offline('denied', 'a.dbt may not be used.'),
    },
    clock: { monotonic: () => 0 },
    copied: () => undefined,
  } as unknown as CopyingDeps;
  const copying = createCopying(deps, {} as SourceConfig);
  copying.begin(set('a.dbf', 'a.dbt'));
  await copying.underWay;
  expect(copying.abandoned()).toEqual(['spool/f']);
});
