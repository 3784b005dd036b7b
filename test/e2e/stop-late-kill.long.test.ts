import { describe, expect, it } from 'vitest';
import { inScene, ordersByFile, type Scene, timeout, twoExports } from '../support/scene.ts';
import { until } from '../support/until.ts';
import { articlesFile, stockFile, wares } from '../support/wares.ts';

const both = { catalog: twoExports, orders: ordersByFile };
const articles = 1_500;
/** From at once to about when it has ended by itself. */
const killsAfterMs = [0, 15, 40, 90, 180];

/** In each round a tenth of the names are others: were they most of them, a brake would hold them. */
function exportOf(round: number) {
  return wares(articles).map((ware, n) =>
    n % 10 === round ? { ...ware, name: `${ware.name} ${round}` } : ware,
  );
}

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
        const export_ = exportOf(round);
        scene.write('out/artikel.csv', articlesFile(export_));
        scene.write('out/bestand.csv', stockFile(export_));
        await stoppedAndKilled(scene, killAfterMs);
      }
      expect((await scene.run('run', '--once')).code).toBe(0);
      const products = await scene.market.products();
      const last = exportOf(killsAfterMs.length - 1).map(({ id, name }) => [id, name]);
      expect(products.map(({ externalId, name }) => [externalId, name]).sort()).toEqual(
        last.sort(),
      );
      const files = scene.names('orders').map((name) => name.split('-'));
      expect(files.map(([sequence]) => Number(sequence))).toEqual(
        files.map((_, index) => index + 1),
      );
      const orders = files.map(([, id]) => Number(id)).sort((a, b) => a - b);
      expect(orders).toEqual(placed.map(({ id }) => id).sort((a, b) => a - b));
    }),
  );
});
