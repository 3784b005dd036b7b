import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FilesDeps } from '../../src/files/deps.ts';
import { entryOf, looksUnchanged } from '../../src/files/entry.ts';
import { sliceBytes } from '../../src/files/limits.ts';
import { offlineBy } from '../../src/files/offline.ts';
import { hashFile, readWhole } from '../../src/files/read.ts';
import { clearSpool, setDigest, takeFile } from '../../src/files/take.ts';
import { temporaryFolder } from '../support/folder.ts';
import {
  createSleepClock,
  deps,
  entryNow,
  failingAt,
  mounted,
  noMounts,
  realClock,
  systemError,
  tmpfs,
} from './room.ts';

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

function folders(): { erp: string; into: string; path: string } {
  const [erp, into] = [temporaryFolder(), temporaryFolder()];
  return { erp, into, path: join(erp, 'artikel.csv') };
}

/** What must happen after the slice of that number was read, and before the next. */
function betweenSlices(number: number, act: () => void): FilesDeps {
  let slice = 0;
  const breathe = async () => {
    slice += 1;
    if (slice === number) act();
  };
  return { ...deps, clock: { ...realClock, breathe } };
}

/** Lets each read give at most 1 KB, as a slow share may. */
const shortReads: FilesDeps['deadline'] = async (_folder, call) => {
  const result = await call();
  if (typeof result === 'object' && result !== null && 'bytesRead' in result) {
    Object.assign(result, { bytesRead: Math.min(Number(result.bytesRead), 1_024) });
  }
  return result;
};

describe('takeFile', () => {
  it('copies a file into the spool under its SHA-256 and leaves the original alone', async () => {
    const { into, path } = folders();
    const bytes = Buffer.alloc(2 * sliceBytes + 17, 'Schrauben;');
    writeFileSync(path, bytes);
    const before = entryNow(path);
    const taken = await takeFile(deps, { file: before, into });
    const digest = sha256(bytes);
    expect(taken).toEqual({ sha256: digest, size: bytes.length, path: join(into, digest) });
    expect(readFileSync(join(into, digest)).equals(bytes)).toBe(true);
    expect(readdirSync(into)).toEqual([digest]);
    expect(entryNow(path)).toEqual(before);
  });

  it('takes an empty file', async () => {
    const { into, path } = folders();
    writeFileSync(path, '');
    expect(await takeFile(deps, { file: entryNow(path), into })).toMatchObject({
      sha256: sha256(''),
    });
  });

  it('makes no second copy of content that is there, under whatever name', async () => {
    const { erp, into, path } = folders();
    writeFileSync(path, 'gleich');
    writeFileSync(join(erp, 'anders.csv'), 'gleich');
    const first = await takeFile(deps, { file: entryNow(path), into });
    const spooled = entryNow(join(into, sha256('gleich')));
    const second = await takeFile(deps, { file: entryNow(join(erp, 'anders.csv')), into });
    expect(second).toEqual(first);
    expect(entryNow(spooled.path)).toEqual(spooled);
    expect(readdirSync(into)).toHaveLength(1);
  });

  it('fault 20: an old mtime with new content is new content', async () => {
    const { into, path } = folders();
    for (const content of ['1;5', '1;7']) {
      writeFileSync(path, content);
      utimesSync(path, 1_700_000_000, 1_700_000_000);
      const taken = await takeFile(deps, { file: entryNow(path), into });
      expect(taken).toMatchObject({ sha256: sha256(content) });
    }
    expect(readdirSync(into)).toHaveLength(2);
  });

  it('fault 2: a rewrite at any of 64 points of the reading is noticed, and nothing of it is kept', async () => {
    const { into, path } = folders();
    const points = 64;
    writeFileSync(path, Buffer.alloc(points * 1_024, 'a'));
    for (let point = 0; point <= points; point += 1) {
      // An old time first: two writes within one tick of an old kernel's clock have the same.
      utimesSync(path, 1_700_000_000, 1_700_000_000);
      const file = entryNow(path);
      const rewrite = () => {
        const writer = openSync(path, 'r+');
        writeSync(writer, Buffer.alloc(1_024, 0x62 + (point % 20)), 0, 1_024, point * 1_000);
        closeSync(writer);
      };
      // Reads of 1 KB, so that each rewrite falls between two of them.
      const dripping: FilesDeps = { ...betweenSlices(point, rewrite), deadline: shortReads };
      if (point === 0) rewrite();
      expect(await takeFile(dripping, { file, into })).toEqual({ changed: true });
      expect(readdirSync(into)).toEqual([]);
    }
  });

  it('fault 2: a file that is replaced, cut or lost while it is read is taken the next time', async () => {
    const { erp, into, path } = folders();
    const acts: (() => void)[] = [
      () => {
        writeFileSync(join(erp, 'neu'), Buffer.alloc(3 * sliceBytes, 'n'));
        renameSync(join(erp, 'neu'), path);
      },
      () => writeFileSync(path, 'kurz'),
      () => rmSync(path),
    ];
    for (const act of acts) {
      writeFileSync(path, Buffer.alloc(3 * sliceBytes, 'a'));
      const taken = await takeFile(betweenSlices(1, act), { file: entryNow(path), into });
      expect(taken).toEqual({ changed: true });
      expect(readdirSync(into)).toEqual([]);
    }
  });

  it('fault 15: what was swapped in between look and open is neither read nor waited for', async () => {
    const { erp, into, path } = folders();
    const swaps: (() => void)[] = [
      () => symlinkSync('/etc/shadow', path),
      () => spawnSync('mkfifo', [path]),
      () => mkdirSync(path),
      () => writeFileSync(path, 'etwas'),
      () => undefined,
    ];
    for (const swap of swaps) {
      writeFileSync(path, 'etwas');
      const file = entryNow(path);
      renameSync(path, join(erp, 'weg'));
      swap();
      expect(await takeFile(deps, { file, into })).toEqual({ changed: true });
      rmSync(path, { recursive: true, force: true });
    }
    expect(readdirSync(into)).toEqual([]);
  });

  it('refuses a file above the limit before it is opened, with both numbers', async () => {
    const { into, path } = folders();
    writeFileSync(path, '12345');
    const taken = await takeFile(deps, { file: entryNow(path), into, bytesMax: 4 });
    expect(taken).toEqual({
      refused: {
        code: 'FILE_TOO_LARGE',
        file: 'artikel.csv',
        rule: 'is 5 bytes large; at most 4 are read.',
        remedy: 'Split the export.',
      },
    });
  });

  it.each(['EIO', 'ESTALE', 'EACCES'])(
    'fault 18: whichever call fails in the middle with %s, that is told, the spool stays clean and the next try succeeds',
    async (code) => {
      const { into, path } = folders();
      writeFileSync(path, Buffer.alloc(2 * sliceBytes, 'x'));
      const file = entryNow(path);
      const counting = failingAt(0, systemError(code));
      await takeFile(counting.deps, { file, into });
      expect(counting.calls()).toBeGreaterThanOrEqual(6);
      rmSync(join(into, sha256(readFileSync(path))));
      for (let number = 1; number < counting.calls(); number += 1) {
        const taken = await takeFile(failingAt(number, systemError(code)).deps, { file, into });
        // Cause, path and what to do are in the texts of `offlineBy` for each of the three.
        expect(taken).toEqual(await offlineBy(systemError(code), path));
        expect(readdirSync(into)).toEqual([]);
      }
      expect(await takeFile(deps, { file, into })).toHaveProperty('sha256');
    },
  );

  it('fault 30: a full spool is an error of the disk that leaves nothing behind', async ({
    skip,
  }) => {
    const { into, path } = folders();
    skip(!mounted(into, tmpfs), noMounts);
    writeFileSync(path, Buffer.alloc(400_000, 'x'));
    const taking = takeFile(deps, { file: entryNow(path), into });
    await expect(taking).rejects.toMatchObject({
      code: 'DISK',
      message: `The spool ${into} cannot be written (ENOSPC).`,
    });
    expect(readdirSync(into)).toEqual([]);
    writeFileSync(path, 'klein');
    expect(await takeFile(deps, { file: entryNow(path), into })).toHaveProperty('sha256');
  });

  it('clears what a crash left unfinished or without a row, and nothing else', async () => {
    const { into } = folders();
    writeFileSync(join(into, '.taking-4711-1'), 'halb');
    writeFileSync(join(into, sha256('ganz')), 'ganz');
    writeFileSync(join(into, sha256('ohne Zeile')), 'ohne Zeile');
    await clearSpool(into, new Set([sha256('ganz')]));
    expect(readdirSync(into)).toEqual([sha256('ganz')]);
  });

  it('fault 38: waits for a virus scanner that holds the new copy on Windows', async () => {
    const { into, path } = folders();
    writeFileSync(path, 'neu');
    const { clock, sleeps } = createSleepClock();
    let refusals = 0;
    const rename: FilesDeps['rename'] = async (from, to) => {
      refusals += 1;
      if (refusals <= 3) throw systemError('EPERM');
      renameSync(from, to);
    };
    const taken = await takeFile(
      { ...deps, clock, rename, windows: true },
      { file: entryNow(path), into },
    );
    expect(taken).toMatchObject({ path: join(into, sha256('neu')) });
    expect(sleeps).toHaveLength(3);
    expect(readdirSync(into)).toEqual([sha256('neu')]);
  });
});

describe('hashFile and readWhole', () => {
  it('know an open file of Windows by the 32 bits of its disk that every version of Node.js says', () => {
    const { path } = folders();
    writeFileSync(path, 'Bestand');
    const stats = lstatSync(path, { bigint: true });
    const place = { folder: '', name: 'artikel.csv' };
    const byPath = Object.assign(stats, { dev: 0x1234_5678_9abc_def0n });
    const seen = entryOf(place, byPath);
    const opened = entryOf(place, Object.assign(stats, { dev: 0x9abc_def0n }));
    expect(looksUnchanged(seen, opened)).toBe(true);
    expect(looksUnchanged(seen, entryOf(place, Object.assign(stats, { dev: 1n })))).toBe(false);
  });

  it('hashes a file where it lies', async () => {
    const { path } = folders();
    writeFileSync(path, 'Bestand');
    const hashed = await hashFile(deps, { file: entryNow(path) });
    expect(hashed).toEqual({ sha256: sha256('Bestand'), size: 7 });
  });

  it('fault 24: gives exactly the bytes that were hashed, and nothing above the limit', async () => {
    const { path } = folders();
    writeFileSync(path, 'Bild');
    const file = entryNow(path);
    const whole = await readWhole(deps, { file, bytesMax: 4 });
    expect(whole).toEqual({ bytes: Buffer.from('Bild'), sha256: sha256('Bild') });
    expect(await readWhole(deps, { file, bytesMax: 3 })).toHaveProperty('refused');
    writeFileSync(path, 'Bilt');
    expect(await readWhole(deps, { file, bytesMax: 4 })).toEqual({ changed: true });
  });
});

describe('setDigest', () => {
  const part = (name: string, content: string) => ({ name, sha256: sha256(content) });

  it('knows one file by its own digest, as sha256sum shows it', () => {
    expect(setDigest([part('artikel.csv', 'x')])).toBe(sha256('x'));
  });

  it('knows a set by every name and digest in it, as sha256sum lists them', () => {
    const pair = [part('import.xml', 'i'), part('offers.xml', 'o')];
    const listing = `${sha256('i')} import.xml\n${sha256('o')} offers.xml\n`;
    expect(setDigest(pair)).toBe(sha256(listing));
    const others = [
      [part('import.xml', 'o'), part('offers.xml', 'i')],
      [part('offers.xml', 'o'), part('import.xml', 'i')],
      [part('import.xml', 'i'), part('offers2.xml', 'o')],
    ];
    for (const other of others) expect(setDigest(other)).not.toBe(setDigest(pair));
  });
});
