import { describe, expect, it } from 'vitest';
import type { Running } from '../support/program.ts';
import { inScene, ordersByFile, type Scene, timeout, twoExports } from '../support/scene.ts';
import { until } from '../support/until.ts';
import { articlesFile, wares } from '../support/wares.ts';

const both = { catalog: twoExports, orders: ordersByFile };
/** Windows kills what has not ended after 5 s; the daemon is to need no more than this. */
const stopMaxMs = 4_000;

/** The marketplace takes every change and says nothing. */
async function silence(scene: Scene): Promise<void> {
  await scene.weather({ kind: 'hang', method: 'POST' });
}

async function isAsked(scene: Scene, path: string): Promise<void> {
  await until(`somebody asks ${path}`, async () => {
    const weather = await scene.market.sandbox.control('GET', '/sandbox/weather');
    return (weather as { rules: { hits: number }[] }).rules.some(({ hits }) => hits > 0);
  });
}

async function stopTime(running: Running): Promise<number> {
  const before = performance.now();
  running.kill('SIGTERM');
  await running.ended;
  return performance.now() - before;
}

describe.concurrent('fault 115: a stop while the marketplace does not answer (law 14)', {
  timeout,
}, () => {
  it(
    'ends the daemon at once, and the next start goes on with the same key',
    inScene(both, async (scene) => {
      await silence(scene);
      scene.write('out/artikel.csv', articlesFile(wares(2)));
      const daemon = await scene.daemon();
      await isAsked(scene, 'batch');
      expect(await stopTime(daemon)).toBeLessThan(stopMaxMs);
      expect(await daemon.ended).toMatchObject({ code: 0 });
      await scene.market.sandbox.control('DELETE', '/sandbox/weather');
      expect((await scene.run('run', '--once')).code).toBe(0);
      expect(await scene.market.products()).toHaveLength(2);
      const keys = (await scene.market.mutations()).map(({ key }) => key);
      expect(new Set(keys).size).toBe(1);
    }),
  );

  it(
    'ends a daemon that begins with a look at the orders, for openOrders: subtract',
    inScene(
      { ...both, catalog: twoExports.replace('vanished: unpublish', 'openOrders: subtract') },
      async (scene) => {
        expect((await scene.run('run', '--once')).code).toBe(0);
        await scene.weather({ kind: 'hang', path: '/connect/v1/supplier/orders' });
        const daemon = scene.start('run');
        await isAsked(scene, 'orders');
        expect(await stopTime(daemon)).toBeLessThan(stopMaxMs);
        expect(await daemon.ended).toMatchObject({ code: 0 });
      },
    ),
  );

  it(
    'ends run --once at once, and says so: also to the script that reads its JSON',
    inScene(both, async (scene) => {
      await silence(scene);
      scene.write('out/artikel.csv', articlesFile(wares(2)));
      const once = scene.start('run', '--once', '--json');
      await isAsked(scene, 'batch');
      expect(await stopTime(once)).toBeLessThan(stopMaxMs);
      const { code, stdout, stderr } = await once.ended;
      expect([code, JSON.parse(stdout).error.code]).toEqual([1, 'STOPPED']);
      expect(stderr).toContain(
        'The command was stopped before its end.\n  Run it again: it continues where it stopped',
      );
    }),
  );

  it(
    'ends the daemon in order also where its terminal is closed',
    inScene(both, async (scene) => {
      const daemon = await scene.daemon();
      daemon.kill('SIGHUP');
      expect(await daemon.ended).toMatchObject({ code: 0, signal: null });
    }),
  );

  it(
    'ends a command that no daemon carries out at once',
    inScene(both, async (scene) => {
      const [order] = await scene.orders();
      expect((await scene.run('run', '--once')).code).toBe(0);
      await silence(scene);
      const accept = scene.start('orders', 'accept', order!.orderNumber);
      await isAsked(scene, 'accept');
      expect(await stopTime(accept)).toBeLessThan(stopMaxMs);
      expect((await accept.ended).code).toBe(1);
    }),
  );
});
