import { describe, expect, it } from 'vitest';
import { Life } from './mortal.ts';
import { openWorld } from './open-world.ts';
import { type World, withOutbox } from './world.ts';

/** An ERP that takes every file the moment it sees it, and remembers what it took. */
class Consumer {
  readonly taken: { name: string; content: string }[] = [];
  readonly #world: World;
  readonly #timer: NodeJS.Timeout;

  constructor(world: World) {
    this.#world = world;
    this.#timer = setInterval(() => this.take(), 1);
  }

  take(): void {
    for (const name of this.#world.outboxNames()) {
      const content = JSON.stringify(this.#world.orderFile(name));
      this.#world.take([name]);
      this.taken.push({ name, content });
    }
  }

  stop(): void {
    this.take();
    clearInterval(this.#timer);
  }
}

/** Passes until one is not killed: a dead process is started again. */
async function live(world: World, life: Life): Promise<void> {
  world.deps = life.deps(world);
  await world.pass().catch((cause: unknown) => {
    if (life.diedAt === undefined) throw cause;
  });
  world.deps = () => ({});
  if (life.diedAt !== undefined) await world.pass();
}

/**
 * Two orders, one edited in place, an accept and a reject, a right that is missing for one request: everything that the
 * order side does, killed once.
 */
async function golden(diesAt?: number): Promise<{ world: World; life: Life; consumer: Consumer }> {
  const world = openWorld();
  const life = new Life(diesAt);
  const consumer = new Consumer(world);
  const stage = async () => {
    if (life.diedAt === undefined) await live(world, life);
    else await world.pass();
    consumer.take();
  };
  world.market.put('1');
  world.market.put('2');
  await stage();
  world.market.put('2', { summary: { paymentStatus: 'PAID' } });
  await stage();
  world.market.sendFaults = ['unapplied'];
  world.drop(
    'today.csv',
    'orderNumber,action,reason\nN-1,accept,\nN-2,reject,no stock\nN-1,dispatch,\n',
  );
  await stage();
  consumer.stop();
  return { world, life, consumer };
}

/** `order version` of every version, by what became of it. */
function versionsOf(world: World): Map<string, string> {
  const rows = ['1', '2'].flatMap((id) => world.store.lookup.versions(id));
  return new Map(rows.map((row) => [`${row.order_id} ${row.version}`, row.state]));
}

function check({ world, life, consumer }: Awaited<ReturnType<typeof golden>>): void {
  const died = life.diedAt ?? 'never';
  const files = consumer.taken.map(({ content }) => JSON.parse(content));
  const taken = files.map(({ orderId, version }) => `${orderId} ${version}`).toSorted();
  const versions = versionsOf(world);
  const written = [...versions].filter(([, state]) => state === 'WRITTEN').map(([name]) => name);
  expect(taken, died).toEqual(written.toSorted());
  // Only what our own two commands on one order have overtaken may be missing.
  const missing = [...versions].filter(([, state]) => state !== 'WRITTEN');
  expect(
    missing.every(([, state]) => state === 'SUPERSEDED'),
    died,
  ).toBe(true);
  expect(missing.length, died).toBeLessThanOrEqual(1);
  for (const [id, version] of [...world.market.orders].map(([key, order]) => [
    key,
    order.version,
  ])) {
    expect(taken, died).toContain(`${id} ${version}`);
  }
  expect(
    files.map(({ sequence }) => sequence),
    died,
  ).toEqual(files.map((_, index) => index + 1));
  expect(world.market.effects().sort(), died).toEqual(['1 accept', '1 dispatch', '2 reject']);
  expect(world.receipt('today.csv.receipt.csv'), died).toMatchObject([
    { outcome: 'done', orderStatus: 'ACCEPTED' },
    { outcome: 'done', orderStatus: 'REJECTED' },
    { outcome: 'done', orderStatus: 'DISPATCHED' },
  ]);
  expect(world.names(world.receiptFolder), died).toEqual(['today.csv.receipt.csv']);
  expect(world.names(`${world.commandFolder}/done`), died).toEqual(['today.csv']);
  const bytesOfKey = new Map<string, string>();
  for (const { key = '', path, ifMatch, body } of world.market.sent) {
    const bytes = [path, ifMatch, Buffer.from(body ?? '').toString()].join(' ');
    expect(bytesOfKey.get(key) ?? bytes, died).toBe(bytes);
    bytesOfKey.set(key, bytes);
  }
}

describe('a process killed at any step', () => {
  let stepsInAll = 0;

  it('does the golden scenario whole when it is not killed', async () => {
    const run = await golden();
    check(run);
    stepsInAll = run.life.step;
    expect(stepsInAll).toBeGreaterThan(40);
  });

  it('faults 63, 75, 83: loses and doubles nothing, at whichever step it dies (I1, I2, I3, I4, I8)', async () => {
    for (let step = 1; step <= stepsInAll; step += 1) {
      const run = await golden(step);
      check(run);
      await run.world.close();
    }
  }, 300_000);

  it('tells the status of an order that was as wanted already', async () => {
    const world = openWorld();
    world.market.put('1', { status: 'ACCEPTED' });
    await world.pass();
    world.market.put('1', { status: 'DISPATCHED' });
    world.deps = ({ store }) => {
      const change: typeof store.commands.change = (command, what, at) => {
        if (command.state === 'DONE') throw new Error('killed behind the end');
        return store.commands.change(command, what, at);
      };
      return { store: { ...store, commands: { ...store.commands, change } } };
    };
    world.drop('late.csv', 'orderNumber,action\nN-1,dispatch\n');
    await expect(world.pass()).rejects.toThrow('killed');
    world.deps = () => ({});
    await world.pass();
    expect(world.receipt('late.csv.receipt.csv')).toMatchObject([
      { outcome: 'done', orderStatus: 'DISPATCHED' },
    ]);
  });

  it.each(['stands there', 'was taken'])(
    'fault 85: a command answers a file that a dying process let appear, and that %s',
    async (what) => {
      const world = openWorld();
      world.market.put('1');
      withOutbox(world, (outbox) => ({
        publish: async (...given) => {
          await outbox.publish(...given);
          throw new Error('killed behind the rename');
        },
      }));
      await expect(world.pass()).rejects.toThrow('killed');
      expect(world.outboxNames()).toHaveLength(1);
      if (what === 'was taken') world.take();
      world.drop('accept.csv', 'orderNumber,action\nN-1,accept\n');
      world.deps = () => ({});
      expect((await world.pass()).written).toBeGreaterThan(0);
      expect(world.receipt('accept.csv.receipt.csv')).toMatchObject([{ outcome: 'done' }]);
      expect(world.market.sent).toMatchObject([{ ifMatch: 'v1', effect: true }]);
    },
  );
});
