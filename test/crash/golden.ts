import { expect } from 'vitest';
import { erpOf, type OrderFile } from '../support/erp.ts';
import { brokenInLedger, brokenInOutbox } from '../support/laws.ts';
import {
  ordersByFile,
  type PlacedOrder,
  type Scene,
  type SceneOptions,
  twoExports,
} from '../support/scene.ts';
import { articlesFile, stockFile, type Ware, wares } from '../support/wares.ts';

export const goldenOptions: SceneOptions = { catalog: twoExports, orders: ordersByFile };

/** Three orders, and the name of the file in which the ERP decides on two of them. */
export interface GoldenDay {
  readonly orders: readonly PlacedOrder[];
  readonly commands: string;
}

/** Everything that Stockhand does in one pass: articles, stock, three orders, two commands. */
export async function begin(scene: Scene, day = 1): Promise<GoldenDay> {
  const list = waresOf(day);
  scene.write('out/artikel.csv', articlesFile(list));
  scene.write('out/bestand.csv', stockFile(list));
  const orders = await scene.orders({ count: 3 });
  const commands = `tag-${day}.csv`;
  erpOf(scene).command(commands, [
    decision(orders[0]!, 'accept', ''),
    decision(orders[1]!, 'reject', 'leer'),
  ]);
  return { orders, commands };
}

/** Each day another quantity and another name. */
function waresOf(day: number): readonly Ware[] {
  const [first, second, ...rest] = wares(3);
  return [
    { ...first!, stock: 100 + day },
    { ...second!, name: `Schraube vom Tag ${day}` },
    ...rest,
  ];
}

const decision = ({ orderNumber, version }: PlacedOrder, action: string, reason: string) => ({
  orderNumber,
  action,
  version,
  reason,
});

async function currentVersion(scene: Scene, { id }: PlacedOrder): Promise<string> {
  const order = await scene.market.sandbox.control('GET', `/sandbox/orders/${id}`);
  return `${id} ${(order as { version: string }).version}`;
}

/** What unkilled passes do, and no more. */
export async function expectGolden(
  scene: Scene,
  days: readonly GoldenDay[],
  files: readonly OrderFile[],
): Promise<void> {
  expect(brokenInLedger(await scene.market.ledger())).toEqual([]);
  await expectDecided(scene, days);
  const products = await scene.market.products();
  expect(
    products.map(({ externalId, name, availableQty }) => [externalId, name, availableQty]),
  ).toEqual(waresOf(days.length).map(({ id, name, stock }) => [id, name, stock]));
  expect(brokenInOutbox(files)).toEqual([]);
  const wanted: string[] = [];
  for (const { orders } of days) {
    wanted.push(...orders.map(({ id, version }) => `${id} ${version}`));
    for (const order of orders.slice(0, 2)) wanted.push(await currentVersion(scene, order));
  }
  expect(files.map(({ orderId, version }) => `${orderId} ${version}`).sort()).toEqual(
    wanted.sort(),
  );
}

/** Each command had one effect and has one receipt. */
async function expectDecided(scene: Scene, days: readonly GoldenDay[]): Promise<void> {
  const effects = (await scene.market.ledger()).flatMap((entry) => entry.effects);
  const done = effects.filter(({ orderId }) => orderId).map(({ kind, orderId }) => [kind, orderId]);
  const wanted = days.flatMap(({ orders }) => [
    ['orderAccepted', orders[0]?.id],
    ['orderRejected', orders[1]?.id],
  ]);
  expect(done.sort()).toEqual(wanted.sort());
  const names = days.map(({ commands }) => commands).sort();
  expect(scene.names('receipts')).toEqual(names.map((name) => `${name}.receipt.csv`));
  for (const name of names)
    expect(erpOf(scene).receipt(`${name}.receipt.csv`)).toMatchObject([
      { row: '2', action: 'accept', outcome: 'done', orderStatus: 'ACCEPTED' },
      { row: '3', action: 'reject', outcome: 'done', orderStatus: 'REJECTED' },
    ]);
  expect([scene.names('commands'), scene.names('commands/done')]).toEqual([['done'], names]);
}
