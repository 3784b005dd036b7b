import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Restored } from '../../src/backup/restore.ts';
import type { Backup } from '../../src/backup/write.ts';
import type { OnceReport } from '../../src/once.ts';
import { untilKilled } from '../support/death.ts';
import { erpOf, type OrderFile } from '../support/erp.ts';
import { brokenInOutbox } from '../support/laws.ts';
import {
  inScene,
  itemsOf,
  ordersByFile,
  type PlacedOrder,
  type Scene,
  timeout,
  twoExports,
  webhookSecret,
} from '../support/scene.ts';
import { until } from '../support/until.ts';
import { articlesFile, stockFile, type Ware, wares } from '../support/wares.ts';

const both = { catalog: twoExports, orders: ordersByFile };

function exported(scene: Scene, list: readonly Ware[]): void {
  scene.write('out/artikel.csv', articlesFile(list));
  scene.write('out/bestand.csv', stockFile(list));
}

/** One pass, after which the ERP takes every order file. */
async function pass(scene: Scene): Promise<{ report: OnceReport; files: readonly OrderFile[] }> {
  const report = await scene.json<OnceReport>('run', '--once');
  const erp = erpOf(scene);
  const files = erp.files();
  for (const file of files) erp.take(file);
  return { report, files };
}

/** Answers the backup's file. */
async function backedUp(scene: Scene): Promise<string> {
  const made = await scene.json<Backup>('backup', scene.path('montag.backup'));
  expect(made.exitCode).toBe(0);
  return made.file;
}

async function onSale(scene: Scene): Promise<unknown[]> {
  const products = await scene.market.products();
  return products
    .filter((product) => product['deletedAt'] === undefined)
    .map(({ externalId: id, name, availableQty: stock }) => ({ id, name, stock }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

async function effects(scene: Scene, kind: string): Promise<unknown[]> {
  const all = (await scene.market.ledger()).flatMap((entry) => entry.effects);
  return all.filter((effect) => effect.kind === kind).map(({ orderId }) => orderId);
}

const accept = ({ orderNumber, version }: PlacedOrder) => ({
  orderNumber,
  action: 'accept',
  version,
});

/** Two days after the backup: stock, names, new articles, deletions, orders and accepts. */
async function liveOn(scene: Scene, [, ordered]: readonly PlacedOrder[]) {
  const files: OrderFile[] = [];
  const [, second, , ...others] = wares(80);
  exported(
    scene,
    [second!, ...others].map((ware) => ({ ...ware, stock: ware.stock + 100 })),
  );
  const orders = [...(await scene.orders({ count: 2 }))];
  erpOf(scene).command('tag-2.csv', [accept(ordered!)]);
  files.push(...(await pass(scene)).files);
  const [first, , , ...rest] = wares(81);
  exported(scene, [{ ...first!, name: 'Wieder da' }, ...rest]);
  erpOf(scene).command('tag-3.csv', [accept(orders[0]!)]);
  orders.push(...(await scene.orders()));
  files.push(...(await pass(scene)).files);
  return { orders, files };
}

describe.concurrent('a state that is put back with restore', { timeout: 2 * timeout }, () => {
  it(
    'fault 34: loses nothing, doubles nothing and ends with the newest export on the marketplace',
    inScene(both, async (scene) => {
      exported(scene, wares(80));
      const before = [...(await scene.orders({ count: 2 }))];
      const files = [...(await pass(scene)).files];
      erpOf(scene).command('tag-1.csv', [accept(before[0]!)]);
      files.push(...(await pass(scene)).files);

      const made = await scene.json<Backup>('backup', scene.path('montag.backup'));
      expect(made).toMatchObject({ exitCode: 0, catalog: { run: 2 }, orders: { orders: 2 } });
      const since = await liveOn(scene, before);
      files.push(...since.files);
      // The second is back since, the third is gone for good.
      const [one, two, , ...others] = wares(81);
      const newest = [{ ...one!, name: 'Wieder da', stock: 7 }, two!, ...others];
      exported(scene, newest);
      const [late] = await scene.orders();

      const restored = await scene.json<Restored>('restore', scene.path('montag.backup'));
      expect(restored).toMatchObject({ exitCode: 0, epoch: 1, catalog: { run: 2 } });
      const restoredAt = await scene.now();
      const { report, files: after } = await pass(scene);
      files.push(...after);
      expect(report).toMatchObject({ exitCode: 0, waitsForPerson: [] });
      expect(await onSale(scene)).toEqual(
        newest.map(({ id, name, stock }) => ({ id, name, stock })),
      );

      // The restored state takes it for published; what creates it must bring its stock.
      const upserts = await scene.market.mutations(restoredAt);
      const items = upserts.filter(({ path }) => path.endsWith('/products/batch')).flatMap(itemsOf);
      expect(items).toHaveLength(newest.length);
      expect(items.find(({ externalId }) => externalId === two!.id)).toMatchObject({
        availableQty: two!.stock,
      });

      expect(brokenInOutbox(files)).toEqual([]);
      expect(new Set(files.map(({ orderId }) => orderId))).toEqual(
        new Set([...before, ...since.orders, late!].map(({ id }) => id)),
      );
      const accepted = [before[0], before[1], since.orders[0]].map((order) => order!.id);
      expect(await effects(scene, 'orderAccepted')).toEqual(accepted);
      const again = await pass(scene);
      expect(again.report.catalog).toMatchObject({
        runs: [],
        calls: { batchUpsert: 0, batchStock: 0 },
      });
      expect(again.files).toEqual([]);
    }),
  );

  it(
    'fault 34: mass deletions and zeroings of the next export are held, and nothing of it is sent',
    inScene(both, async (scene) => {
      exported(scene, wares(80));
      await pass(scene);
      await backedUp(scene);
      exported(scene, wares(85));
      await pass(scene);
      await scene.run('restore', scene.path('montag.backup'));
      exported(
        scene,
        wares(40).map((ware) => ({ ...ware, stock: 0 })),
      );
      const { report } = await pass(scene);
      expect(report).toMatchObject({ exitCode: 2, catalog: { calls: { delete: 0 } } });
      const held = report.waitsForPerson.map(({ what }) => what).sort();
      expect(held).toEqual([
        expect.stringMatching(/^artikel\.csv would unpublish 40 of 80 articles/),
        expect.stringMatching(/^bestand\.csv would set the stock of 40 of 40 articles to zero/),
      ]);
      const stocks = (await scene.market.products()).map(({ availableQty }) => availableQty);
      expect(stocks.filter((stock) => stock === 0)).toEqual([]);
      expect(await onSale(scene)).toHaveLength(85);
    }),
  );

  it(
    'fault 34: a request that had no answer in the backup goes out under no old key',
    inScene({ catalog: twoExports }, async (scene) => {
      exported(scene, wares(3));
      await untilKilled(scene, { step: 'send', when: 'after', fits: '^POST .*batch' });
      await backedUp(scene);
      await pass(scene);
      exported(scene, [{ ...wares(3)[0]!, name: 'Neu' }, ...wares(3).slice(1)]);
      await pass(scene);
      const since = await scene.now();
      const keys = new Set((await scene.market.mutations()).map(({ key }) => key));
      await scene.run('restore', scene.path('montag.backup'));
      await pass(scene);
      const after = (await scene.market.mutations(since)).map(({ key }) => key);
      expect(after.length).toBeGreaterThan(0);
      expect(after.filter((key) => keys.has(key))).toEqual([]);
      expect((await onSale(scene))[0]).toMatchObject({ name: 'Neu' });
    }),
  );

  it(
    'fault 34: exports of before the backup are not sent where none is in the folder',
    inScene({ catalog: twoExports }, async (scene) => {
      exported(scene, wares(3));
      await pass(scene);
      await backedUp(scene);
      for (const name of scene.names('out')) fs.unlinkSync(scene.path(`out/${name}`));
      await scene.run('restore', scene.path('montag.backup'));
      const since = await scene.now();
      await pass(scene);
      await scene.run('retry', '--all');
      await pass(scene);
      expect(await scene.market.mutations(since)).toEqual([]);
      exported(scene, wares(3));
      await pass(scene);
      const again = (await scene.market.mutations(since)).flatMap(itemsOf);
      expect(again.map(({ externalId }) => externalId)).toEqual(
        expect.arrayContaining(['A-001', 'A-002', 'A-003']),
      );
    }),
  );

  it(
    'is refused while a daemon runs, whose process it names; the daemon itself makes the backup meanwhile',
    inScene(both, async (scene) => {
      const daemon = await scene.daemon();
      exported(scene, wares(2_000));
      const made: number[] = [];
      await until('the import is through, with backups beside it', async () => {
        const name = scene.path(`${made.length}.backup`);
        const backup = await scene.json<Backup>('backup', name);
        expect(backup).toMatchObject({ exitCode: 0, file: name });
        made.push(backup.catalog?.products ?? 0);
        return made.at(-1) === 2_000;
      });
      const newest = scene.path(`${made.length - 1}.backup`);
      const bytes = fs.readFileSync(newest);
      for (const secret of ['sandbox-key', webhookSecret])
        expect(bytes.includes(secret)).toBe(false);
      const refused = await scene.json<{ error: object }>('restore', newest);
      expect(refused).toMatchObject({ exitCode: 1, error: { code: 'STATE_LOCKED' } });
      expect(JSON.stringify(refused.error)).toContain(`process ${daemon.pid}`);
      const twice = await scene.json<{ error: object }>('backup', newest);
      expect(twice).toMatchObject({ exitCode: 1, error: { code: 'BACKUP_TARGET' } });
      const both = await Promise.all([1, 2].map(() => scene.run('backup', scene.path('both'))));
      expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
      expect(both.map(({ stderr }) => stderr).join()).toContain(
        'a file of this name exists already',
      );
      expect(await daemon.stop()).toMatchObject({ code: 0 });
      expect(await scene.json('restore', newest)).toMatchObject({ exitCode: 0, epoch: 1 });
    }),
  );
});

const damages: readonly ((file: string) => void)[] = [
  (file) => fs.truncateSync(file, 20_000),
  // The other one of the two stands under its name.
  (file) => {
    const other = file.endsWith('catalog.db') ? 'orders.db' : 'catalog.db';
    fs.copyFileSync(path.join(path.dirname(file), other), file);
  },
  (file) => fs.writeFileSync(file, fs.readFileSync(file).fill('x', 0, 100)),
];

describe('a damaged state', { timeout }, () => {
  it(
    'fault 33: ends the daemon at once, and the message names the newest backup and how to put it back',
    inScene(both, async (scene) => {
      exported(scene, wares(3));
      await pass(scene);
      const file = await backedUp(scene);
      const whole = scene.path('whole');
      fs.cpSync(scene.path('state'), whole, { recursive: true });
      for (const name of ['catalog.db', 'orders.db']) {
        for (const damage of damages) {
          fs.rmSync(scene.path('state'), { recursive: true });
          fs.cpSync(whole, scene.path('state'), { recursive: true });
          damage(scene.path(`state/${name}`));
          const { code, stderr } = await scene.run('run');
          expect(code).toBe(1);
          expect(stderr).toContain(name);
          expect(stderr).toContain(`stockhand restore ${file}`);
        }
      }
      expect(await scene.json('restore', file)).toMatchObject({ exitCode: 0 });
      expect((await pass(scene)).report).toMatchObject({ exitCode: 0, waitsForPerson: [] });
    }),
  );
});
