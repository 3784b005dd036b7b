import { onTestFinished } from 'vitest';
import { World } from './world.ts';

/** A world that is closed when the test ends that opened it. */
export function openWorld(...settings: ConstructorParameters<typeof World>): World {
  const world = new World(...settings);
  onTestFinished(() => world.close());
  return world;
}

/** An order that the ERP has as a file. */
export async function written(world: World, id = '1'): Promise<void> {
  world.market.put(id);
  await world.pass();
}

/** A world in which the ERP has order 1 as a file. */
export async function openWritten(...settings: Parameters<typeof openWorld>): Promise<World> {
  const world = openWorld(...settings);
  await written(world);
  return world;
}

/** Of the files that stand in the outbox. */
export function sequences(world: World): unknown[] {
  return world.orderFiles().map(({ sequence }) => sequence);
}
