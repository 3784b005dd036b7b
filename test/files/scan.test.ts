import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { linkSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { constants } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isSameShare } from '../../src/files/folder.ts';
import { offlineBy } from '../../src/files/offline.ts';
import { scanFolder } from '../../src/files/scan.ts';
import { temporaryFolder } from '../support/folder.ts';
import {
  deps,
  failingAt,
  mounted,
  noMounts,
  online,
  reasonOf,
  systemError,
  tmpfs,
  unmounted,
} from './room.ts';

const csv = { files: ['*.csv'], ignoreCase: false };

describe('scanFolder', () => {
  it('lists the regular files that fit, in name order, without opening them', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'b.csv'), '12345');
    writeFileSync(join(folder, 'a.csv'), '');
    writeFileSync(join(folder, 'notes.txt'), '');
    utimesSync(join(folder, 'b.csv'), 1_700_000_000, 1_700_000_000);
    const scan = online(await scanFolder(deps, { folder, ...csv }));
    expect(scan.entries.map(({ name }) => name)).toEqual(['a.csv', 'b.csv']);
    expect(scan.entries[1]).toMatchObject({
      path: join(folder, 'b.csv'),
      size: 5,
      mtimeMs: 1_700_000_000_000,
      dev: scan.identity.dev,
    });
    expect(scan.names).toBe(3);
    expect(structuredClone(scan)).toEqual(scan);
  });

  it('fault 15: symbolic links, pipes, sockets and folders are named with the reason and never files', async () => {
    const folder = temporaryFolder();
    symlinkSync('/etc/shadow', join(folder, 'link.csv'));
    mkdirSync(join(folder, 'folder.csv'));
    spawnSync('mkfifo', [join(folder, 'pipe.csv')]);
    const socket = createServer().listen(join(folder, 'socket.csv'));
    onTestFinished(() => void socket.close());
    await once(socket, 'listening');
    writeFileSync(join(folder, 'real.csv'), 'x');
    const scan = online(await scanFolder(deps, { folder, ...csv }));
    expect(scan.entries.map(({ name }) => name)).toEqual(['real.csv']);
    expect(scan.ignored).toEqual([
      { name: 'folder.csv', why: 'folder' },
      { name: 'link.csv', why: 'symlink' },
      { name: 'pipe.csv', why: 'special' },
      { name: 'socket.csv', why: 'special' },
    ]);
  });

  it('fault 15: a device is named and never a file', async ({ skip }) => {
    const folder = temporaryFolder();
    const made = spawnSync('mknod', [join(folder, 'null.csv'), 'c', '1', '3']);
    skip(made.status !== 0, 'devices are made by root alone');
    const scan = online(await scanFolder(deps, { folder, ...csv }));
    expect(scan).toMatchObject({ entries: [], ignored: [{ name: 'null.csv', why: 'special' }] });
  });

  it('fault 15: a hard link is the file itself under one more name', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'real.csv'), 'x');
    linkSync(join(folder, 'real.csv'), join(folder, 'second.csv'));
    const scan = online(await scanFolder(deps, { folder, ...csv }));
    expect(scan.entries).toMatchObject([{ name: 'real.csv' }, { name: 'second.csv' }]);
    expect(scan.ignored).toEqual([]);
  });

  it('says of an open Office file that it is open, and of unfinished ones that they are', async () => {
    const folder = temporaryFolder();
    for (const name of ['a.xlsx', '~$a.xlsx', '.~lock.a.xlsx#', 'a.part', '~$other.docx']) {
      writeFileSync(join(folder, name), 'x');
    }
    const request = { folder, files: ['a.*'], ignoreCase: false };
    const scan = online(await scanFolder(deps, request));
    expect(scan.entries.map(({ name }) => name)).toEqual(['a.xlsx']);
    expect(scan.ignored).toEqual([
      { name: '.~lock.a.xlsx#', why: 'openInOffice' },
      { name: 'a.part', why: 'temporary' },
      { name: '~$a.xlsx', why: 'openInOffice' },
    ]);
  });

  it('fault 16: a missing folder is offline and not an empty one', async () => {
    const folder = join(temporaryFolder(), 'gone');
    const scan = await scanFolder(deps, { folder, ...csv });
    expect(scan).toEqual({
      offline: {
        reason: 'missing',
        sentence: `${folder} does not exist.`,
        remedy:
          'Connect the share or create the folder: Stockhand does not make it. Stockhand continues when it is there.',
      },
    });
  });

  it('says that a file is no folder', async () => {
    const file = join(temporaryFolder(), 'a.csv');
    writeFileSync(file, '');
    expect(reasonOf(await scanFolder(deps, { folder: file, ...csv }))).toBe('notAFolder');
  });

  it('fault 16: another share mounted over the folder is offline until it is gone again', async ({
    skip,
  }) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.csv'), 'x');
    const { identity } = online(await scanFolder(deps, { folder, ...csv }));
    skip(!mounted(folder, tmpfs), noMounts);
    const over = await scanFolder(deps, { folder, ...csv, remembered: identity });
    expect(reasonOf(over)).toBe('otherDevice');
    unmounted(folder);
    const back = online(await scanFolder(deps, { folder, ...csv, remembered: identity }));
    expect(back.entries).toHaveLength(1);
  });

  it('fault 16: the empty mount point of an unmounted share is offline, the share mounted again is not', async ({
    skip,
  }) => {
    const folder = temporaryFolder();
    skip(!mounted(folder, tmpfs), noMounts);
    writeFileSync(join(folder, 'a.csv'), 'x');
    const { identity } = online(await scanFolder(deps, { folder, ...csv }));
    unmounted(folder);
    const without = await scanFolder(deps, { folder, ...csv, remembered: identity });
    expect(without).toMatchObject({
      offline: { sentence: `The share of ${folder} is no longer mounted at ${folder}.` },
    });
    expect(mounted(folder, tmpfs)).toBe(true);
    online(await scanFolder(deps, { folder, ...csv, remembered: identity }));
  });

  it('fault 16: a folder of a share that was mounted again under another number is not offline', async ({
    skip,
  }) => {
    const [share, before] = [temporaryFolder(), temporaryFolder()];
    const folder = join(share, 'out');
    skip(!mounted(share, tmpfs), noMounts);
    mkdirSync(folder);
    const { identity } = online(await scanFolder(deps, { folder, ...csv }));
    unmounted(share);
    mkdirSync(folder);
    writeFileSync(join(folder, 'a.csv'), 'of the local disk');
    const without = await scanFolder(deps, { folder, ...csv, remembered: identity });
    expect(without).toMatchObject({
      offline: { sentence: `The share of ${folder} is no longer mounted at ${share}.` },
    });
    expect(mounted(before, tmpfs) && mounted(share, tmpfs)).toBe(true);
    mkdirSync(folder);
    const anew = online(await scanFolder(deps, { folder, ...csv, remembered: identity }));
    expect(anew.identity.dev).not.toBe(identity.dev);
  });

  it('fault 16: a share that is mounted after the start is not offline, and its empty place is from then on', async ({
    skip,
  }) => {
    const folder = temporaryFolder();
    const { identity: early } = online(await scanFolder(deps, { folder, ...csv }));
    skip(!mounted(folder, tmpfs), noMounts);
    const { identity } = online(await scanFolder(deps, { folder, ...csv, remembered: early }));
    unmounted(folder);
    const gone = await scanFolder(deps, { folder, ...csv, remembered: identity });
    expect(reasonOf(gone)).toBe('otherDevice');
  });

  it('does not mind that the ERP made its folder again on the same disk', async () => {
    const folder = join(temporaryFolder(), 'out');
    mkdirSync(folder);
    const { identity } = online(await scanFolder(deps, { folder, ...csv }));
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    writeFileSync(join(folder, 'a.csv'), 'x');
    const scan = online(await scanFolder(deps, { folder, ...csv, remembered: identity }));
    expect(scan.entries).toHaveLength(1);
  });

  it('fault 18: whichever call fails in the middle, the scan is offline and never a part of the files', async () => {
    const folder = temporaryFolder();
    for (const name of ['a.csv', 'b.csv']) writeFileSync(join(folder, name), 'x');
    for (const code of ['EIO', 'ESTALE', 'EACCES']) {
      const { sentence, remedy } = (await offlineBy(systemError(code), folder)).offline;
      const untroubled = failingAt(0, systemError(code));
      online(await scanFolder(untroubled.deps, { folder, ...csv }));
      expect(untroubled.calls()).toBeGreaterThanOrEqual(6);
      for (let number = 1; number <= untroubled.calls(); number += 1) {
        const troubled = failingAt(number, systemError(code));
        const scan = await scanFolder(troubled.deps, { folder, ...csv });
        const reason = code === 'EACCES' ? 'denied' : 'failed';
        // The path is the folder, or the file in it that could not be looked at.
        const place = sentence.replace(folder, '');
        expect(scan).toEqual({
          offline: { reason, sentence: expect.stringContaining(place), remedy },
        });
        expect(JSON.stringify(scan)).toContain(folder);
      }
    }
  });

  it('finds all of 3,000 files', async () => {
    const folder = temporaryFolder();
    for (let at = 0; at < 3_000; at += 1) writeFileSync(join(folder, `${at}.csv`), '');
    const scan = online(await scanFolder(deps, { folder, ...csv }));
    expect(scan.entries).toHaveLength(3_000);
  });
});

describe('isSameShare', () => {
  const disk = { dev: '1', ino: '2', mountPoint: undefined };
  const share = { dev: '9', ino: '2', mountPoint: '/mnt/erp' };
  const inside = { dev: '7', ino: '2', mountPoint: '/mnt/erp/out' };
  it.each([
    { what: 'the same disk', remembered: disk, found: disk, same: true },
    { what: 'something mounted over it', remembered: disk, found: share, same: false },
    { what: 'its mount point without it', remembered: share, found: disk, same: false },
    { what: 'mounted anew', remembered: share, found: { ...share, dev: '8' }, same: true },
    { what: 'something mounted inside it', remembered: share, found: inside, same: false },
    { what: 'linked to another disk', remembered: disk, found: { ...disk, dev: '2' }, same: false },
    {
      what: 'mounted over an empty folder',
      remembered: { ...disk, isEmpty: true },
      found: share,
      same: true,
    },
    {
      what: 'an empty share that is gone',
      remembered: { ...share, isEmpty: true },
      found: disk,
      same: false,
    },
    {
      what: 'an empty share that is gone, on another disk',
      remembered: { ...share, isEmpty: true },
      found: { dev: '3', ino: '2', mountPoint: '/mnt' },
      same: false,
    },
  ])('fault 16: $what', ({ remembered, found, same }) => {
    expect(isSameShare(remembered, found)).toBe(same);
  });
});

describe('offlineBy', () => {
  it.each([
    ['ENOSPC', 'full'],
    ['EDQUOT', 'full'],
    ['EROFS', 'readOnly'],
    ['EPERM', 'denied'],
    ['EBUSY', 'busy'],
    ['ENAMETOOLONG', 'pathTooLong'],
    ['EHOSTDOWN', 'failed'],
    ['UNKNOWN', 'failed'],
    [`Unknown system error -${constants.errno.EDQUOT}`, 'full'],
  ])('%s is reported as %s, with the path and what to do', async (code, reason) => {
    const { offline } = await offlineBy(systemError(code), '/erp/out');
    expect(offline.reason).toBe(reason);
    expect(offline.sentence).toMatch(/^\/erp\/out .+\.$/);
    expect(offline.remedy).toMatch(/\.$/);
  });

  it.each([
    [
      'ESTALE',
      'cannot be used now: the server of the share does not know it any more (ESTALE)',
      'Mount the share again; Stockhand tries again by itself.',
    ],
    [
      'EIO',
      'cannot be used now: the disk or the share reports an error (EIO)',
      'See in the log of the system what is wrong with it; Stockhand tries again by itself.',
    ],
    [
      'EACCES',
      'may not be used by the account that Stockhand runs under',
      'Give that account the right to read and write there.',
    ],
  ])(
    'fault 18: %s is reported with its cause, the path and what to do',
    async (code, cause, remedy) => {
      const { sentence, remedy: told } = (await offlineBy(systemError(code), '/erp/out')).offline;
      expect([sentence, told]).toEqual([`/erp/out ${cause}.`, remedy]);
    },
  );

  it('throws on what is no trouble of a disk', async () => {
    await expect(offlineBy(new TypeError('ours'), '/erp')).rejects.toThrow('ours');
  });
});
