import fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseMounts, shareAt, shareOf, windowsShare } from '../../src/files/share.ts';
import { temporaryFolder } from '../support/folder.ts';

const mounts = parseMounts(
  [
    '22 1 254:0 / / rw,relatime - ext4 /dev/vda rw',
    '40 22 0:36 / /mnt/nas rw,relatime shared:1 - nfs4 nas:/export rw,vers=4.2',
    '41 22 0:37 / /mnt/Lager\\040Nord rw - cifs //server/lager rw',
    '42 40 254:1 / /mnt/nas/usb rw - vfat /dev/sdb1 rw',
    '43 22 0:38 / /mnt/ntfs rw - fuseblk /dev/sdc1 rw',
    '44 22 0:39 / /mnt/ssh rw - fuse.sshfs host: rw',
    '45 22 0:40 / /mnt/auto rw - autofs systemd-1 rw',
    '46 45 0:41 / /mnt/auto rw - cifs //server/auto rw',
    'no mount at all',
    '',
  ].join('\n'),
);

describe('which share a folder lies on (fault 17)', () => {
  it.each([
    ['/', undefined],
    ['/var/erp/out', undefined],
    ['/mnt/nas', '/mnt/nas'],
    ['/mnt/nas/out/new', '/mnt/nas'],
    ['/mnt/nasty/out', undefined],
    ['/mnt/Lager Nord/out', '/mnt/Lager Nord'],
    ['/mnt/nas/usb/out', undefined],
    ['/mnt/ntfs/out', undefined],
    ['/mnt/ssh/out', '/mnt/ssh'],
    ['/mnt/auto/out', '/mnt/auto'],
  ])('%s: %s', (path, share) => {
    expect(shareAt(mounts, path)).toBe(share);
  });

  it.each([
    ['C:\\erp\\out', undefined],
    ['c:\\erp\\out', undefined],
    ['M:\\out', 'm:\\'],
    ['\\\\Server\\Lager\\out', '\\\\server\\lager\\'],
  ])('on Windows, %s: %s', (path, share) => {
    expect(windowsShare(path, 'C:\\')).toBe(share);
  });

  it('is none for a folder of the local disk, also behind a link, and one that does not exist', async () => {
    const folder = temporaryFolder();
    fs.mkdirSync(join(folder, 'real'));
    fs.symlinkSync(join(folder, 'real'), join(folder, 'link'));
    fs.symlinkSync(join(folder, 'round'), join(folder, 'round'));
    for (const name of ['real', 'link', 'missing', 'round/on']) {
      expect(await shareOf(join(folder, name))).toBeUndefined();
    }
  });

  it.skipIf(process.platform !== 'linux')(
    'is found behind a link without a look at it',
    async () => {
      const folder = temporaryFolder();
      const links = parseMounts(
        fs.readFileSync('/proc/self/mountinfo', 'utf8') +
          `99 1 0:99 / ${folder}/mounted rw - nfs4 nas:/ rw\n`,
      );
      fs.symlinkSync('mounted/deep', join(folder, 'link'));
      expect(await shareOf(join(folder, 'link', 'out'), links)).toBe(join(folder, 'mounted'));
    },
  );
});
