import { describe, expect, it } from 'vitest';
import type { Scene } from '../support/scene.ts';
import { inScene, ordersByFile, timeout, twoExports } from '../support/scene.ts';
import { until } from '../support/until.ts';
import { articlesFile, stockFile, wares } from '../support/wares.ts';

const both = { catalog: twoExports, orders: ordersByFile };
const articles = 1_500;
/** From at once to about when it has ended by itself. */
const killsAfterMs = [0, 15, 40, 90, 180];

async function isBusy(scene: Scene, since: number): Promise<void> {
  await until('it sends', async () => (await scene.market.ledger(since)).length > 0);
}

/** A service manager that asks it to stop and does not wait for long. */
async function stoppedAndKilled(scene: Scene, killAfterMs: number): Promise<void> {
  const since = await scene.now();
  const daemon = await scene.daemon();
  await isBusy(scene, since);
  daemon.kill('SIGTERM');
  await Promise.race([daemon.ended, new Promise((resolve) => setTimeout(resolve, killAfterMs))]);
  daemon.kill('SIGKILL');
  await daemon.ended;
}

describe('fault 115: a stop that is cut short by a kill', { timeout: 2 * timeout }, () => {
  it(
    'leaves a state from which the next start goes on: nothing is lost, nothing is done twice',
    inScene(both, async (scene) => {
      const placed = await scene.orders({ count: 20 });
      for (const [round, killAfterMs] of killsAfterMs.entries()) {
        const export_ = wares(articles).map((ware) => ({ ...ware, name: `${ware.name} ${round}` }));
        scene.write('out/artikel.csv', articlesFile(export_));
        scene.write('out/bestand.csv', stockFile(export_));
        await stoppedAndKilled(scene, killAfterMs);
      }
      expect((await scene.run('run', '--once')).code).toBe(0);
      const products = await scene.market.products();
      expect(products).toHaveLength(articles);
      const last = killsAfterMs.length - 1;
      expect(products.filter(({ name }) => !name.endsWith(` ${last}`))).toEqual([]);
      const files = scene.names('orders').map((name) => name.split('-'));
      expect(files.map(([sequence]) => Number(sequence))).toEqual(
        files.map((_, index) => index + 1),
      );
      const orders = files.map(([, id]) => Number(id)).sort((a, b) => a - b);
      expect(orders).toEqual(placed.map(({ id }) => id).sort((a, b) => a - b));
    }),
  );
});
