import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { describe, expect, it, type TestContext } from 'vitest';
import { deniedNote, isDenied } from '../crash/kills.ts';
import type { Daemon, Running } from '../support/program.ts';
import { type Scene, timeout } from '../support/scene.ts';
import { until } from '../support/until.ts';
import { articlesFile, wares } from '../support/wares.ts';
import { failuresInARow, failuresInARowMax, goesOn, isWaiting, withEndpoint } from './endpoint.ts';

const noMounts = 'mounting is not permitted here';

/** Every order file that shows is whole, and each order has one. */
function expectWhole(scene: Scene): readonly string[] {
  const names = scene.names('orders');
  const orders = names.map((name) => JSON.parse(scene.read(`orders/${name}`)) as OrderFile);
  expect(new Set(orders.map(({ orderId }) => orderId)).size).toBe(names.length);
  return names;
}

interface OrderFile {
  readonly orderId: number;
}

async function atWork(daemon: Daemon): Promise<void> {
  await until('the daemon is at work', async () => (await daemon.healthz()) === 200);
}

interface Failing {
  readonly error: string;
  readonly files: readonly string[];
  /** What is brought to the disk takes longer than a daemon has to stop. */
  readonly isSlow?: boolean;
}

/**
 * From now on each write to these files of the state fails so, until the tracer is ended; the program itself goes on.
 */
async function failing(
  scene: Scene,
  daemon: Daemon,
  { error, files, isSlow }: Failing,
): Promise<Running> {
  const paths = files.flatMap((name) => ['-P', scene.path(`state/${name}`)]);
  const calls = error === 'EROFS' ? 'pwrite64,write,openat' : 'pwrite64,write';
  const slow = isSlow ? ['-e', 'inject=fsync,fdatasync:delay_enter=4000000'] : [];
  const inject = ['-e', `inject=${calls}:error=${error}`, ...slow];
  const what = ['-e', `trace=${calls},fsync,fdatasync`, ...paths, ...inject];
  const traced = ['-f', '-p', String(daemon.pid), '-o', scene.path('strace.log'), ...what];
  const tracer = scene.command('strace', ...traced);
  await until('the daemon is traced', () => /attached/.test(tracer.stderr()));
  return tracer;
}

async function ended(tracer: Running): Promise<void> {
  tracer.kill('SIGTERM');
  await tracer.ended;
}

const journals = ['orders.db-wal', 'catalog.db-wal'];
/** The reserve and the trial of the disk lie beside the databases and share their fate. */
const besides = ['reserve', 'room.part'];

const failures: readonly (Failing & { readonly what: string })[] = [
  { what: 'the journal of the orders has no room', error: 'ENOSPC', files: ['orders.db-wal'] },
  { what: 'the journal of the catalogue has no room', error: 'ENOSPC', files: ['catalog.db-wal'] },
  { what: 'a slow disk has no room', error: 'ENOSPC', files: journals, isSlow: true },
  { what: 'the quota is used up', error: 'EDQUOT', files: journals },
  { what: 'the disk has become read-only', error: 'EROFS', files: journals },
];

describe.skipIf(isDenied)(
  `faults 30 and 31: a state${deniedNote}`,
  { timeout: 2 * timeout },
  () => {
    it.each(failures)(
      '$what: nothing is sent or shown, webhooks are answered, and it goes on by itself',
      ({ files, ...failure }) =>
        withEndpoint(async (scene, deliver) => {
          const daemon = await scene.daemon();
          await atWork(daemon);
          const traced = { ...failure, files: [...files, ...besides] };
          const tracer = await failing(scene, daemon, traced);
          const [order] = await scene.orders();
          scene.write('out/artikel.csv', articlesFile(wares(2)));
          expect(await failuresInARow(deliver)).toBeLessThanOrEqual(failuresInARowMax);
          await isWaiting(scene);
          const since = await scene.now();
          if (files.includes('orders.db-wal')) expect(scene.names('orders')).toEqual([]);
          if (files.includes('catalog.db-wal')) expect(await scene.market.products()).toEqual([]);
          expect(await failuresInARow(deliver)).toBeLessThanOrEqual(failuresInARowMax);
          expect(await scene.market.mutations(since)).toEqual([]);
          await ended(tracer);
          await goesOn(scene, order?.id);
          expect(expectWhole(scene)).toHaveLength(1);
          expect(await daemon.stop()).toMatchObject({ code: 0 });
        })(),
    );

    it('fault 30: a database itself has no room: what is committed stays in its journal, all goes on, and it is copied later', () =>
      withEndpoint(async (scene, deliver) => {
        const daemon = await scene.daemon();
        await atWork(daemon);
        const tracer = await failing(scene, daemon, { error: 'ENOSPC', files: ['catalog.db'] });
        // More than four megabytes of journal, after which SQLite copies it.
        const many = wares(8_000).map((ware) => ({ ...ware, name: ware.name.padEnd(250, '.') }));
        scene.write('out/artikel.csv', articlesFile(many));
        expect(await failuresInARow(deliver)).toBeLessThanOrEqual(failuresInARowMax);
        // Answered, too: what no answer is stored of goes once more under its key.
        await until(
          'all articles are up',
          () => scene.read('stockhand.log').includes(`${many.length} sent, 0 unchanged`),
          timeout,
        );
        expect(await scene.market.products()).toHaveLength(many.length);
        expect(scene.read('strace.log')).toMatch(/ENOSPC.*INJECTED/);
        await ended(tracer);
        expect(await daemon.stop()).toMatchObject({ code: 0 });
        expect(fs.existsSync(scene.path('state/catalog.db-wal'))).toBe(false);
        const since = await scene.now();
        expect(await scene.run('run', '--once')).toMatchObject({ code: 0 });
        // It ends the sync session where the daemon was stopped before it could.
        const again = (await scene.market.mutations(since)).map(({ path }) => path);
        expect(again.filter((path) => !path.includes('/sync/'))).toEqual([]);
      })());
  },
);

interface Place {
  readonly what: string;
  readonly folder: string;
  /** What the daemon does meanwhile. */
  readonly goesUp: boolean;
  readonly comesDown: boolean;
}

const places: readonly Place[] = [
  { what: 'the folder for temporary files', folder: 'tmp', goesUp: true, comesDown: true },
  { what: 'the log', folder: 'log', goesUp: true, comesDown: true },
  { what: 'the outbox', folder: 'orders', goesUp: true, comesDown: false },
  { what: 'the spool', folder: 'spool', goesUp: false, comesDown: true },
  { what: 'the results', folder: 'results', goesUp: true, comesDown: true },
];

const mount = (folder: string, ...how: string[]): boolean =>
  spawnSync('mount', [...how, folder]).status === 0;

/** On a disk of its own: `play` fills it. */
async function onOwnDisk(
  scene: Scene,
  folder: string,
  play: () => Promise<void>,
): Promise<boolean> {
  fs.mkdirSync(scene.path(folder), { recursive: true });
  if (!mount(scene.path(folder), '-t', 'tmpfs', '-o', `size=${sizeOf(folder)}`, 'tmpfs'))
    return false;
  try {
    await play();
  } finally {
    spawnSync('umount', ['-l', scene.path(folder)]);
  }
  return true;
}

/** The state has its databases there, too. */
const sizeOf = (folder: string): string => (folder === 'state' ? '8m' : '256k');

function fill(file: string): void {
  expect(() => fs.writeFileSync(file, Buffer.alloc(9_000_000))).toThrow('ENOSPC');
}

async function inPlace(
  context: TestContext,
  folder: string,
  play: (scene: Scene, deliver: () => Promise<number>, daemon: Daemon) => Promise<void>,
): Promise<void> {
  let isMounted = true;
  await withEndpoint(async (scene, deliver) => {
    isMounted = await onOwnDisk(scene, folder, async () => {
      if (folder === 'spool') {
        for (const name of ['state', 'spool/in']) fs.mkdirSync(scene.path(name));
        fs.symlinkSync(scene.path('spool/in'), scene.path('state/spool'));
      }
      if (folder === 'log') fs.symlinkSync('log/stockhand.log', scene.path('stockhand.log'));
      const [TMPDIR, SQLITE_TMPDIR] = [scene.path('tmp'), scene.path('tmp')];
      const daemon = await scene.daemon(folder === 'tmp' ? { env: { TMPDIR, SQLITE_TMPDIR } } : {});
      await atWork(daemon);
      await play(scene, deliver, daemon);
      expect(await daemon.stop()).toMatchObject({ code: 0 });
    });
  })();
  if (!isMounted) context.skip(noMounts);
}

async function meanwhile(scene: Scene, { goesUp, comesDown }: Place): Promise<void> {
  const products = async (): Promise<number> => (await scene.market.products()).length;
  if (goesUp) await until('the articles go up', async () => (await products()) === 2);
  else expect(await products()).toBe(0);
  if (comesDown) await until('the order comes down', () => scene.names('orders').length === 1);
  else expect(scene.names('orders')).toEqual([]);
}

describe('fault 30: a full disk', { timeout }, () => {
  it.for(places)(
    'below $what: webhooks are answered, nothing shows in part, and it goes on by itself',
    async (place, context) => {
      await inPlace(context, place.folder, async (scene, deliver) => {
        const ballast = scene.path(`${place.folder}/.ballast`);
        fill(ballast);
        const [order] = await scene.orders();
        scene.write('out/artikel.csv', articlesFile(wares(2)));
        expect(await failuresInARow(deliver)).toBeLessThanOrEqual(failuresInARowMax);
        await meanwhile(scene, place);
        expectWhole(scene);
        fs.rmSync(ballast);
        await goesOn(scene, order?.id);
        expect(expectWhole(scene)).toHaveLength(1);
      });
    },
  );
});

describe('fault 30: a start on a full disk', { timeout }, () => {
  it('answers webhooks, says what it lacks, and goes to work by itself', async (context) => {
    await inPlace(context, 'state', async (scene, deliver, daemon) => {
      await daemon.stop();
      const ballast = scene.path('state/.ballast');
      for (const name of ['reserve', 'lock.pid']) fs.rmSync(scene.path(`state/${name}`));
      fill(ballast);
      const next = await scene.daemon();
      expect(next.safeMode).toContain('cannot be written');
      const [order] = await scene.orders();
      expect(await failuresInARow(deliver)).toBe(0);
      fs.rmSync(ballast);
      await goesOn(scene, order?.id);
      expect(await next.stop()).toMatchObject({ code: 0 });
    });
  });
});

describe('fault 31: a state that is read-only', { timeout }, () => {
  it('keeps no daemon from starting: it answers webhooks, says why, and goes to work once it is writable', async (context) => {
    await inPlace(context, 'state', async (scene, deliver, daemon) => {
      await daemon.stop();
      const state = scene.path('state');
      expect(mount(state, '-o', 'remount,ro')).toBe(true);
      const told = await scene.run('status');
      expect(told).toMatchObject({ code: 1, stderr: expect.stringContaining('Mount the disk') });
      const next = await scene.daemon();
      expect(next.safeMode).toContain('cannot be written');
      const [order] = await scene.orders();
      expect(await failuresInARow(deliver)).toBe(0);
      expect(mount(state, '-o', 'remount,rw')).toBe(true);
      await goesOn(scene, order?.id);
      expect(await next.stop()).toMatchObject({ code: 0 });
    });
  });
});

describe('fault 31: an outbox that becomes read-only in the middle of the work', {
  timeout,
}, () => {
  it('shows nothing in part, webhooks are answered, the articles go up, and the order file appears once it is writable', async (context) => {
    await inPlace(context, 'orders', async (scene, deliver, daemon) => {
      // Refused while a file there is open for writing.
      const remount = (how: string): Promise<boolean> =>
        until(`the folder is mounted ${how}`, () =>
          mount(scene.path('orders'), '-o', `remount,${how}`),
        );
      await remount('ro');
      const [order] = await scene.orders();
      scene.write('out/artikel.csv', articlesFile(wares(2)));
      expect(await failuresInARow(deliver)).toBe(0);
      await meanwhile(scene, { what: '', folder: 'orders', goesUp: true, comesDown: false });
      const told = await until(
        'the page says so',
        async () => (await daemon.facts()).orders?.outbox.offline,
      );
      expect(told).toContain('can only be read');
      await remount('rw');
      await goesOn(scene, order?.id);
      expect(expectWhole(scene)).toHaveLength(1);
    });
  });
});
