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
import type { FileEntry } from '../../src/files/entry.ts';
import { looksUnchanged } from '../../src/files/entry.ts';
import { stableGraceMs } from '../../src/files/limits.ts';
import { scanFolder } from '../../src/files/scan.ts';
import type { StableLook, StableRule, StableState } from '../../src/files/stable.ts';
import { namesToScan, observe } from '../../src/files/stable.ts';
import { deps, entryNow, online, temporaryFolder } from './room.ts';

const rule: StableRule = {
  files: ['artikel*.csv'],
  companions: [],
  quietMs: 10_000,
  pick: 'newest',
  ignoreCase: false,
};

function file(name: string, change: Partial<FileEntry> = {}): FileEntry {
  return {
    name,
    path: `/out/${name}`,
    size: 100,
    mtimeMs: 5,
    ctimeMs: 5,
    dev: '1',
    ino: '7',
    ...change,
  };
}

/** Looks at those times at those files; the last look is the answer. */
function watchFor(
  looks: readonly (readonly [nowMs: number, ...entries: FileEntry[]])[],
  change: Partial<StableRule> = {},
): StableLook {
  let state: StableState | undefined;
  let look: StableLook | undefined;
  for (const [nowMs, ...entries] of looks) {
    look = observe(state, { entries, nowMs }, { ...rule, ...change });
    state = look.state;
  }
  return look!;
}

const names = (look: StableLook) => look.stable.map(({ parts }) => parts.map(({ name }) => name));

describe('observe', () => {
  it('takes a file that did not change for the quiet time', () => {
    const a = file('artikel.csv');
    expect(
      names(
        watchFor([
          [0, a],
          [9_999, a],
        ]),
      ),
    ).toEqual([]);
    expect(
      names(
        watchFor([
          [0, a],
          [10_000, a],
        ]),
      ),
    ).toEqual([['artikel.csv']]);
  });

  it('looks twice at a file that lay there long before the start', () => {
    const old = file('artikel.csv', { mtimeMs: -1e12 });
    const first = watchFor([[0, old]]);
    expect(names(first)).toEqual([]);
    expect(first.waiting).toEqual([
      { name: 'artikel.csv', why: 'resting', untilMs: 10_000, giveUpAtMs: 10_000 + stableGraceMs },
    ]);
    expect(first.nextLookAtMs).toBe(10_000);
  });

  it('looks twice even without a quiet time', () => {
    const a = file('artikel.csv');
    expect(names(watchFor([[0, a]], { quietMs: 0 }))).toEqual([]);
    expect(
      names(
        watchFor(
          [
            [0, a],
            [0, a],
          ],
          { quietMs: 0 },
        ),
      ),
    ).toEqual([['artikel.csv']]);
  });

  const changes: readonly [what: string, change: Partial<FileEntry>][] = [
    ['grew', { size: 101 }],
    ['was written again', { mtimeMs: 6 }],
    ['was written with its old time set back', { ctimeMs: 6 }],
    ['was replaced by a rename', { ino: '8' }],
  ];
  it.each(changes)('fault 1: begins to wait anew for a file that %s', (_, change) => {
    const [a, b] = [file('artikel.csv'), file('artikel.csv', change)];
    expect(
      names(
        watchFor([
          [0, a],
          [9_000, b],
          [12_000, b],
        ]),
      ),
    ).toEqual([]);
    expect(
      names(
        watchFor([
          [0, a],
          [9_000, b],
          [19_000, b],
        ]),
      ),
    ).toEqual([['artikel.csv']]);
  });

  it('fault 20: a file dated in the future, or by a clock set back, rests like any other', () => {
    const future = file('artikel.csv', { mtimeMs: 9e12 });
    expect(
      names(
        watchFor([
          [0, future],
          [10_000, future],
        ]),
      ),
    ).toEqual([['artikel.csv']]);
    const past = file('artikel.csv', { mtimeMs: 1, ctimeMs: 1 });
    expect(
      names(
        watchFor([
          [0, future],
          [10_000, past],
          [20_000, past],
        ]),
      ),
    ).toEqual([['artikel.csv']]);
  });

  it('begins anew with a file that went away and came back', () => {
    const a = file('artikel.csv');
    expect(names(watchFor([[0, a], [5_000], [10_000, a]]))).toEqual([]);
  });

  it('gives up on a file that never rests, measured from its first sight', () => {
    const looks = [0, 9_000, 18_000, 27_000].map(
      (nowMs) => [nowMs, file('artikel.csv', { size: nowMs })] as const,
    );
    expect(watchFor(looks).waiting).toMatchObject([{ untilMs: 37_000, giveUpAtMs: 70_000 }]);
  });

  it('counts a rewrite after a rest as a new wait', () => {
    const [a, b] = [file('artikel.csv'), file('artikel.csv', { size: 1 })];
    const look = watchFor([
      [0, a],
      [100_000, a],
      [200_000, b],
    ]);
    expect(look.waiting).toMatchObject([{ untilMs: 210_000, giveUpAtMs: 270_000 }]);
  });

  it('has nothing to wait for in an empty folder', () => {
    expect(watchFor([[0]])).toMatchObject({ stable: [], waiting: [] });
    expect(watchFor([[0]]).nextLookAtMs).toBeUndefined();
  });
});

describe('pick', () => {
  const old = file('artikel_1.csv', { mtimeMs: 1 });
  const young = file('artikel_0.csv', { mtimeMs: 2 });
  const grows = (name: string) => [file(name, { size: 1 }), file(name, { size: 2 })] as const;

  it('newest: takes the youngest by mtime alone', () => {
    const look = watchFor([
      [0, old, young],
      [10_000, old, young],
    ]);
    expect(names(look)).toEqual([['artikel_0.csv']]);
    expect(look.waiting).toEqual([]);
  });

  it('newest: takes the later name of two that are equally young', () => {
    const other = { ...old, name: 'artikel_2.csv' };
    expect(
      names(
        watchFor([
          [0, old, other],
          [10_000, old, other],
        ]),
      ),
    ).toEqual([['artikel_2.csv']]);
  });

  it('newest: waits for the youngest rather than take the one before it', () => {
    const look = watchFor([
      [0, old],
      [10_000, old, young],
    ]);
    expect(names(look)).toEqual([]);
    expect(look.waiting).toMatchObject([{ name: 'artikel_0.csv', untilMs: 20_000 }]);
  });

  it('each: takes all in name order', () => {
    const look = watchFor(
      [
        [0, old, young],
        [10_000, old, young],
      ],
      { pick: 'each' },
    );
    expect(names(look)).toEqual([['artikel_0.csv'], ['artikel_1.csv']]);
  });

  it('each: holds back what comes after a file that is not at rest', () => {
    const [before, after] = grows('artikel_1.csv');
    const [a, c] = [file('artikel_0.csv'), file('artikel_2.csv')];
    const look = watchFor(
      [
        [0, a, before, c],
        [10_000, a, after, c],
      ],
      { pick: 'each' },
    );
    expect(names(look)).toEqual([['artikel_0.csv']]);
    expect(look.waiting).toMatchObject([
      { name: 'artikel_1.csv', why: 'resting' },
      { name: 'artikel_2.csv', why: 'earlier', waitsFor: 'artikel_1.csv' },
    ]);
  });

  it('any: fault 84: one half-written file holds back no other', () => {
    const [before, after] = grows('artikel_1.csv');
    const c = file('artikel_2.csv');
    const look = watchFor(
      [
        [0, before, c],
        [10_000, after, c],
      ],
      { pick: 'any' },
    );
    expect(names(look)).toEqual([['artikel_2.csv']]);
    expect(look.waiting).toMatchObject([{ name: 'artikel_1.csv', why: 'resting' }]);
  });

  it('union: waits for every file, then takes them as one', () => {
    const [before, after] = grows('artikel_1.csv');
    const a = file('artikel_0.csv');
    expect(
      names(
        watchFor(
          [
            [0, a, before],
            [10_000, a, after],
          ],
          { pick: 'union' },
        ),
      ),
    ).toEqual([]);
    const whole = watchFor(
      [
        [0, a, after],
        [10_000, a, after],
      ],
      { pick: 'union' },
    );
    expect(names(whole)).toEqual([['artikel_0.csv', 'artikel_1.csv']]);
    expect(names(watchFor([[0]], { pick: 'union' }))).toEqual([]);
  });
});

describe('done file and companions', () => {
  const withDone: Partial<StableRule> = { doneFile: '{name}.ok', files: ['artikel*'] };
  const pair: Partial<StableRule> = { files: ['*.xml'], companions: ['offers.xml'] };

  it('waits for the done file, without a time of its own', () => {
    const a = file('artikel.csv');
    const look = watchFor(
      [
        [0, a],
        [10_000, a],
      ],
      withDone,
    );
    expect(names(look)).toEqual([]);
    expect(look.waiting).toMatchObject([{ why: 'doneFile', waitsFor: 'artikel.csv.ok' }]);
    expect(look.nextLookAtMs).toBeUndefined();
  });

  it('takes the export once its done file is there, and never the done file as an export', () => {
    const [a, ok] = [file('artikel.csv'), file('artikel.csv.ok', { size: 0 })];
    const look = watchFor(
      [
        [0, a],
        [10_000, a, ok],
      ],
      withDone,
    );
    expect(look.stable).toEqual([{ parts: [a], doneFiles: [ok] }]);
    expect(look.waiting).toEqual([]);
  });

  it('takes an export and its companion when both are at rest, the export first', () => {
    const [main, offers] = [file('import.xml'), file('offers.xml')];
    const early = watchFor(
      [
        [0, main],
        [10_000, main, offers],
      ],
      pair,
    );
    expect(early.waiting).toMatchObject([{ name: 'import.xml', why: 'resting', untilMs: 20_000 }]);
    const look = watchFor(
      [
        [0, main],
        [10_000, main, offers],
        [20_000, main, offers],
      ],
      pair,
    );
    expect(names(look)).toEqual([['import.xml', 'offers.xml']]);
  });

  it('waits for a companion that is missing, and takes none without its export', () => {
    const [main, offers] = [file('import.xml'), file('offers.xml')];
    const alone = watchFor(
      [
        [0, main],
        [10_000, main],
      ],
      pair,
    );
    expect(alone.waiting).toMatchObject([{ why: 'companion', waitsFor: 'offers.xml' }]);
    expect(
      watchFor(
        [
          [0, offers],
          [10_000, offers],
        ],
        pair,
      ),
    ).toMatchObject({ stable: [], waiting: [] });
  });

  it('waits for no companion of a .zip, which brings them along', () => {
    const packed = file('export.ZIP');
    const change = { files: ['export*'], companions: ['{stem}.dbt'] };
    expect(
      names(
        watchFor(
          [
            [0, packed],
            [10_000, packed],
          ],
          change,
        ),
      ),
    ).toEqual([['export.ZIP']]);
    const bare = file('export.dbf');
    expect(
      watchFor(
        [
          [0, bare],
          [10_000, bare],
        ],
        change,
      ).waiting,
    ).toMatchObject([{ why: 'companion', waitsFor: 'export.dbt' }]);
  });

  it('finds companions whatever their case where the file system does not care', () => {
    const [main, offers] = [file('Import.xml'), file('OFFERS.XML')];
    const look = watchFor(
      [
        [0, main, offers],
        [10_000, main, offers],
      ],
      { ...pair, ignoreCase: true },
    );
    expect(names(look)).toEqual([['Import.xml', 'OFFERS.XML']]);
  });

  it('names the globs that a scan needs', () => {
    expect(namesToScan({ ...rule, companions: ['offers.xml'], doneFile: '{name}.ok' })).toEqual([
      'artikel*.csv',
      'offers.xml',
      '*.ok',
    ]);
  });
});

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

  it('a file renamed into place rests anew before it counts', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'artikel.csv'), '1;5');
    const { state } = await look(folder, undefined, 0);
    writeFileSync(join(folder, 'neu.part'), '1;7');
    renameSync(join(folder, 'neu.part'), join(folder, 'artikel.csv'));
    expect(names(await look(folder, state, 5_000))).toEqual([]);
  });
});
