import { describe, expect, it } from 'vitest';
import {
  createFolderLooks,
  type FolderLooksDeps,
} from '../../../src/catalog/intake/folder-looks.ts';
import type { SourceConfig } from '../../../src/catalog/terms/ports.ts';
import { namesToScan, observe } from '../../../src/files/stable.ts';

const source = { name: 'stock', folder: '/out', files: 's*.csv' } as SourceConfig;
const rule = {
  files: ['s*.csv'],
  companions: [],
  quietMs: 0,
  pick: 'each',
  ignoreCase: false,
} as const;
const entry = (name: string) => ({ name, path: `/out/${name}`, size: 1, mtimeMs: 1, ctimeNs: 1n });

/** A folder of which one scan takes so long. */
function folder(scanMs: number) {
  let nowMs = 0;
  const seen = { scans: 0, names: ['s1.csv', 's2.csv'], isOffline: false };
  const deps = {
    clock: { monotonic: () => nowMs },
    ignoreCase: false,
    stable: { namesToScan, observe },
    files: {
      scan: async () => {
        seen.scans += 1;
        nowMs += scanMs;
        if (seen.isOffline) return { offline: { sentence: 'gone', remedy: 'mount it' } };
        const entries = seen.names.map(entry);
        return { entries, ignored: [], identity: { dev: 1n, ino: 1n }, names: entries.length };
      },
    },
    config: { sources: [source] },
    store: { runs: { newest: () => undefined } },
  } as unknown as FolderLooksDeps;
  const look = createFolderLooks(deps, source, rule);
  const wait = (ms: number): void => {
    nowMs += ms;
  };
  return { seen, look, wait };
}

describe('looks at a folder of which many exports are read one after the other', () => {
  it('take the next one from the last scan, and scan again once that is ten times as old as it took', async () => {
    const { seen, look, wait } = folder(100);
    await look(false, {});
    const first = await look(true, {});
    expect(seen.scans).toBe(1);
    expect(first).toMatchObject({ isChanged: false, scan: { names: 2 } });
    seen.names = ['s1.csv', 's2.csv', 's3.csv'];
    wait(999);
    expect(await look(true, {})).toMatchObject({ scan: { names: 2 } });
    wait(1);
    expect(await look(true, {})).toMatchObject({ isChanged: true, scan: { names: 3 } });
    expect(seen.scans).toBe(2);
  });

  it('scan a large folder again after half a minute at the latest', async () => {
    const { seen, look, wait } = folder(60_000);
    await look(false, {});
    wait(30_000);
    await look(true, {});
    expect(seen.scans).toBe(2);
  });

  it('scan at each look where nothing waits, and where the folder could not be read', async () => {
    const { seen, look } = folder(100);
    await look(false, {});
    await look(false, {});
    expect(seen.scans).toBe(2);
    seen.isOffline = true;
    await look(false, {});
    expect(await look(true, {})).toHaveProperty('offline');
    expect(seen.scans).toBe(4);
  });
});
