import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { AdoptReport } from '../../src/catalog/reconcile/adopt.ts';
import type { ReconcileReport } from '../../src/catalog/reconcile/reconcile-report.ts';
import type { OnceReport } from '../../src/once.ts';
import { itemsOf } from '../catalog/room.ts';
import { inScene, type Scene, timeout, twoExports } from '../support/scene.ts';
import { until } from '../support/until.ts';

const orders = `
orders:
  pollEvery: 10m
  outbox: { folder: ./orders }
`;
const subtracting = twoExports.replace('vanished: unpublish', 'openOrders: subtract');

const write = (scene: Scene, stock: number): void => {
  scene.write('out/artikel.csv', 'ArtNr;Bezeichnung;ME\r\nA;Nagel;STK\r\nB;Mutter;STK\r\n');
  scene.write('out/bestand.csv', `ArtNr;Bestand\r\nA;${stock}\r\nB;20\r\n`);
};
const once = (scene: Scene) => scene.json<OnceReport>('run', '--once');
const stockOf = async (scene: Scene): Promise<unknown> =>
  (await scene.market.products()).find(({ externalId }) => externalId === 'A')?.availableQty;
const order = (scene: Scene, quantity: number) =>
  scene.orders({ lines: [{ externalId: 'A', quantity, unitPrice: 1 }] });
const acceptBehindOurBack = async ({ market }: Scene, id: number): Promise<void> => {
  const headers = { authorization: 'Bearer sandbox-key', 'content-type': 'application/json' };
  const place = `${market.url}/connect/v1/supplier/orders/${id}/accept`;
  expect((await fetch(place, { method: 'POST', headers, body: '{}' })).status).toBe(200);
};
const reconcile = (scene: Scene, ...flags: string[]) =>
  scene.json<ReconcileReport>('reconcile', ...flags);

describe.concurrent('reconcile and adopt by the program', { timeout }, () => {
  it(
    'work alone and by the daemon, and tell what waits for a person by exit code, status and page',
    inScene({ catalog: twoExports, orders }, async (scene) => {
      write(scene, 10);
      await scene.market.sandbox.control('POST', '/sandbox/products', { count: 2, prefix: 'X-' });
      expect(await scene.json<AdoptReport>('adopt')).toMatchObject({ adopted: 2, exitCode: 0 });
      await once(scene);
      const [placed] = await order(scene, 3);
      // Neither the order nor its acceptance was read by anybody: the feed is asked before anything is judged.
      await scene.market.sandbox.control('PATCH', '/sandbox/products/B', { name: 'Portal' });
      await acceptBehindOurBack(scene, placed?.id ?? 0);
      const found = await reconcile(scene);
      expect(found).toMatchObject({ compared: 2, differences: 1, exitCode: 2 });
      expect(found.classes).toMatchObject({ edited: { count: 1 }, stockReserved: { count: 1 } });
      const daemon = await scene.daemon();
      expect((await daemon.facts()).needsYou.map(({ id }) => id)).toContain('reconcile');
      expect(await reconcile(scene, '--fix')).toMatchObject({ fixed: 1, exitCode: 0 });
      const after = await reconcile(scene);
      expect(after).toMatchObject({ differences: 0, exitCode: 0 });
      expect(after.classes.stockReserved.count).toBe(1);
      expect(await stockOf(scene)).toBe(7);
      expect((await daemon.facts()).catalog?.reconcile).toMatchObject({ differences: 0 });
      await daemon.stop();
    }),
  );

  it(
    'compare by the clock in the daemon',
    inScene(
      { catalog: twoExports.replace('vanished', 'reconcile: "* * * * * *"\n  vanished') },
      async (scene) => {
        write(scene, 10);
        const daemon = await scene.daemon();
        await until(
          'the stock has arrived',
          async () => (await stockOf(scene)) === 10 || undefined,
        );
        await scene.market.sandbox.control('PATCH', '/sandbox/products/A', { availableQty: 99 });
        await until('the night has passed', async () => {
          const facts = await daemon.facts();
          return facts.catalog?.reconcile?.differences === 1 || undefined;
        });
        expect(await stockOf(scene)).toBe(99);
        await daemon.stop();
      },
    ),
  );

  it(
    'openOrders: subtract closes the race between an order and the export before it',
    inScene({ catalog: subtracting, orders }, async (scene) => {
      write(scene, 10);
      await order(scene, 3);
      // An order that is there before the stock: one call, not two.
      expect((await once(scene)).catalog.calls).toMatchObject({ batchUpsert: 1, batchStock: 0 });
      expect(await stockOf(scene)).toBe(7);
      expect((await scene.run('why', 'product', 'A')).stdout).toContain(
        '3 are subtracted from the stock',
      );
      for (const name of scene.names('orders')) fs.rmSync(scene.path(`orders/${name}`));
      // In one tick of the disk's clock nobody could tell which of the two came first.
      const takenAt = fs.statSync(scene.path('orders')).mtimeMs;
      await until('the export is later', () => Date.now() > takenAt + 50);
      write(scene, 8);
      expect((await once(scene)).catalog.calls).toMatchObject({ batchStock: 1 });
      expect(await stockOf(scene)).toBe(8);
    }),
  );

  it(
    'openOrders: subtract: a daemon that begins again knows what was ordered meanwhile before it sends stock',
    inScene({ catalog: subtracting, orders }, async (scene) => {
      write(scene, 10);
      await once(scene);
      const since = await scene.now();
      await order(scene, 3);
      write(scene, 12);
      await scene.weather({ kind: 'latency', path: '/connect/v1/supplier/orders', delayMs: 3_000 });
      const daemon = await scene.daemon();
      await until('the stock is sent', async () => (await stockOf(scene)) === 9 || undefined);
      const sent = await scene.market.mutations(since);
      const told = sent.flatMap(({ body }) => itemsOf(body));
      // Never the 12 of the export alone.
      expect(Math.max(...told.map(({ availableQty }) => Number(availableQty)))).toBe(9);
      await daemon.stop();
    }),
  );
});
