import { describe, expect, it } from 'vitest';
import type { OnceReport } from '../../src/once.ts';
import type { Death } from '../support/death.ts';
import { untilKilled } from '../support/death.ts';
import type { OrderFile } from '../support/erp.ts';
import { erpOf, greedyErp } from '../support/erp.ts';
import { brokenInLedger, brokenInOutbox } from '../support/laws.ts';
import type { PlacedOrder, Scene } from '../support/scene.ts';
import { inScene, ordersByFile, timeout, twoExports } from '../support/scene.ts';
import { articlesFile, stockFile, wares } from '../support/wares.ts';

const batch = '^POST .*/products/batch';
const page = '^GET .*/supplier/orders\\?';
const accept = '/accept$';

const renamed: Death = { step: 'publish', when: 'after', nth: 3 };
const deaths: readonly (readonly [string, Death])[] = [
  [
    'a batch is answered and the answer is not stored',
    { step: 'send', when: 'after', fits: batch },
  ],
  ['a page is fetched and not stored', { step: 'send', when: 'after', fits: page }],
  ['details are stored and not staged', { step: 'stage', when: 'before' }],
  ['files are staged and one of three is renamed', { step: 'publish', when: 'before', nth: 2 }],
  ['all files are renamed and that is not recorded', renamed],
  ['a receipt is written and that is not recorded', { step: 'write', when: 'after' }],
  ['an accept is stored and not sent', { step: 'send', when: 'before', fits: accept }],
  [
    'an accept is answered and the answer is not stored',
    { step: 'send', when: 'after', fits: accept },
  ],
  ['a command file is moved and that is not recorded', { step: 'move', when: 'after' }],
];

const list = wares(3);

/** Everything that Stockhand does in one pass: articles, stock, three orders, two commands. */
async function begin(scene: Scene): Promise<readonly PlacedOrder[]> {
  scene.write('out/artikel.csv', articlesFile(list));
  scene.write('out/bestand.csv', stockFile(list));
  const orders = await scene.orders({ count: 3 });
  const [first, second] = orders;
  erpOf(scene).command('tag.csv', [
    { orderNumber: first!.orderNumber, action: 'accept', version: first!.version, reason: '' },
    {
      orderNumber: second!.orderNumber,
      action: 'reject',
      version: second!.version,
      reason: 'leer',
    },
  ]);
  return orders;
}

async function currentVersion(scene: Scene, { id }: PlacedOrder): Promise<string> {
  const order = await scene.market.sandbox.control('GET', `/sandbox/orders/${id}`);
  return `${id} ${(order as { version: string }).version}`;
}

/** What an unkilled pass does, and no more. */
async function expectGolden(
  scene: Scene,
  orders: readonly PlacedOrder[],
  files: readonly OrderFile[],
): Promise<void> {
  const ledger = await scene.market.ledger();
  expect(brokenInLedger(ledger)).toEqual([]);
  const done = ledger.flatMap(({ effects }) => effects).filter(({ orderId }) => orderId);
  expect(done.map(({ kind, orderId }) => [kind, orderId]).sort()).toEqual([
    ['orderAccepted', orders[0]?.id],
    ['orderRejected', orders[1]?.id],
  ]);
  const products = await scene.market.products();
  expect(
    products.map(({ externalId, name, availableQty }) => [externalId, name, availableQty]),
  ).toEqual(list.map(({ id, name, stock }) => [id, name, stock]));
  expect(brokenInOutbox(files)).toEqual([]);
  const wanted = orders.map(({ id, version }) => `${id} ${version}`);
  for (const order of orders.slice(0, 2)) wanted.push(await currentVersion(scene, order));
  expect(files.map(({ orderId, version }) => `${orderId} ${version}`).sort()).toEqual(
    wanted.sort(),
  );
  expect(scene.names('receipts')).toEqual(['tag.csv.receipt.csv']);
  expect(erpOf(scene).receipt('tag.csv.receipt.csv')).toMatchObject([
    { row: '2', action: 'accept', outcome: 'done', orderStatus: 'ACCEPTED' },
    { row: '3', action: 'reject', outcome: 'done', orderStatus: 'REJECTED' },
  ]);
  expect([scene.names('commands'), scene.names('commands/done')]).toEqual([['done'], ['tag.csv']]);
}

/** Killed once at that point, then started as if nothing had been. */
async function killAndStart(scene: Scene, death: Death): Promise<void> {
  expect(await untilKilled(scene, death)).toMatchObject({ signal: 'SIGKILL' });
  const second = await scene.json<OnceReport>('run', '--once');
  expect(second).toMatchObject({
    exitCode: 0,
    waitsForPerson: [],
    orders: { commands: { waiting: 0 } },
  });
}

describe.concurrent('faults 26, 63, 75, 83: a process that is killed', { timeout }, () => {
  it.each(deaths)(
    'loses and doubles nothing when %s, and an ERP takes each file at once',
    (_, death) =>
      inScene({ catalog: twoExports, orders: ordersByFile }, async (scene) => {
        const erp = greedyErp(scene.path('orders'));
        const orders = await begin(scene);
        await killAndStart(scene, death);
        await expectGolden(scene, orders, erp.stop());
      })(),
  );

  it(
    'loses and doubles nothing when all files are renamed, and the ERP leaves them where they are',
    inScene({ catalog: twoExports, orders: ordersByFile }, async (scene) => {
      const orders = await begin(scene);
      await killAndStart(scene, renamed);
      await expectGolden(scene, orders, erpOf(scene).files());
    }),
  );
});
