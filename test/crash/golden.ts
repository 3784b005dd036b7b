import { expect } from 'vitest';
import type { OrderFile } from '../support/erp.ts';
import { erpOf } from '../support/erp.ts';
import { brokenInLedger, brokenInOutbox } from '../support/laws.ts';
import type { PlacedOrder, Scene, SceneOptions } from '../support/scene.ts';
import { ordersByFile, twoExports } from '../support/scene.ts';
import { articlesFile, stockFile, wares } from '../support/wares.ts';

export const goldenOptions: SceneOptions = { catalog: twoExports, orders: ordersByFile };

const list = wares(3);

/** Everything that Stockhand does in one pass: articles, stock, three orders, two commands. */
export async function begin(scene: Scene): Promise<readonly PlacedOrder[]> {
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
export async function expectGolden(
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
