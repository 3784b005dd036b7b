import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepNewest } from '../../src/files/keep.ts';
import { moveFile } from '../../src/files/move.ts';
import { proveWritable, writeAtomically } from '../../src/files/replace.ts';
import { temporaryFolder } from '../support/folder.ts';
import {
  createSleepClock,
  deps,
  entryNow,
  failingAt,
  mounted,
  noMounts,
  online,
  reasonOf,
  systemError,
  tmpfs,
} from './room.ts';

describe('writeAtomically', () => {
  const name = 'befehle.csv.receipt.csv';

  it('writes a file, and again over the old one', async () => {
    const folder = temporaryFolder();
    for (const text of ['waiting', 'done']) {
      const written = await writeAtomically(deps, { folder, name }, Buffer.from(text));
      expect(written).toEqual({ written: join(folder, name) });
      expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
    }
    expect(readdirSync(folder)).toEqual([name]);
  });

  it('writes all that another file of ours holds, however long', async () => {
    const folder = temporaryFolder();
    const from = join(temporaryFolder(), 'aside');
    const bytes = Buffer.alloc(2_500_000, 'Nagel;1\r\n');
    writeFileSync(from, bytes);
    online(await writeAtomically(deps, { folder, name }, { from }));
    expect(readFileSync(join(folder, name)).equals(bytes)).toBe(true);
  });

  it('names the folder where that is missing', async () => {
    const folder = join(temporaryFolder(), 'results');
    const written = await writeAtomically(deps, { folder, name }, Buffer.from('done'));
    expect(written).toMatchObject({ offline: { sentence: `${folder} does not exist.` } });
  });

  it('makes the folder where it is asked to, and never the one above it: a share may be away', async () => {
    const share = join(temporaryFolder(), 'share');
    const target = { folder: join(share, 'results'), name, makesFolder: true };
    const write = () => writeAtomically(deps, target, Buffer.from('done'));
    expect(await write()).toMatchObject({
      offline: { sentence: `${target.folder} does not exist.` },
    });
    mkdirSync(share);
    expect(await write()).toEqual({ written: join(target.folder, name) });
    expect(await write()).toEqual({ written: join(target.folder, name) });
    expect(readdirSync(target.folder)).toEqual([name]);
  });

  it('writes over what a crash left unfinished', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, `.${name}.part`), 'half of something long');
    online(await writeAtomically(deps, { folder, name }, Buffer.from('whole')));
    expect(readdirSync(folder)).toEqual([name]);
    expect(readFileSync(join(folder, name), 'utf8')).toBe('whole');
  });

  it('fault 29: whichever call fails, the old file or the new one is there, whole', async () => {
    const folder = temporaryFolder();
    const counting = failingAt(0, systemError('EIO'));
    online(await writeAtomically(counting.deps, { folder, name }, Buffer.from('old')));
    expect(counting.calls()).toBeGreaterThanOrEqual(6);
    for (let number = 1; number <= counting.calls(); number += 1) {
      writeFileSync(join(folder, name), 'old');
      const troubled = failingAt(number, systemError('EIO'));
      await writeAtomically(troubled.deps, { folder, name }, Buffer.from('new'));
      expect(['old', 'new']).toContain(readFileSync(join(folder, name), 'utf8'));
    }
  });

  it('fault 38: a receipt that is open in Excel keeps its old content and is reported', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, name), 'old');
    const held = {
      ...deps,
      clock: createSleepClock().clock,
      windows: true,
      rename: () => Promise.reject(systemError('EBUSY')),
    };
    const result = await writeAtomically(held, { folder, name }, Buffer.from('new'));
    expect(result).toMatchObject({
      offline: { reason: 'busy', sentence: expect.stringContaining(name) },
      isOfFile: true,
    });
    expect(readdirSync(folder)).toEqual([name]);
    expect(readFileSync(join(folder, name), 'utf8')).toBe('old');
  });
});

describe('proveWritable', () => {
  it('leaves nothing behind', async () => {
    const folder = temporaryFolder();
    expect(await proveWritable(deps, folder)).toEqual({ writable: true });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('fault 93: says before any action that receipts would have no place', async ({ skip }) => {
    const folder = temporaryFolder();
    expect(reasonOf(await proveWritable(deps, join(folder, 'gone')))).toBe('missing');
    skip(!mounted(folder, ['-t', 'tmpfs', '-o', 'ro', 'tmpfs']), noMounts);
    expect(reasonOf(await proveWritable(deps, folder))).toBe('readOnly');
  });
});

describe('moveFile', () => {
  const text = (path: string) => readFileSync(path, 'utf8');

  it('moves a file into done and never over one that was moved there before', async () => {
    const folder = temporaryFolder();
    const into = join(folder, 'done');
    for (const content of ['first', 'second', 'third']) {
      writeFileSync(join(folder, 'befehle.csv'), content);
      online(await moveFile(deps, { file: entryNow(join(folder, 'befehle.csv')), into }));
    }
    expect(readdirSync(folder)).toEqual(['done']);
    expect(readdirSync(into).sort()).toEqual(['befehle.2.csv', 'befehle.3.csv', 'befehle.csv']);
    expect(text(join(into, 'befehle.csv'))).toBe('first');
    expect(text(join(into, 'befehle.3.csv'))).toBe('third');
  });

  it('makes no more calls into a full folder than into an empty one where the name is free', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'bestand-1.csv');
    const into = join(folder, 'done');
    const calls: number[] = [];
    for (const standing of [0, 3_000]) {
      mkdirSync(into, { recursive: true });
      for (let file = 0; file < standing; file += 1) writeFileSync(join(into, `${file}.csv`), '');
      writeFileSync(path, 'x');
      const counting = failingAt(0, systemError('EIO'));
      online(await moveFile(counting.deps, { file: entryNow(path), into }));
      rmSync(join(into, 'bestand-1.csv'));
      calls.push(counting.calls());
    }
    expect(calls[1]).toBe(calls[0]);
  });

  it('leaves a file that was written again since it was read', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'befehle.csv');
    writeFileSync(path, 'old');
    const file = entryNow(path);
    writeFileSync(path, 'new commands');
    expect(await moveFile(deps, { file, into: join(folder, 'done') })).toEqual({ changed: true });
    expect(text(path)).toBe('new commands');
    rmSync(path);
    expect(await moveFile(deps, { file, into: join(folder, 'done') })).toEqual({ gone: true });
  });

  it('fault 81: moves to another volume by a copy that is whole before the original goes', async ({
    skip,
  }) => {
    const folder = temporaryFolder();
    const into = join(folder, 'done');
    mkdirSync(into);
    skip(!mounted(into, tmpfs), noMounts);
    writeFileSync(join(folder, 'befehle.csv'), 'x'.repeat(100_000));
    const request = { file: entryNow(join(folder, 'befehle.csv')), into };
    expect(await moveFile(deps, request)).toEqual({ moved: join(into, 'befehle.csv') });
    expect(readdirSync(folder)).toEqual(['done']);
    expect(readdirSync(into)).toEqual(['befehle.csv']);
    writeFileSync(join(folder, 'groß.csv'), 'x'.repeat(400_000));
    const tooLarge = { file: entryNow(join(folder, 'groß.csv')), into };
    expect(reasonOf(await moveFile(deps, tooLarge))).toBe('full');
    expect(text(join(folder, 'groß.csv'))).toHaveLength(400_000);
  });

  it('whichever call fails, the file is in one of the two places', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'befehle.csv');
    const into = join(folder, 'done');
    writeFileSync(path, 'x');
    const counting = failingAt(0, systemError('EIO'));
    online(await moveFile(counting.deps, { file: entryNow(path), into }));
    for (let number = 1; number <= counting.calls(); number += 1) {
      rmSync(into, { recursive: true, force: true });
      writeFileSync(path, 'x');
      await moveFile(failingAt(number, systemError('EIO')).deps, { file: entryNow(path), into });
      const there = readdirSync(folder).flatMap((each) =>
        each === 'done' ? readdirSync(into) : [each],
      );
      expect(there).toEqual(['befehle.csv']);
    }
  });
});

describe('keepNewest', () => {
  it('deletes the oldest of those names and nothing else', async () => {
    const folder = temporaryFolder();
    for (let run = 1; run <= 12; run += 1) {
      const path = join(folder, `artikel-${run}.result.csv`);
      writeFileSync(path, '');
      utimesSync(path, run, run);
    }
    writeFileSync(join(folder, 'bestand-1.result.csv'), '');
    const request = { folder, files: ['artikel-*.result.csv'], keep: 10 };
    const { removed } = online(await keepNewest(deps, request));
    expect(removed).toEqual(['artikel-2.result.csv', 'artikel-1.result.csv']);
    expect(readdirSync(folder)).toHaveLength(11);
    expect(online(await keepNewest(deps, request)).removed).toEqual([]);
  });

  it('keeps what was written just now before files that a clock years ahead has dated (fault 113)', async () => {
    const folder = temporaryFolder();
    for (const [name, seconds] of [
      ['a-1', 1_000],
      ['a-2', 4_000_000_000],
      ['a-3', 4_000_000_001],
      ['a-4', 2_000],
    ] as const) {
      writeFileSync(join(folder, name), '');
      utimesSync(join(folder, name), seconds, seconds);
    }
    const request = { folder, files: ['a-*'], keep: 2, written: 'a-4' };
    expect(online(await keepNewest(deps, request)).removed).toEqual(['a-2', 'a-3']);
  });

  it('says that the folder is missing', async () => {
    const request = { folder: join(temporaryFolder(), 'no'), files: ['*'], keep: 1 };
    expect(reasonOf(await keepNewest(deps, request))).toBe('missing');
  });
});
