import { describe, expect, it } from 'vitest';
import type { Proposal } from '../../src/catalog/plan/proposal.ts';
import type { ProductStory } from '../../src/catalog/story/why.ts';
import type { StatusFacts } from '../../src/domain/facts.ts';
import type { OnceReport } from '../../src/once.ts';
import type { OrderStory } from '../../src/orders/story.ts';
import { erpOf } from '../support/erp.ts';
import {
  inScene,
  itemsOf,
  ordersByFile,
  type Scene,
  timeout,
  twoExports,
} from '../support/scene.ts';
import { until } from '../support/until.ts';
import { articlesFile, stockFile, wares } from '../support/wares.ts';

const both = { catalog: twoExports, orders: ordersByFile };
const list = wares(3);
const batches = '/connect/v1/supplier/catalog/products/batch';

async function published(scene: Scene): Promise<number> {
  return (await scene.market.products()).length;
}

function exportAll(scene: Scene): void {
  scene.write('out/artikel.csv', articlesFile(list));
  scene.write('out/bestand.csv', stockFile(list));
}

async function accepts(scene: Scene) {
  return (await scene.market.mutations()).filter(({ path }) => path.endsWith('/accept'));
}

describe.concurrent('the commands', { timeout }, () => {
  it(
    'answer one JSON document each through the running daemon',
    inScene(both, async (scene) => {
      const erp = erpOf(scene);
      exportAll(scene);
      const [order] = await scene.orders();
      const { id, orderNumber, version } = order!;
      const daemon = await scene.daemon();
      const [file] = await erp.filesOf(id, 1);
      await until('all are in step', async () => (await daemon.facts()).state === 'inStep');

      const product = { externalId: 'A-002', known: true, complaints: [], exitCode: 0 };
      const story = { orderId: String(id), orderNumber, status: 'PLACED', exitCode: 0 };
      const files = [{ sequence: 1, name: file?.name, version }];
      const [status, held, why, whyOrder, plan, orders, stale, retried] = await Promise.all([
        scene.json<StatusFacts>('status'),
        scene.json('held'),
        scene.json<ProductStory>('why', 'product', 'A-002'),
        scene.json<OrderStory>('why', 'order', orderNumber),
        scene.json<Proposal>('plan'),
        scene.json<{ list: unknown[] }>('orders', 'list'),
        scene.json('apply', '00000000'),
        scene.json('retry', '--all'),
      ]);
      expect(status).toMatchObject({ state: 'inStep', needsYou: [], exitCode: 0 });
      expect(held).toEqual({ list: [], exitCode: 0 });
      expect(why).toMatchObject({ ...product, confirmed: { content: true, quantity: '11' } });
      expect(why.exported.map(({ source, row }) => [source, row])).toEqual([
        ['articles', 3],
        ['stock', 3],
      ]);
      expect(whyOrder).toMatchObject({ ...story, files, next: `The ERP takes ${file?.name}.` });
      const nothing = { new: 0, changed: 0, stock: 0, pictures: 0, vanished: 0, held: 0 };
      expect(plan).toMatchObject({ plan: expect.any(String), ...nothing, exitCode: 0 });
      expect(orders.list).toHaveLength(1);
      expect(stale).toMatchObject({ exitCode: 1, error: { code: 'PLAN_STALE' } });
      expect(retried).toEqual({ items: 0, exitCode: 0 });

      const accepted = await scene.json('orders', 'accept', orderNumber);
      expect(accepted).toEqual({ outcome: 'done', orderStatus: 'ACCEPTED', exitCode: 0 });
      expect(await accepts(scene)).toMatchObject([{ ifMatch: version, status: 200 }]);
      const [, second] = await erp.filesOf(id, 2);
      expect(second).toMatchObject({ sequence: 2, change: 'changed', status: 'ACCEPTED' });
      const again = await scene.json('orders', 'reissue', String(id));
      expect(again).toEqual({ version: second?.version, exitCode: 0 });
      const [, , third] = await erp.filesOf(id, 3);
      expect(third).toMatchObject({ sequence: 3, reissueOf: 2, version: second?.version });
    }),
  );

  it(
    'answer one JSON document each where no daemon runs',
    inScene(both, async (scene) => {
      const erp = erpOf(scene);
      exportAll(scene);
      const [order] = await scene.orders();
      const { id, orderNumber, version } = order!;
      expect((await scene.json('run', '--once')).exitCode).toBe(0);
      await erp.filesOf(id, 1);
      const status = await scene.json<StatusFacts>('status');
      expect(status).toMatchObject({ catalog: { products: { confirmed: 3 } }, exitCode: 0 });
      const why = await scene.json<ProductStory>('why', 'product', 'A-003');
      expect(why).toMatchObject({ known: true, confirmed: { quantity: '12' }, exitCode: 0 });
      const accepted = await scene.json('orders', 'accept', orderNumber);
      expect(accepted).toEqual({ outcome: 'done', orderStatus: 'ACCEPTED', exitCode: 0 });
      expect(await accepts(scene)).toMatchObject([{ ifMatch: version, status: 200 }]);
      const again = await scene.json('orders', 'reissue', orderNumber);
      expect(again).toEqual({ version, exitCode: 0 });
      expect((await erp.filesOf(id, 2)).at(-1)).toMatchObject({ sequence: 2, reissueOf: 1 });
      const unknown = await scene.json('orders', 'show', '4711');
      expect(unknown).toMatchObject({ exitCode: 1, error: { code: 'ORDER_UNKNOWN' } });
      expect(await scene.json<OnceReport>('run', '--once')).toMatchObject({
        exitCode: 0,
        orders: { written: 1 },
      });
      const files = await erp.filesOf(id, 3);
      const versions = new Set(files.map((each) => each.version));
      expect(versions).toEqual(new Set([version, files.at(-1)?.version]));
    }),
  );

  it(
    'say why a command on an order is repeated, and how often it was',
    inScene(both, async (scene) => {
      const [order] = await scene.orders();
      const { id, orderNumber } = order!;
      await scene.daemon();
      await erpOf(scene).filesOf(id, 1);
      await scene.weather({ kind: 'status', status: 500, path: '^.*/accept$' });
      scene.write('commands/a.csv', `orderId,action\n${id},accept\n`);
      await until('it is repeated', async () => {
        const { requests } = await scene.json<OrderStory>('why', 'order', orderNumber);
        return (requests[0]?.attempts ?? 0) > 1 && /500/.test(requests[0]?.last ?? '');
      });
    }),
  );

  it(
    'plan sends nothing, apply does exactly the plan, and a plan that is not the newest is stale',
    inScene(both, async (scene) => {
      exportAll(scene);
      const first = await scene.json<Proposal>('plan');
      expect(first).toMatchObject({ new: 3, calls: { batchUpsert: 1, batchStock: 0 } });
      const renamed = list.map((ware) => ({ ...ware, name: `${ware.name} b` }));
      scene.write('out/artikel.csv', articlesFile(renamed));
      const second = await scene.json<Proposal>('plan');
      expect(second).toMatchObject({ new: 3, exitCode: 0 });
      expect(await scene.market.mutations()).toEqual([]);
      const stale = await scene.json<{ error: { code: string; message: string } }>(
        'apply',
        first.plan,
      );
      expect(stale).toMatchObject({ exitCode: 1, error: { code: 'PLAN_STALE' } });
      expect(stale.error.message).toMatch(/the newest is articles: run \d/);
      expect(await scene.market.mutations()).toEqual([]);
      const applied = await scene.json<OnceReport>('apply', second.plan);
      expect(applied).toMatchObject({ exitCode: 0, catalog: { calls: { batchUpsert: 1 } } });
      const sent = await scene.market.mutations();
      expect(sent.map(({ path }) => path)).toEqual([batches]);
      expect(sent.flatMap(itemsOf).map(({ name }) => name)).toEqual(
        renamed.map(({ name }) => name),
      );
    }),
  );

  it(
    'a pause survives a restart of the daemon and is ended by resume alone',
    inScene(both, async (scene) => {
      const first = await scene.daemon();
      const paused = await scene.json('pause');
      expect(paused).toEqual({ names: ['articles', 'stock', 'orders'], exitCode: 0 });
      expect(await first.stop()).toMatchObject({ code: 0 });
      exportAll(scene);
      const [order] = await scene.orders();
      const since = await scene.now();
      const second = await scene.daemon();
      await until('the files were read', async () => {
        const { catalog } = await second.facts();
        return catalog?.sources.every(({ lastRun }) => lastRun?.read === 3);
      });
      const { catalog, orders } = await second.facts();
      expect(catalog?.sources.map(({ state }) => state)).toEqual(['paused', 'paused']);
      expect(orders?.feed.state).toBe('paused');
      expect(await scene.market.ledger(since)).toEqual([]);
      expect((await scene.json('resume')).exitCode).toBe(0);
      await until('all are there', async () => (await published(scene)) === 3);
      await erpOf(scene).filesOf(order!.id, 1);
    }),
  );

  it(
    'an article that the marketplace refused waits for a person, and retry sends it again',
    inScene(both, async (scene) => {
      scene.write('out/artikel.csv', articlesFile(list));
      const type = 'DUPLICATE_EXTERNAL_ID';
      await scene.weather({ kind: 'halfBatch', type, path: batches, count: 1 });
      const first = await scene.json<OnceReport>('run', '--once');
      expect(first).toMatchObject({ exitCode: 2, catalog: { runs: [{ sent: 2, rejected: 1 }] } });
      expect(first.waitsForPerson[0]?.cause).toContain(`"A-002" was refused by the marketplace`);
      expect(first.waitsForPerson[0]?.cause).toContain(type);
      expect(await scene.json('retry', '--product', 'A-002')).toEqual({ items: 1, exitCode: 0 });
      const second = await scene.json<OnceReport>('run', '--once');
      expect(second).toMatchObject({ exitCode: 0, waitsForPerson: [] });
      expect(await published(scene)).toBe(3);
    }),
  );
});
