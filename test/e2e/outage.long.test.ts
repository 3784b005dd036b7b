import { describe, expect, it } from 'vitest';
import type { RunBooks } from '../../src/domain/facts.ts';
import type { Daemon } from '../support/program.ts';
import { inScene, itemsOf, type Scene, timeout, twoExports } from '../support/scene.ts';
import { until } from '../support/until.ts';
import { articlesFile, stockFile, wares } from '../support/wares.ts';

const stockBatch = '/connect/v1/supplier/catalog/products/batch/stock';

async function quantities(scene: Scene): Promise<Record<string, unknown>> {
  const products = await scene.market.products();
  return Object.fromEntries(
    products.map(({ externalId, availableQty }) => [externalId, availableQty]),
  );
}

async function stockCalls(scene: Scene) {
  return (await scene.market.mutations()).filter(({ path }) => path === stockBatch);
}

async function stockRun(daemon: Daemon): Promise<RunBooks | undefined> {
  const { catalog } = await daemon.facts();
  return catalog?.sources.find(({ name }) => name === 'stock')?.lastRun;
}

/** Drops a stock file and waits until it is the one that counts. */
async function drop(scene: Scene, daemon: Daemon, stock: Record<string, number>): Promise<void> {
  const before = (await stockRun(daemon))?.run ?? 0;
  scene.write(
    'out/bestand.csv',
    stockFile(Object.entries(stock).map(([id, value]) => ({ id, stock: value }))),
  );
  await until('the export was read', async () => {
    const run = await stockRun(daemon);
    return run !== undefined && run.run > before && run.read > 0;
  });
}

/**
 * Articles and stock are there and at rest. They may have come
 * in one request or in two: `since` counts what went of stock.
 */
async function stocked(scene: Scene): Promise<{ daemon: Daemon; since: number }> {
  const daemon = await scene.daemon();
  scene.write('out/artikel.csv', articlesFile(wares(3)));
  scene.write('out/bestand.csv', stockFile(wares(3)));
  await until('the articles and their stock are there', async () => {
    const numbers = Object.values(await quantities(scene));
    const isStocked = numbers.length === 3 && numbers.every((each) => typeof each === 'number');
    return isStocked && (await stockRun(daemon))?.final;
  });
  return { daemon, since: (await stockCalls(scene)).length };
}

describe.concurrent('stock that changes while the marketplace is slow to answer', {
  timeout,
}, () => {
  it(
    'fault 136: 5, 7, 5 in three exports are three calls, and 5 is what stays',
    inScene({ catalog: twoExports }, async (scene) => {
      const { daemon, since } = await stocked(scene);
      for (const stock of [5, 7, 5]) {
        await drop(scene, daemon, { 'A-001': stock, 'A-002': 11, 'A-003': 12 });
        await until(
          `${stock} has arrived`,
          async () => (await quantities(scene))['A-001'] === stock,
        );
      }
      expect((await stockCalls(scene)).slice(since).map(itemsOf)).toEqual(
        [5, 7, 5].map((availableQty) => [{ externalId: 'A-001', availableQty }]),
      );
    }),
  );

  it(
    'faults 137, 139: an export overtaken during an outage ends at the newer values, with no third file',
    inScene({ catalog: twoExports }, async (scene) => {
      const { daemon, since } = await stocked(scene);
      await scene.weather({ kind: 'maintenance', path: stockBatch });
      await drop(scene, daemon, { 'A-001': 51, 'A-002': 52, 'A-003': 53 });
      await until(
        'it was refused twice',
        async () => (await stockCalls(scene)).length >= since + 2,
      );
      // A-001 goes back to what is confirmed, A-002 goes on, A-003 stays as it is under way.
      await drop(scene, daemon, { 'A-001': 10, 'A-002': 72, 'A-003': 53 });
      await scene.market.sandbox.control('DELETE', '/sandbox/weather');
      const newest = { 'A-001': 10, 'A-002': 72, 'A-003': 53 };
      await until('the newer values have arrived', async () => {
        return (
          JSON.stringify(await quantities(scene)) === JSON.stringify(newest) &&
          (await stockRun(daemon))?.final
        );
      });
      const calls = (await stockCalls(scene)).slice(since);
      const done = calls.filter(({ status }) => status === 200);
      expect(done.map(itemsOf)).toEqual([
        [51, 52, 53].map((availableQty, index) => ({
          externalId: `A-00${index + 1}`,
          availableQty,
        })),
        [
          { externalId: 'A-001', availableQty: 10 },
          { externalId: 'A-002', availableQty: 72 },
        ],
      ]);
      const refused = calls.filter(({ status }) => status === 503);
      expect(new Set(refused.map(({ key }) => key))).toEqual(new Set([done[0]?.key]));
      expect(await stockRun(daemon)).toMatchObject({ read: 3, unchanged: 1, sent: 2, waiting: 0 });
    }),
  );
});
