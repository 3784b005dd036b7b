import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { orderText } from '../../src/order-story.ts';
import type { OrdersStore } from '../../src/store/orders-store.ts';
import { renewOrders } from '../../src/store/restored-orders.ts';
import { answerOf, line } from './fake-market.ts';
import { backUp, putBack, stateOf } from './older-state.ts';
import { openWorld, openWritten, sequences, written } from './open-world.ts';
import type { World } from './world.ts';

/** As `stockhand restore` does it. */
function restore(world: World): void {
  putBack(world);
  const [at, from] = [Date.now(), '2026-03-01T08:00:00.000Z'];
  renewOrders(stateOf(world), { at, from, text: 'restored' });
}

/** A pass that dies at a step of its requests. */
async function killedAt(world: World, step: 'add' | 'markSent'): Promise<void> {
  const die = (): never => {
    throw new Error('killed');
  };
  world.deps = ({ store }: { store: OrdersStore }) => ({
    store: { ...store, requests: { ...store.requests, [step]: die } },
  });
  await expect(world.pass()).rejects.toThrow('killed');
  world.deps = () => ({});
}

/** A command file that stands so in the backup, was carried out after it, and comes back with the restore. */
async function restoredWith(rows: readonly string[], step: 'add' | 'markSent'): Promise<World> {
  const world = openWorld();
  for (const id of ['1', '2']) await written(world, id);
  world.drop('tat.csv', `orderId,action,version\n${rows.join('\n')}\n`);
  await killedAt(world, step);
  backUp(world);
  await world.pass();
  expect(world.market.sent).toHaveLength(1);
  restore(world);
  return world;
}

describe('a command of a restored state', () => {
  it.each([
    ['that had no request yet', ['1,accept,v1'], 'add'],
    ['whose request was stored a moment ago', ['1,accept,v1'], 'markSent'],
    ['without a check, that had no request yet', ['1,accept,any'], 'add'],
    [
      'without a check, of a batch that had no request yet',
      ['1,accept,any', '2,accept,any'],
      'add',
    ],
  ] as const)(
    'fault 34: %s and that was carried out since is done, and nothing is sent',
    async (_, rows, step) => {
      const world = await restoredWith(rows, step);
      const sent = world.market.sent.length;
      await world.pass();
      expect(world.market.sent).toHaveLength(sent);
      expect(world.receipt('tat.csv.receipt.csv')).toMatchObject(
        rows.map(() => ({ outcome: 'done', orderStatus: 'ACCEPTED' })),
      );
    },
  );

  it('fault 34: says of its request that the restored state does not know when it was sent', async () => {
    const world = await restoredWith(['1,accept,v1'], 'markSent');
    await world.pass();
    const story = world.flow.why('1');
    expect(story.requests).toEqual([expect.not.objectContaining({ sentAt: expect.anything() })]);
    expect(orderText(story)).toMatch(
      /call POST \S+\/1\/accept \(key key 1, of a backup: it may have been sent before the restore, 0 tries\): no answer$/m,
    );
  });

  it.each([
    ['without a request', 'add'],
    ['with a request that is stored', 'markSent'],
  ] as const)('fault 34: %s and that nobody carried out is carried out once', async (_, step) => {
    const world = await openWritten();
    world.drop('tat.csv', 'orderId,action,version\n1,accept,v1\n');
    await killedAt(world, step);
    backUp(world);
    restore(world);
    await world.pass();
    expect(world.market.effects()).toEqual(['1 accept']);
    await world.pass();
    expect(world.market.sent).toHaveLength(1);
  });

  it('fault 34: a batch whose answer the backup does not hold is read order by order', async () => {
    const world = await restoredWith(['1,accept,any', '2,accept,any'], 'markSent');
    const sent = world.market.sent.length;
    await world.pass();
    expect(world.market.sent).toHaveLength(sent);
    expect(world.receipt('tat.csv.receipt.csv')).toMatchObject([
      { outcome: 'done' },
      { outcome: 'done' },
    ]);
  });

  it('fault 34: what the policy accepted after the backup is not accepted again', async () => {
    const world = await openWritten({ options: { accept: 'onWritten' } });
    backUp(world);
    await written(world, '2');
    expect(world.market.effects()).toEqual(['1 accept', '2 accept']);
    restore(world);
    await world.pass();
    await world.pass();
    expect(world.market.sent).toHaveLength(2);
  });

  it('fault 34: a command by hand while the feed has not caught up is looked at first', async () => {
    const world = await openWritten();
    backUp(world);
    world.drop('tat.csv', 'orderId,action,version\n1,accept,v1\n');
    await world.pass();
    restore(world);
    world.drop('noch-einmal.csv', 'orderId,action,version\n1,accept,any\n');
    await world.pass();
    expect(world.market.effects()).toEqual(['1 accept']);
    expect(world.receipt('noch-einmal.csv.receipt.csv')).toMatchObject([{ outcome: 'done' }]);
  });
});

describe('a command file of after the backup', () => {
  it('fault 34: goes on from order files of after it, also where the ERP acknowledges none and the outbox is slow', async () => {
    const world = openWorld();
    world.options = {
      ...world.options,
      outbox: { ...world.options.outbox, acknowledge: 'none' },
    };
    await written(world);
    backUp(world);
    await written(world, '2');
    restore(world);
    world.drop('tat.csv', 'orderId,action\n2,accept\n');
    world.deps = () => ({
      claimOutbox: async (known) => {
        await systemClock.sleep(100);
        return world.claim(known);
      },
    });
    await world.pass();
    expect(world.receipt('tat.csv.receipt.csv')).toMatchObject([{ outcome: 'done' }]);
  });

  it('fault 34: does not go on to an order that changed while the content of its file is lost', async () => {
    const world = await openWritten();
    backUp(world);
    await written(world, '2');
    world.market.put('2', { status: 'ACCEPTED', lines: [line('1', 'A-1', '9')] });
    restore(world);
    world.options = {
      ...world.options,
      outbox: { ...world.options.outbox, statuses: ['PLACED'] },
    };
    world.drop('tat.csv', 'orderId,action\n2,accept\n2,dispatch\n');
    await world.pass();
    expect(world.market.effects()).toEqual([]);
    expect(world.receipt('tat.csv.receipt.csv')).toMatchObject([
      { outcome: 'done' },
      { outcome: 'refused', code: 'ORDER_VERSION_CONFLICT' },
    ]);
  });
});

describe('a dispatch of an order that was dispatched with another tracking code', () => {
  const told = {
    outcome: 'done',
    message: expect.stringMatching(/^The order was DISPATCHED already: trackingCode/),
  };
  const dispatch = (code: string): string => `orderId,action,trackingCode\n1,dispatch,${code}\n`;

  async function accepted(): Promise<World> {
    const world = openWorld();
    world.market.put('1', { status: 'ACCEPTED' });
    await world.pass();
    return world;
  }

  it('fault 34: after the backup says that its own may not have arrived', async () => {
    const world = await accepted();
    backUp(world);
    world.drop('a.csv', dispatch('T-1'));
    await world.pass();
    restore(world);
    world.drop('b.csv', dispatch('T-2'));
    await world.pass();
    expect(world.market.effects()).toEqual(['1 dispatch']);
    expect(world.receipt('b.csv.receipt.csv')).toMatchObject([told]);
  });

  it('fault 42: before, and whose request was never answered, says so as well', async () => {
    const world = await accepted();
    world.drop('a.csv', dispatch('T-1'));
    await world.pass();
    world.drop('b.csv', dispatch('T-2'));
    await killedAt(world, 'markSent');
    backUp(world);
    restore(world);
    await world.pass();
    expect(world.market.sent).toHaveLength(1);
    expect(world.receipt('b.csv.receipt.csv')).toMatchObject([told]);
  });

  it('fault 42: by its own request without an answer says nothing', async () => {
    const world = await accepted();
    world.drop('a.csv', dispatch('T-1'));
    await killedAt(world, 'markSent');
    backUp(world);
    await world.pass();
    restore(world);
    await world.pass();
    expect(world.market.sent).toHaveLength(1);
    expect(world.receipt('a.csv.receipt.csv')).toMatchObject([{ outcome: 'done', message: '' }]);
  });
});

describe('the outbox of a restored state', () => {
  const told = (world: World): string =>
    world.store.log
      .events(100)
      .map(({ text }) => text)
      .join('\n');

  it('fault 34: that remembers nothing is reported, with the time from which orders may come twice', async () => {
    const world = await openWritten();
    backUp(world);
    fs.rmSync(path.join(world.outboxFolder, '.stockhand', 'record'));
    restore(world);
    await world.pass();
    expect(told(world)).toContain(
      'changed since 2026-03-01T08:00:00.000Z may come to the ERP a second',
    );
  });

  it('fault 34: that remembers all of it is told of nothing', async () => {
    const world = await openWritten();
    backUp(world);
    restore(world);
    await world.pass();
    expect(told(world)).not.toContain('second time');
  });

  it('fault 34: of before its first use writes nothing again that was written since', async () => {
    const world = openWorld();
    backUp(world);
    await written(world);
    await written(world, '2');
    world.take();
    restore(world);
    await world.pass();
    expect(world.outboxNames()).toEqual([]);
    await written(world, '3');
    expect(sequences(world)).toEqual([3]);
  });

  it('fault 34: tells of open orders, whose lines are read again: their goods are no stock', async () => {
    const world = await openWritten();
    backUp(world);
    const lines = [{ id: 1, sellerExternalId: 'B-1', quantity: 8 }];
    for (const id of ['2', '3']) world.market.put(id, { lines });
    await world.pass();
    const open = (): unknown[] =>
      (world.flow.open.all().get('B-1') ?? []).map(({ quantity, takenAt }) => [quantity, takenAt]);
    const before = open();
    expect(before).toEqual([
      [8_000, null],
      [8_000, null],
    ]);
    restore(world);
    world.market.readFaults = [answerOf(503)];
    await world.pass();
    expect(open()).toEqual(before);
    const reads = world.market.read.length;
    await world.pass();
    expect(world.market.read).toHaveLength(reads);
    expect(world.flow.reissue('2')).toEqual({ version: 'v2' });
    await world.pass();
    expect(sequences(world)).toEqual([1, 2, 3, 4]);
  });
});
