import { afterEach, describe, expect, it } from 'vitest';
import { World } from './world.ts';

const worlds: World[] = [];
const open = (...settings: ConstructorParameters<typeof World>): World => {
  const world = new World(...settings);
  worlds.push(world);
  return world;
};
afterEach(async () => {
  await Promise.all(worlds.splice(0).map((world) => world.close()));
});

describe('one pass', () => {
  it('writes a placed order as a file', async () => {
    const world = open();
    world.market.put('10231');
    const counts = await world.pass();
    expect(counts).toMatchObject({ pages: 1, versions: 1, written: 1 });
    expect(world.outboxNames()).toHaveLength(1);
    console.log(JSON.stringify(world.orderFiles()[0], null, 1));
  });
});
