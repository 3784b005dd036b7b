import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isNetworkPath, networkType, refuseNetworkFolder } from '../../src/files/disk.ts';
import { temporaryFolder } from '../support/folder.ts';
import { deps, mounted, noMounts, tmpfs } from './room.ts';

describe('refuseNetworkFolder', () => {
  it.each([
    [0x6969, 'NFS'],
    [0xff534d42, 'CIFS'],
    [0xff534d42 | 0, 'CIFS'],
    [0xfe534d42, 'SMB2'],
    [0x517b, 'SMB'],
    [0x65735546, 'FUSE'],
    [0x01021997, '9p'],
  ])('fault 32: file system type %i is %s', (type, kind) => expect(networkType(type)).toBe(kind));

  it.each([
    ['ext4', 0xef53],
    ['xfs', 0x58465342],
    ['btrfs', 0x9123683e],
    ['tmpfs', 0x01021994],
    ['overlayfs', 0x794c7630],
    ['zfs', 0x2fc12fc1],
    ['Windows, which shows none', 0],
  ])('fault 32: %s is local', (_, type) => expect(networkType(type)).toBeUndefined());

  it.each([
    ['\\\\server\\share\\data', true],
    ['//server/share/data', true],
    ['\\\\?\\UNC\\server\\share', true],
    ['\\\\?\\C:\\data', false],
    ['\\\\.\\C:', false],
    ['C:\\data', false],
    ['/var/lib/stockhand', false],
    ['data', false],
  ])('fault 32: %s on the network: %s', (path, network) => {
    expect(isNetworkPath(path)).toBe(network);
  });

  it('fault 32: names the share and the way out', async () => {
    expect(await refuseNetworkFolder(deps, '//server/share/data')).toEqual({
      sentence: 'The data folder //server/share/data is on a network share (UNC path).',
      remedy:
        'Put dataDir on a local disk: only there locks work, and data is safe in a power failure.',
    });
  });

  it('takes a local folder, also one that is still to be made', async ({ skip }) => {
    const folder = temporaryFolder();
    skip(!mounted(folder, tmpfs), noMounts);
    expect(await refuseNetworkFolder(deps, folder)).toBeUndefined();
    expect(await refuseNetworkFolder(deps, join(folder, 'a', 'b'))).toBeUndefined();
  });
});
