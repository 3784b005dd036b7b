import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import type { Config } from '../../src/config/declaration.ts';
import { controlPath } from '../../src/control/path.ts';
import { serveControl } from '../../src/control/serve.ts';
import { runDaemon } from '../../src/daemon.ts';
import type { Clock } from '../../src/domain/clock.ts';
import { diskReason } from '../../src/safe-mode.ts';
import type { StatePlace } from '../../src/state-place.ts';
import { lockState } from '../../src/store/lock.ts';
import { takeState } from '../../src/take-state.ts';
import { mounted, noMounts } from '../files/room.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { temporaryFolder } from '../support/folder.ts';

const lookMaxMs = 1_000;

/** A clock that counts its waits, and on which they cost no time of ours. */
class WaitedClock extends FakeClock {
  waits = 0;
  readonly #during: () => void;

  constructor(during: () => void = () => undefined) {
    super();
    this.#during = during;
  }

  override async sleep(...[waitMs, signal]: Parameters<Clock['sleep']>): Promise<void> {
    // The deadline of the look at the disk is about this machine.
    if (waitMs > lookMaxMs) return systemClock.sleep(waitMs, signal);
    this.waits += 1;
    this.#during();
    if (signal?.aborted !== true) this.late(waitMs);
  }
}

describe('the lock of the state', () => {
  it('is waited for while a short command holds it', async () => {
    const dataDir = temporaryFolder('state');
    const command = lockState(dataDir);
    const clock = new WaitedClock(() => clock.waits === 3 && command.release());
    const lock = await takeState({ dataDir }, clock);
    expect(clock.waits).toBe(3);
    lock.release();
  });

  it('is refused after some seconds with the pid of a holder that goes on', async () => {
    const dataDir = temporaryFolder('state');
    const command = lockState(dataDir);
    const clock = new WaitedClock();
    await expect(takeState({ dataDir }, clock)).rejects.toMatchObject({
      code: 'STATE_LOCKED',
      message: expect.stringContaining(`(process ${process.pid})`),
    });
    expect(clock.monotonic()).toBe(8_000);
    command.release();
  });

  it('is refused at once where a daemon answers', async () => {
    const dataDir = temporaryFolder('state');
    const daemon = lockState(dataDir);
    const stopped = new AbortController();
    const path = controlPath(dataDir);
    const { ended } = await serveControl({ path, handlers: {}, signal: stopped.signal });
    const clock = new WaitedClock();
    await expect(takeState({ dataDir }, clock)).rejects.toMatchObject({ code: 'STATE_LOCKED' });
    expect(clock.waits).toBe(0);
    stopped.abort();
    await ended;
    daemon.release();
  });

  it('is waited for no longer once somebody stops the program', async () => {
    const dataDir = temporaryFolder('state');
    const command = lockState(dataDir);
    const stopped = new AbortController();
    const clock = new WaitedClock(() => stopped.abort('stopped'));
    await expect(takeState({ dataDir }, clock, stopped.signal)).rejects.toBe('stopped');
    expect(clock.waits).toBe(1);
    command.release();
  });

  it('is no failure of a daemon that is stopped while it waits', async () => {
    const dataDir = temporaryFolder('state');
    const command = lockState(dataDir);
    const signal = AbortSignal.timeout(200);
    const deps = { signal, isService: false, started: () => undefined };
    await expect(runDaemon({ config: { dataDir } } as never, deps)).resolves.toBeUndefined();
    command.release();
  });

  it.each([
    ['the state', 'link/state', (folder: string) => ({ orders: { outbox: { folder } } })],
    ['the outbox', 'orders/state', (folder: string) => ({ orders: { outbox: { folder } } })],
    [
      'the commands',
      'orders/state',
      (folder: string) => ({ orders: { outbox: { folder: '/o' }, commands: { folder } } }),
    ],
  ])(
    'is not taken where it would be emptied, whatever link leads there: that of %s',
    async (_, dataDir, given) => {
      const folder = realpathSync(temporaryFolder('state'));
      mkdirSync(join(folder, 'orders'));
      symlinkSync(join(folder, 'orders'), join(folder, 'link'));
      const emptied = join(folder, dataDir.startsWith('link') ? 'orders' : 'link');
      const place = { dataDir: join(folder, dataDir), ...given(emptied) } as StatePlace;
      await expect(takeState(place, systemClock)).rejects.toMatchObject({
        code: 'CONFIG_INVALID',
        message: expect.stringContaining(`is, by a link, in ${emptied}`),
      });
    },
  );

  it('is waited for in words of its own on a disk with free bytes and no inode for one more file', async ({
    skip,
  }) => {
    const dataDir = temporaryFolder('state');
    skip(!mounted(dataDir, ['-t', 'tmpfs', '-o', 'nr_inodes=1', 'tmpfs']), noMounts);
    const needOf = async (code: string) =>
      (await diskReason({ dataDir } as Config, Object.assign(new Error(code), { code }), 0)).need;
    expect(await needOf('ENOSPC')).toMatchObject({
      cause: 'Its disk has no room for more files: all its inodes are in use.',
      fix: expect.stringMatching(/^Remove files/),
    });
    // A disk that is read-only takes nothing either when files are removed.
    expect(await needOf('EROFS')).toMatchObject({
      cause: 'EROFS.',
      fix: expect.stringMatching(/^Free space/),
    });
  });

  it('is taken beside the outbox, also where that is not there', async () => {
    const folder = temporaryFolder('state');
    const orders = { outbox: { folder: join(folder, 'orders') } } as Config['orders'];
    const lock = await takeState({ dataDir: join(folder, 'orders-state'), orders }, systemClock);
    lock.release();
  });
});
