import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { until } from '../support/until.ts';
import { line } from './fake-market.ts';
import { openWorld, written } from './open-world.ts';

describe('an order with an open amendment', () => {
  it('fault 88: waits for a new version on the feed, then goes once more', async () => {
    const world = openWorld();
    world.market.put('1', { status: 'ACCEPTED' });
    await world.pass();
    const amended = world.market.orders.get('1')!;
    amended.amendment = true;
    world.drop('dispatch.csv', 'orderNumber,action\nN-1,dispatch\n');
    const counts = await world.pass();
    expect(counts.commands.waiting).toBe(1);
    expect(world.receipt('dispatch.csv.receipt.csv')).toMatchObject([
      { outcome: 'waiting', code: 'AMENDMENT_IN_FLIGHT' },
    ]);
    expect(world.names(path.join(world.commandFolder, 'done'))).toEqual(['dispatch.csv']);
    await world.pass();
    expect(world.market.sent).toHaveLength(1);
    world.market.put('1', { lines: [line('1', 'A-1', '6')] }).amendment = false;
    await world.pass();
    expect(world.market.sent.map(({ ifMatch }) => ifMatch)).toEqual(['v1', 'v2']);
    expect(world.receipt('dispatch.csv.receipt.csv')).toMatchObject([
      { outcome: 'done', orderStatus: 'DISPATCHED' },
    ]);
  });

  it('fault 88: goes once more also where the feed showed the new version before the refusal was looked into', async () => {
    const world = openWorld();
    world.market.put('1', { status: 'ACCEPTED' });
    await world.pass();
    world.market.orders.get('1')!.amendment = true;
    let isFirst = true;
    world.deps = ({ reads }) => ({
      reads: {
        ...reads,
        async order(orderId, asking) {
          if (isFirst) {
            isFirst = false;
            world.market.put('1', { lines: [line('1', 'A-1', '6')] }).amendment = false;
            world.flow.nudge();
            const isServed = () => world.store.lookup.newest('1')?.version === 'v2';
            await until('the feed to show the new version', isServed);
          }
          return reads.order(orderId, asking);
        },
      },
    });
    world.drop('dispatch.csv', 'orderNumber,action\nN-1,dispatch\n');
    await world.pass();
    expect(world.market.sent.map(({ ifMatch }) => ifMatch)).toEqual(['v1', 'v2']);
    expect(world.market.effects()).toEqual(['1 dispatch']);
  });

  it('fault 88: a file whose commands wait behind another file for an amendment leaves the folder as well', async () => {
    const world = openWorld();
    world.market.put('1', { status: 'ACCEPTED' }).amendment = true;
    await written(world, '2');
    world.drop('a.csv', 'orderNumber,action\nN-1,cancel\n');
    world.drop('b.csv', 'orderNumber,action\nN-1,dispatch\nN-2,accept\n');
    await world.pass();
    expect(world.names(path.join(world.commandFolder, 'done'))).toEqual(['a.csv', 'b.csv']);
    expect(world.receipt('b.csv.receipt.csv')).toMatchObject([
      { outcome: 'waiting' },
      { outcome: 'done', orderStatus: 'ACCEPTED' },
    ]);
  });

  it.each([
    ['took', true],
    ['has left standing', false],
  ])(
    'faults 85, 88: an amended order whose first file the ERP %s is dispatched only once it has the amended one',
    async (_, isTaken) => {
      const world = openWorld();
      world.market.put('2', { status: 'ACCEPTED' });
      await world.pass();
      world.take();
      world.market.put('1', { status: 'ACCEPTED' });
      await world.pass();
      if (isTaken) world.take();
      world.market.orders.get('1')!.amendment = true;
      world.drop('dispatch.csv', 'orderNumber,action\nN-1,dispatch\n');
      await world.pass();
      world.market.put('1', { lines: [line('1', 'A-1', '6')] }).amendment = false;
      await world.pass();
      expect(world.market.sent).toHaveLength(1);
      const amended = world.outboxNames().at(-1);
      expect(world.receipt('dispatch.csv.receipt.csv')).toMatchObject([
        {
          outcome: 'waiting',
          message: `The order has changed; the command is sent again once the ERP has taken order file ${amended}.`,
        },
      ]);
      world.take();
      await world.pass();
      expect(world.market.effects()).toEqual(['1 dispatch']);
      expect(world.receipt('dispatch.csv.receipt.csv')).toMatchObject([{ outcome: 'done' }]);
    },
  );
});
