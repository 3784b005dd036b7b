import { describe, expect, it } from 'vitest';
import { openWorld, written } from './open-world.ts';

describe('versions that no order file is written for', () => {
  it('fault 86: a conflict with a version that no file is written for says so, and how to act on it', async () => {
    const world = openWorld();
    world.options = { ...world.options, outbox: { ...world.options.outbox, statuses: ['PLACED'] } };
    await written(world);
    world.drop('accept.csv', 'orderNumber,action\nN-1,accept\n');
    await world.pass();
    world.drop('dispatch.csv', 'orderNumber,action\nN-1,dispatch\n');
    await world.pass();
    const [refused] = world.receipt('dispatch.csv.receipt.csv');
    expect(refused).toMatchObject({ outcome: 'refused', code: 'ORDER_VERSION_CONFLICT' });
    expect(refused!['message']).toBe(
      'The order has changed and is ACCEPTED now, and no order file is written for that version (statuses: does not name ACCEPTED). To act on it, give version v2 or any.',
    );
  });
});
