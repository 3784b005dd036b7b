import { describe, expect, it } from 'vitest';
import { line } from './fake-market.ts';
import { openWritten } from './open-world.ts';

describe('a version that a row names', () => {
  it.each([
    ['of a file before the newest', 'v1', /^The order has changed: look at order file/],
    [
      'that the order never had',
      'V2',
      /^"V2" is not a version that this order had: look at order file/,
    ],
  ])('%s is refused in words that are true', async (_, version, words) => {
    const world = await openWritten();
    world.market.put('1', { lines: [line('1', 'A-1', '6')] });
    await world.pass();
    world.drop('accept.csv', `orderId,action,version\n1,accept,${version}\n`);
    await world.pass();
    const [row] = world.receipt('accept.csv.receipt.csv');
    expect(row).toMatchObject({ outcome: 'refused', code: 'ORDER_VERSION_CONFLICT' });
    expect(row!['message']).toMatch(words);
    expect(row!['message']).toContain(world.outboxNames().at(-1));
  });
});
