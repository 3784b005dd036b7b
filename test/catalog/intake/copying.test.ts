import { expect, it } from 'vitest';
import { type CopyingDeps, createCopying } from '../../../src/catalog/intake/copying.ts';
import type { SourceConfig } from '../../../src/catalog/terms/ports.ts';
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
