import {
  closeSync,
  ftruncateSync,
  openSync,
  renameSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { looksUnchanged } from '../../src/files/entry.ts';
import { scanFolder } from '../../src/files/scan.ts';
import type { StableState } from '../../src/files/sighting.ts';
import { namesToScan, observe } from '../../src/files/stable.ts';
import { temporaryFolder } from '../support/folder.ts';
import { deps, entryNow, online } from './room.ts';

import { names, rule } from './stable-looks.ts';

describe('on a real disk', () => {
  const real = { ...rule, quietMs: 1_000 };
  const look = async (folder: string, state: StableState | undefined, nowMs: number) => {
    const scan = online(
      await scanFolder(deps, { folder, files: namesToScan(real), ignoreCase: false }),
    );
    return observe(state, { entries: scan.entries, nowMs }, real);
  };

  /** Once more while the clock of an old kernel stands still. */
  const untilSeen = (path: string, write: () => void) => {
    const before = entryNow(path);
    do write();
    while (looksUnchanged(before, entryNow(path)));
  };

  it('fault 1: a writer that drips bytes is waited for until it stops', async () => {
    const folder = temporaryFolder();
    const writer = openSync(join(folder, 'artikel.csv'), 'w');
    let state: StableState | undefined;
    for (let drip = 0; drip < 20; drip += 1) {
      writeSync(writer, `${drip};Schraube\r\n`);
      const seen = await look(folder, state, drip * 900);
      expect(names(seen)).toEqual([]);
      state = seen.state;
    }
    closeSync(writer);
    expect(names(await look(folder, state, 19 * 900 + 1_000))).toEqual([['artikel.csv']]);
  });

  it('fault 1: a file preallocated to its full size is waited for while its bytes arrive', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'artikel.csv');
    const writer = openSync(path, 'w');
    ftruncateSync(writer, 8_192);
    let state = (await look(folder, undefined, 0)).state;
    for (let block = 0; block < 8; block += 1) {
      untilSeen(path, () => writeSync(writer, Buffer.alloc(1_024, 0x61), 0, 1_024, block * 1_024));
      const seen = await look(folder, state, (block + 1) * 1_100);
      expect(names(seen)).toEqual([]);
      state = seen.state;
    }
    closeSync(writer);
    expect(names(await look(folder, state, 8 * 1_100 + 1_000))).toEqual([['artikel.csv']]);
  });

  it.skipIf(process.platform === 'win32')(
    'fault 20: new content of the same size under the same mtime is seen',
    async () => {
      const folder = temporaryFolder();
      const path = join(folder, 'artikel.csv');
      writeFileSync(path, '1;5');
      utimesSync(path, 1_700_000_000, 1_700_000_000);
      const { state } = await look(folder, undefined, 0);
      untilSeen(path, () => {
        writeFileSync(path, '1;7');
        utimesSync(path, 1_700_000_000, 1_700_000_000);
      });
      const seen = await look(folder, state, 1_000);
      expect(names(seen)).toEqual([]);
      expect(names(await look(folder, seen.state, 2_000))).toEqual([['artikel.csv']]);
    },
  );

  it('a file renamed into place rests again before it counts', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'artikel.csv'), '1;5');
    const { state } = await look(folder, undefined, 0);
    writeFileSync(join(folder, 'neu.part'), '1;7');
    renameSync(join(folder, 'neu.part'), join(folder, 'artikel.csv'));
    expect(names(await look(folder, state, 5_000))).toEqual([]);
  });
});
