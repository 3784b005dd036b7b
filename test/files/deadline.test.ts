import { spawnSync } from 'node:child_process';
import { constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDeadline, FolderHangs } from '../../src/files/deadline.ts';
import { createFilesDeps } from '../../src/files/deps.ts';
import { callsAtOnceMax } from '../../src/files/limits.ts';
import { offlineBy } from '../../src/files/offline.ts';
import { scanFolder } from '../../src/files/scan.ts';
import { temporaryFolder } from '../support/folder.ts';
import { realClock, reasonOf } from './room.ts';

const never = () => new Promise<never>(() => undefined);

describe('createDeadline', () => {
  it('hands on what the call gives, and its error', async () => {
    const deadline = createDeadline({ clock: realClock });
    await expect(deadline('a', async () => 7)).resolves.toBe(7);
    await expect(deadline('a', () => Promise.reject(new Error('EIO')))).rejects.toThrow('EIO');
    await expect(deadline('a', async () => 8)).resolves.toBe(8);
  });

  it('fault 17: a call that hangs is given up after its deadline, and no other is sent after it', async () => {
    const deadline = createDeadline({ clock: realClock, deadlineMs: 20 });
    let calls = 0;
    const hang = () => {
      calls += 1;
      return never();
    };
    await expect(deadline('share', hang)).rejects.toThrow(FolderHangs);
    const told = await deadline('share', hang).catch((cause: Error) => offlineBy(cause, 'share'));
    expect(told).toEqual({
      offline: {
        reason: 'hangs',
        sentence: `The folder ${resolve('share')} does not answer. Until it does, nothing there is read or written.`,
        remedy:
          'Check that its server and the network are up, or mount it again; Stockhand tries again by itself.',
      },
    });
    expect(calls).toBe(1);
    await expect(deadline('other', async () => 'goes on')).resolves.toBe('goes on');
  });

  it('fault 17: a folder that answers again is used again', async () => {
    const deadline = createDeadline({ clock: realClock, deadlineMs: 20 });
    const answer = resolvers();
    await expect(deadline('share', () => answer.promise)).rejects.toThrow(FolderHangs);
    answer.resolve();
    await answer.promise;
    await realClock.breathe();
    await expect(deadline('share', async () => 'back')).resolves.toBe('back');
  });

  it('fault 17: hanging shares never take the last threads for files', async () => {
    const deadline = createDeadline({ clock: realClock, deadlineMs: 20 });
    let underWay = 0;
    const hang = () => {
      underWay += 1;
      return never();
    };
    const shares = ['/a', '/b', '/c', '/d', '/e'].map((share) => deadline(share, hang));
    for (const outcome of await Promise.allSettled(shares)) expect(outcome.status).toBe('rejected');
    expect(underWay).toBe(callsAtOnceMax);
    await expect(deadline('/f', hang)).rejects.toThrow('does not answer: it waits for /a and /b');
  });

  it('fault 17: names a folder once, however many of its calls hang', async () => {
    const deadline = createDeadline({ clock: realClock, deadlineMs: 20 });
    await Promise.allSettled([deadline('/a', never), deadline('/a', never)]);
    await expect(deadline('/b', never)).rejects.toThrow('does not answer: it waits for /a. Until');
  });

  it('fault 17: a call that waited in vain is not made when the line moves on later', async () => {
    const deadline = createDeadline({ clock: realClock, deadlineMs: 20 });
    const answer = resolvers();
    const hanging = ['a', 'b'].map((share) => deadline(share, () => answer.promise));
    let made = false;
    const waiting = deadline('c', async () => {
      made = true;
    });
    for (const outcome of await Promise.allSettled([...hanging, waiting])) {
      expect(outcome.status).toBe('rejected');
    }
    answer.resolve();
    await realClock.breathe();
    await expect(deadline('c', async () => 'later')).resolves.toBe('later');
    expect(made).toBe(false);
  });

  it('lets calls wait in line and serves each in turn', async () => {
    const deadline = createDeadline({ clock: realClock });
    let underWay = 0;
    let most = 0;
    const call = async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await realClock.breathe();
      underWay -= 1;
    };
    await Promise.all(Array.from({ length: 50 }, (_, at) => deadline(`folder ${at % 5}`, call)));
    expect(most).toBe(callsAtOnceMax);
  });

  it.skipIf(process.platform === 'win32')(
    'fault 17: a real call that blocks its thread stops neither the process nor other folders',
    async () => {
      const folder = temporaryFolder();
      const fifo = join(folder, 'fifo');
      spawnSync('mkfifo', [fifo]);
      // Opening a FIFO without a writer blocks a thread of the pool, as a stat on a dead share does.
      const slow = createFilesDeps(realClock, { deadlineMs: 100 });
      const opening: Promise<FileHandle>[] = [];
      const hang = () => {
        opening.push(open(fifo, 'r'));
        return Promise.all(opening);
      };
      await expect(slow.deadline(folder, hang)).rejects.toThrow(FolderHangs);
      const scan = { folder, files: ['*'], ignoreCase: false };
      expect(reasonOf(await scanFolder(slow, scan))).toBe('hangs');
      await expect(stat('/')).resolves.toBeDefined();

      const writer = await open(fifo, constants.O_WRONLY | constants.O_NONBLOCK);
      for (const handle of await Promise.all(opening)) await handle.close();
      await writer.close();
      await realClock.breathe();
      expect(reasonOf(await scanFolder(slow, scan))).toBeUndefined();
    },
  );
});

function resolvers() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
