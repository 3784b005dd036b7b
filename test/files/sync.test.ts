import { describe, expect, it } from 'vitest';
import { syncFolder } from '../../src/files/sync.ts';
import { temporaryFolder } from '../support/folder.ts';
import { deps, failingAt, systemError } from './room.ts';

describe('syncFolder', () => {
  const opened = 1;
  const synced = 2;

  it('waits for the disk to have the names of a folder', async () => {
    const counting = failingAt(0, systemError('EIO'));
    await syncFolder(counting.deps, temporaryFolder());
    expect(counting.calls()).toBeGreaterThanOrEqual(synced);
  });

  it('fault 29: an error of the disk is not passed over', async () => {
    for (const call of [opened, synced]) {
      const { deps: broken } = failingAt(call, systemError('EIO'));
      await expect(syncFolder(broken, temporaryFolder())).rejects.toThrow('EIO');
    }
  });

  it.each(['EINVAL', 'ENOTSUP'])(
    'takes %s for a share whose server syncs by itself',
    async (code) => {
      const { deps: share } = failingAt(synced, systemError(code));
      await expect(syncFolder(share, temporaryFolder())).resolves.toBeUndefined();
    },
  );

  it('asks nothing of Windows, which opens no folder', async () => {
    await expect(syncFolder({ ...deps, windows: true }, '/no/such')).resolves.toBeUndefined();
  });
});
