import { describe, expect, it } from 'vitest';
import { openWorld, openWritten } from './open-world.ts';

describe('how many orders were placed between two moments', () => {
  it('is counted by the time of the marketplace, and only where the status says so', async () => {
    const world = openWorld();
    const first = Date.parse(world.market.put('1').updatedAt);
    world.market.put('2', { status: 'DELIVERED' });
    const third = Date.parse(world.market.put('3').updatedAt);
    await world.pass();
    const { flow } = world;
    expect(flow.placed(first, third)).toBe(2);
    expect(flow.placed(first + 1_000, third)).toBe(1);
    expect(flow.placed(first, third - 1_000)).toBe(1);
    expect(flow.placed(third + 1_000, third + 2_000)).toBe(0);
  });

  it('counts none that this computer has seen before the first of them', async () => {
    const world = await openWritten();
    const later = Date.now() + 60_000;
    expect(world.flow.placed(later, later + 1_000)).toBe(0);
  });
});
