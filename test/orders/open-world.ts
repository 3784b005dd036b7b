import { onTestFinished } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import type { Sender } from '../../src/domain/exchange.ts';
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

/** Nobody answers, until the program ends. */
export const silent: Sender = {
  send: async (_, signal) => {
    await systemClock.sleep(3_600_000, signal);
    return { kind: 'stopped', attempts: 1 };
  },
  facts: () => ({ lanes: [], sent: {} }) as never,
};

/** Waits of `waitMs` are over at once, and `sender` sends. Gives what was slept. */
export function impatient(world: World, waitMs: number, sender = silent): readonly number[] {
  const slept: number[] = [];
  world.deps = ({ clock }) => ({
    clock: {
      ...clock,
      sleep: (askedMs, signal) => {
        slept.push(askedMs);
        return clock.sleep(askedMs === waitMs ? 20 : askedMs, signal);
      },
    },
    sender,
  });
  world.restart();
  return slept;
}
