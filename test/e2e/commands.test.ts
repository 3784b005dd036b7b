import { describe, expect, it } from 'vitest';
import type { ProductStory } from '../../src/catalog/why.ts';
import type { StatusFacts } from '../../src/domain/facts.ts';
import type { OnceReport } from '../../src/once.ts';
import type { OrderStory } from '../../src/orders/story.ts';
import { erpOf } from '../support/erp.ts';
import type { Scene } from '../support/scene.ts';
import { inScene, ordersByFile, timeout, twoExports } from '../support/scene.ts';
import { until } from '../support/until.ts';
import { articlesFile, stockFile, wares } from '../support/wares.ts';

const both = { catalog: twoExports, orders: ordersByFile };
const list = wares(3);

interface Carried {
  /** Lets what was asked for happen. */
  go(): Promise<unknown>;
}

/** By a daemon that keeps running, or by each command alone, under the lock. */
const ways: readonly [string, (scene: Scene) => Promise<Carried>][] = [
  [
    'with a daemon',
    async (scene) => {
      await scene.daemon();
      return { go: async () => undefined };
    },
  ],
  ['alone', async (scene) => ({ go: () => scene.run('run', '--once') })],
];

describe.concurrent.each(ways)('commands, %s', { timeout }, (_, begin) => {
  it(
    'answer with one JSON document each',
    inScene(both, async (scene) => {
      const erp = erpOf(scene);
      scene.write('out/artikel.csv', articlesFile(list));
      scene.write('out/bestand.csv', stockFile(list));
      const [order] = await scene.orders();
      const { go } = await begin(scene);
      await go();
      await erp.filesOf(order!.id, 1);
      await until('all are there', async () => (await scene.market.products()).length === 3);

      console.log(JSON.stringify(await scene.json<StatusFacts>('status')));
      console.log(await scene.json('held'));
      console.log(JSON.stringify(await scene.json<ProductStory>('why', 'product', 'A-002')));
      console.log(JSON.stringify(await scene.json<OrderStory>('why', 'order', order!.orderNumber)));
      console.log(JSON.stringify(await scene.json<OrderStory>('why', 'order', '4711')));
      console.log(JSON.stringify(await scene.json('plan')));
      console.log(JSON.stringify(await scene.json('orders', 'list')));
      console.log(JSON.stringify(await scene.json('orders', 'reissue', String(order!.id))));
      await go();
      console.log(await erp.filesOf(order!.id, 2));
      console.log(JSON.stringify(await scene.json('orders', 'accept', order!.orderNumber)));
      console.log(JSON.stringify(await scene.json('retry', '--all')));
      await go();
      console.log(await erp.filesOf(order!.id, 3));
      console.log(JSON.stringify(await scene.json('orders', 'show', String(order!.id))));
    }),
  );
});

describe.concurrent('a plan', { timeout }, () => {
  it(
    'is applied as it was shown, and is stale afterwards',
    inScene(both, async (scene) => {
      scene.write('out/artikel.csv', articlesFile(list));
      scene.write('out/bestand.csv', stockFile(list));
      console.log(JSON.stringify(await scene.json('plan')));
      const plan = await scene.json<{ plan: string }>('plan');
      expect(await scene.market.ledger()).toEqual([]);
      console.log(JSON.stringify(await scene.json<OnceReport>('apply', plan.plan)));
      console.log(JSON.stringify(await scene.json<OnceReport>('apply', plan.plan)));
    }),
  );
});

describe.concurrent('a pause', { timeout }, () => {
  it(
    'survives a restart of the daemon',
    inScene(both, async (scene) => {
      const first = await scene.daemon();
      console.log(await scene.json('pause'));
      scene.write('out/artikel.csv', articlesFile(list));
      const [order] = await scene.orders();
      await first.stop();
      const second = await scene.daemon();
      await until(
        'the file was read',
        async () => (await second.facts()).catalog?.sources[0]?.lastRun?.read === 3,
      );
      console.log(JSON.stringify(await second.facts()));
      console.log(await scene.market.ledger());
      console.log(await scene.json('resume'));
      await until('all are there', async () => (await scene.market.products()).length === 3);
      await erpOf(scene).filesOf(order!.id, 1);
    }),
  );
});

describe.concurrent('an article that the marketplace refused', { timeout }, () => {
  it(
    'is parked, shown, and sent again by retry',
    inScene(both, async (scene) => {
      scene.write('out/artikel.csv', articlesFile(list));
      await scene.weather({
        kind: 'halfBatch',
        type: 'DUPLICATE_EXTERNAL_ID',
        count: 1,
        path: '/connect/v1/supplier/catalog/products/batch',
      });
      console.log(JSON.stringify(await scene.json<OnceReport>('run', '--once')));
      console.log(JSON.stringify(await scene.json<ProductStory>('why', 'product', 'A-002')));
      console.log(JSON.stringify(await scene.json('retry', '--product', 'A-002')));
      console.log(JSON.stringify(await scene.json('retry', '--product', 'A-009')));
      console.log(JSON.stringify(await scene.json<OnceReport>('run', '--once')));
    }),
  );
});
