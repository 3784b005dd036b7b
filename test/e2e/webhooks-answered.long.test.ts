import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { type Scene, timeout } from '../support/scene.ts';
import { until } from '../support/until.ts';
import { articlesFile, wares } from '../support/wares.ts';
import { failuresInARow, failuresInARowMax, goesOn, isWaiting, withEndpoint } from './endpoint.ts';

function lockedBy(scene: Scene, name: string): Sqlite.Database {
  const database = new Sqlite(scene.path(`state/${name}.db`));
  database.exec('BEGIN IMMEDIATE');
  return database;
}

/** Less than it asks for, however long the journals were that have made room. */
const tooLittle = 2 ** 20;

function fillUp(ballast: string, leftFree: number): void {
  const { bavail, bsize } = fs.statfsSync(ballast);
  fs.appendFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - leftFree)));
}

describe.concurrent('faults 30 and 102: deliveries are answered', { timeout }, () => {
  it('while the disk of the state is full; then all goes on by itself', async (context) => {
    let isMounted = true;
    await withEndpoint(async (scene, deliver) => {
      fs.mkdirSync(scene.path('state'));
      const mount = ['-t', 'tmpfs', '-o', 'size=8M', 'tmpfs', scene.path('state')];
      isMounted = spawnSync('mount', mount).status === 0;
      if (!isMounted) return;
      try {
        const daemon = await scene.daemon();
        await until('the daemon is at work', async () => (await daemon.healthz()) === 200);
        const ballast = scene.path('state/ballast');
        expect(() => fs.writeFileSync(ballast, Buffer.alloc(9_000_000))).toThrow('ENOSPC');
        const [order] = await scene.orders();
        expect(await failuresInARow(deliver)).toBeLessThanOrEqual(failuresInARowMax);
        await isWaiting(scene);
        // What it held back is free, so that both journals could be
        // copied into their databases. It tries for it at times.
        const holds = (ending: string) =>
          scene.names('state').some((name) => name.endsWith(ending));
        await until('nothing is held back, and no journal is left', async () => {
          // On a slow machine it has found the room of its journals first: once more, from a full disk on.
          if (holds('reserve')) {
            fillUp(ballast, 0);
            await deliver();
            return false;
          }
          // Its journals are being copied, for which the room is.
          if (holds('-wal')) return false;
          fillUp(ballast, tooLittle);
          return !holds('reserve');
        });
        const status = await scene.run('status');
        expect(status.stdout).toContain('cannot be written');
        expect((await scene.run('pause')).stderr).toContain('database or disk is full');
        fs.rmSync(ballast);
        await goesOn(scene, order?.id);
        expect(scene.names('state')).toContain('reserve');
        expect(await daemon.stop()).toMatchObject({ code: 0 });
      } finally {
        spawnSync('umount', ['-l', scene.path('state')]);
      }
    })();
    if (!isMounted) context.skip('mounting is not permitted here');
  });

  it.each([['orders'], ['catalog']])(
    'while another program has locked %s.db; then all goes on by itself',
    (name) =>
      withEndpoint(async (scene, deliver) => {
        const daemon = await scene.daemon();
        await until('the daemon is at work', async () => (await daemon.healthz()) === 200);
        const lock = lockedBy(scene, name);
        scene.write('out/artikel.csv', articlesFile(wares(2)));
        const [order] = await scene.orders();
        expect(await failuresInARow(deliver)).toBeLessThanOrEqual(failuresInARowMax);
        await isWaiting(scene);
        lock.close();
        await goesOn(scene, order?.id);
        expect(await daemon.stop()).toMatchObject({ code: 0 });
      })(),
  );

  it('while both were locked before the start; then all begins by itself', () =>
    withEndpoint(async (scene, deliver) => {
      expect((await scene.run('run', '--once')).code).toBe(0);
      const locks = ['orders', 'catalog'].map((name) => lockedBy(scene, name));
      const once = await scene.run('run', '--once');
      expect([once.code, once.stderr]).toEqual([1, expect.stringContaining('database is locked')]);
      expect(once.stderr).toContain('close the program that keeps a database open');
      const daemon = await scene.daemon();
      const [order] = await scene.orders();
      expect(await failuresInARow(deliver)).toBeLessThanOrEqual(failuresInARowMax);
      await isWaiting(scene);
      for (const lock of locks) lock.close();
      await goesOn(scene, order?.id);
      expect(await daemon.stop()).toMatchObject({ code: 0 });
    })());

  it(
    'where they have come before a stop; one that comes meanwhile is answered or finds nobody, and is never refused',
    withEndpoint(async (scene, deliver) => {
      const daemon = await scene.daemon();
      expect(await deliver()).toBe(204);
      let isOver = false;
      const answers: Promise<number>[] = [];
      const sending = (async () => {
        while (!isOver) {
          answers.push(deliver());
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      })();
      await daemon.stop();
      isOver = true;
      await sending;
      const refused = (await Promise.all(answers)).filter((status) => ![204, 0].includes(status));
      expect(refused).toEqual([]);
      expect(answers.length).toBeGreaterThan(0);
    }),
  );
});
