import { describe, expect, it } from 'vitest';
import type { KnownExports } from '../../../src/catalog/intake/known-exports.ts';
import {
  newestOf,
  type takeStable as take,
  takeStable,
} from '../../../src/catalog/intake/take-stable.ts';
import type { SourceConfig } from '../../../src/catalog/terms/ports.ts';
import { nameOf } from '../../../src/catalog/terms/set-name.ts';
import type { FileSet } from '../../../src/files/stable.ts';

type Taking = Parameters<typeof take>[0];

const set = (name: string): FileSet =>
  ({ parts: [{ name, mtimeMs: 1 }], doneFiles: [] }) as unknown as FileSet;

/** What is asked to be copied, and to be weighed, where an earlier process has read these. */
function asked(files: readonly string[], read: readonly string[], pick = 'each') {
  const begun: string[] = [];
  const weighed: string[] = [];
  const known: KnownExports = {
    taken: (file) =>
      read.includes(file) ? { file, sha256: 'a', run: 1, startedAt: 1 } : undefined,
    source: () => undefined,
    queued: () => [],
    isUndone: () => false,
    askAgain: () => undefined,
  };
  const copying = {
    taken: () => undefined,
    begin: (one: FileSet) => begun.push(nameOf(one)),
    weigh: (sets: readonly FileSet[]) => weighed.push(...sets.map(nameOf)),
  };
  const source = { name: 'stock', contents: 'full', pick } as SourceConfig;
  const taking = { deps: {}, source, copying, fresh: undefined, known, sets: files.map(set) };
  takeStable(taking as unknown as Taking);
  return { begun: begun[0], weighed };
}

describe('exports at rest', () => {
  it('that an earlier process has read are weighed all at once, and not copied one look after the other', () => {
    const files = ['s1', 's2', 's3'];
    expect(asked(files, ['s1', 's2'])).toEqual({ begun: 's1', weighed: ['s1', 's2'] });
    expect(asked(files, [])).toEqual({ begun: 's1', weighed: [] });
  });

  it('are copied at once where one name is written over', () => {
    expect(asked(['s1'], ['s1'])).toEqual({ begun: 's1', weighed: [] });
    expect(asked(['s1', 's2'], ['s1', 's2'], 'newest')).toMatchObject({ weighed: [] });
  });
});

it.each([
  ['that was written over before it could count', undefined, ['a']],
  ['whose content is in the spool all the same', {}, []],
])('the copy of a file %s: what nothing came of is abandoned', (_, spooled, expected) => {
  const abandoned: string[] = [];
  const known = { queued: () => [], source: () => undefined };
  const copying = {
    abandon: (copied: { readonly sha256: string }) => abandoned.push(copied.sha256),
  };
  const deps = { store: { spool: { get: () => spooled } } };
  const source = { name: 'stock', contents: 'full', pick: 'newest' } as SourceConfig;
  const fresh = { name: 's1', spooled: { sha256: 'a', parts: [], size: 1 }, writtenAt: 0 };
  takeStable({ deps, source, copying, fresh, known, sets: [] } as unknown as Taking);
  expect(abandoned).toEqual(expected);
});

it.each([
  ['before it', 's1', []],
  ['after it', 's10', ['s2']],
])('a queued file of changes, and one named %s that is not copied yet', (_, uncopied, expected) => {
  const wished: string[] = [];
  const known = {
    taken: () => undefined,
    source: () => undefined,
    queued: () => [{ id: 1, file: 's2', sha256: 'b', written_at: 1 }],
    askAgain: () => undefined,
  };
  const store = {
    transaction: (work: () => void) => work(),
    spool: { get: () => ({ sha256: 'b' }) },
    queued: { remove: () => undefined },
  };
  const deps = { store, wish: (_: string, { name }: { name: string }) => wished.push(name) };
  const source = { name: 'stock', contents: 'delta', pick: 'each' } as SourceConfig;
  const copying = { taken: () => undefined, begin: () => undefined };
  const sets = [set(uncopied)];
  takeStable({ deps, source, copying, fresh: undefined, known, sets } as unknown as Taking);
  expect(wished).toEqual(expected);
});

it('the newest of more files than a call takes arguments is found', () => {
  const entries = Array.from({ length: 200_000 }, (_, mtimeMs) => ({ mtimeMs }));
  expect([newestOf(entries), newestOf([])]).toEqual([199_999, undefined]);
});
