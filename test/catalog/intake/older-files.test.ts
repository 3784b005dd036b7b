import { expect, it } from 'vitest';
import { type OlderDeps, putOlderAway } from '../../../src/catalog/intake/older-files.ts';
import type { FileEntry } from '../../../src/files/entry.ts';

it('a year of older files is told with one question for what was told before', async () => {
  const names = ['s1.csv', 's2.csv', 's3.csv', 's4.csv'];
  const entries = names.map((name) => ({ name, path: name }) as FileEntry);
  const standing = entries.map((entry) => ({
    set: { parts: [entry], doneFiles: [], begunAt: 0 },
    isAtRest: true,
    isRead: false,
  }));
  let asked = 0;
  const added: (string | null)[] = [];
  const notesOf = () => {
    asked += 1;
    const rule = 'is older than s4.csv (run 7) and was moved to done/ with it.';
    return [
      { value: 's1.csv', rule: `${rule} It was not read: only contents: delta reads every file.` },
    ];
  };
  const add = (_run: number, { value }: { readonly value: string | null }) => added.push(value);
  const deps = {
    files: { move: async () => ({ moved: 'done' }) },
    stable: { looksUnchanged: () => true },
    source: { folder: 'out', pick: 'newest', contents: 'full' },
    store: { complaints: { notesOf, add } },
    standing,
  } as unknown as OlderDeps;
  const newest = entries.slice(-1);
  expect(await putOlderAway(deps, { id: 7, final: 0 }, newest)).toBe('away');
  expect([added, asked]).toEqual([['s2.csv', 's3.csv'], 1]);
});
