import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { answerOf } from './fake-market.ts';
import { openWritten } from './open-world.ts';

const accept = 'orderNumber,action\nN-1,accept\n';

describe('a command on an order that the marketplace no longer has', () => {
  it('is refused in its words', async () => {
    const world = await openWritten();
    world.market.orders.delete('1');
    world.drop('a.csv', accept);
    await world.pass();
    expect(world.receipt('a.csv.receipt.csv')).toMatchObject([
      {
        outcome: 'refused',
        code: 'ORDER_NOT_FOUND',
        message: expect.stringContaining('does not know this order for your account'),
      },
    ]);
    expect(world.names(path.join(world.commandFolder, 'error'))).toEqual(['a.csv']);
    expect(world.market.sent).toHaveLength(1);
    expect(world.flow.needsYou()).toEqual([]);
  });

  it('is parked if it is not known whether it was carried out', async () => {
    const world = await openWritten();
    world.market.orders.delete('1');
    world.market.sendFaults = ['exhausted'];
    world.drop('a.csv', accept);
    await world.pass();
    expect(world.flow.needsYou()).toMatchObject([{ id: 'COMMAND_UNANSWERED 1' }]);
    expect(world.flow.retry('1')).toBe(1);
    await world.pass();
    const [line] = world.receipt('a.csv.receipt.csv');
    expect(line).toMatchObject({ outcome: 'refused', code: 'ORDER_NOT_FOUND' });
  });

  it('does not count as gone where a proxy on the way says so', async () => {
    const world = await openWritten();
    world.market.sendFaults = [{ status: 422, type: 'STOCK_INSUFFICIENT' }];
    world.market.readFaults = [answerOf(404, { type: 'HTTP_404' })];
    world.drop('a.csv', accept);
    await world.pass();
    const [line] = world.receipt('a.csv.receipt.csv');
    expect(line).toMatchObject({ code: 'STOCK_INSUFFICIENT', orderStatus: 'PLACED' });
  });
});
