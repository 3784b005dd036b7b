import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { OnceReport } from '../../src/once.ts';
import { erpOf, greedyErp } from '../support/erp.ts';
import { brokenInLedger, brokenInOutbox } from '../support/laws.ts';
import {
  inScene,
  ordersByFile,
  type PlacedOrder,
  type Scene,
  twoExports,
} from '../support/scene.ts';
import { seeded } from '../support/seeded.ts';
import { articlesFile, stockFile, type Ware, wares } from '../support/wares.ts';

/** CRASH_KILLS=10 and more make it a longer day. */
const kills = Number(process.env['CRASH_KILLS'] ?? 6);
/** Most lives are short; some are long enough for a command file to be at rest. */
const aliveMaxMs = 4_000;
/** More of them: CRASH_SEEDS=1,2,3 npx vitest run test/crash/random.test.ts. */
const seeds = (process.env['CRASH_SEEDS'] ?? '20261120').split(',').map(Number);

/** A supplier's day: what the ERP exports, what buyers order, what clerks decide. */
class Day {
  list: Ware[] = wares(8);
  readonly orders: PlacedOrder[] = [];
  /** Orders by the file that accepts them, each once. */
  readonly accepted = new Map<string, PlacedOrder>();
  readonly #scene: Scene;
  readonly #random: () => number;

  constructor(scene: Scene, random: () => number) {
    this.#scene = scene;
    this.#random = random;
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[Math.floor(this.#random() * values.length)]!;
  }

  export(): void {
    this.list = this.list.map((ware, index) => {
      const stock = this.#random() < 0.4 ? Math.floor(this.#random() * 100) + 1 : ware.stock;
      const name =
        this.#random() < 0.2 ? `Schraube ${index + 1} ${this.pick(['a', 'b'])}` : ware.name;
      return { ...ware, stock, name };
    });
    this.#scene.write('out/artikel.csv', articlesFile(this.list));
    this.#scene.write('out/bestand.csv', stockFile(this.list));
  }

  async order(): Promise<void> {
    this.orders.push(...(await this.#scene.orders({ count: 2 })));
  }

  async edit(): Promise<void> {
    const { id } = this.pick(this.orders);
    const lines = [{ name: 'Beratung', quantity: Math.ceil(this.#random() * 9) }];
    const { control } = this.#scene.market.sandbox;
    const order = (await control('GET', `/sandbox/orders/${id}`)) as { status: string };
    if (order.status !== 'PLACED') return;
    await control('POST', `/sandbox/orders/${id}/edit`, { force: true, lines });
  }

  accept(): void {
    const done = new Set(this.accepted.values());
    const order = this.orders.find((each) => !done.has(each));
    if (order === undefined) return;
    const name = `tag${this.accepted.size + 1}.csv`;
    this.accepted.set(name, order);
    const version = this.pick(['any', order.version]);
    erpOf(this.#scene).command(name, [
      { orderNumber: order.orderNumber, action: 'accept', version },
    ]);
  }
}

async function live(scene: Scene, day: Day, random: () => number): Promise<void> {
  day.export();
  await day.order();
  if (random() < 0.7) await day.edit();
  if (random() < 0.8) day.accept();
  const daemon = await scene.daemon();
  await sleep(random() ** 2 * aliveMaxMs);
  daemon.kill('SIGKILL');
  expect(await daemon.ended).toMatchObject({ signal: 'SIGKILL' });
}

async function expectWhole(scene: Scene, day: Day): Promise<void> {
  const ledger = await scene.market.ledger();
  expect(brokenInLedger(ledger)).toEqual([]);
  const products = await scene.market.products();
  expect(
    products.map(({ externalId: id, name, availableQty: stock }) => ({ id, name, stock })),
  ).toEqual(day.list);
  const accepted = ledger
    .flatMap(({ effects }) => effects)
    .flatMap(({ kind, orderId }) => (kind === 'orderAccepted' ? [orderId] : []));
  for (const [file, { id }] of day.accepted) {
    const [row, ...more] = erpOf(scene).receipt(`${file}.receipt.csv`);
    expect(more).toEqual([]);
    expect(row).toMatchObject({ outcome: accepted.includes(id) ? 'done' : 'refused' });
    const folder = row?.outcome === 'done' ? 'done' : 'error';
    expect(scene.names(`commands/${folder}`)).toContain(file);
  }
  expect(scene.names('receipts')).toHaveLength(day.accepted.size);
}

describe('fault 26: a day with a kill at any moment', () => {
  it.each(seeds)('loses and doubles nothing, seed %i', { timeout: 180_000 }, (seed) =>
    inScene({ catalog: twoExports, orders: ordersByFile }, async (scene) => {
      const random = seeded(seed);
      const day = new Day(scene, random);
      const erp = greedyErp(scene.path('orders'));
      for (let life = 0; life < kills; life += 1) await live(scene, day, random);
      const last = await scene.json<OnceReport>('run', '--once');
      expect(last).toMatchObject({
        exitCode: 0,
        waitsForPerson: [],
        orders: { commands: { waiting: 0 } },
      });
      const files = erp.stop();
      await expectWhole(scene, day);
      expect(brokenInOutbox(files)).toEqual([]);
      const versions = new Set(files.map(({ orderId, version }) => `${orderId} ${version}`));
      for (const { id } of day.orders) {
        const order = await scene.market.sandbox.control('GET', `/sandbox/orders/${id}`);
        expect(versions).toContain(`${id} ${(order as PlacedOrder).version}`);
      }
    })(),
  );
});
