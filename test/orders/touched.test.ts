import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { line } from './fake-market.ts';
import { openWorld, written } from './open-world.ts';
import type { World } from './world.ts';

/** Row 1 is refused, because the buyer has changed the order; row 2 has no answer yet, so the file still stands. */
async function standing(): Promise<World> {
  const world = openWorld();
  for (const id of ['1', '2']) await written(world, id);
  world.take();
  world.market.put('1', { lines: [line('1', 'A-1', '50')] });
  world.drop('day.csv', 'orderNumber,action\nN-1,accept\nN-2,accept\n');
  world.deps = ({ sender, clock }) => ({
    sender: {
      ...sender,
      async send(mutation, signal) {
        if (!mutation.path.includes('/2/')) return sender.send(mutation, signal);
        await clock.sleep(3_600_000, signal);
        return { kind: 'stopped', attempts: 1 };
      },
    },
  });
  const isRefused = () => world.store.commands.counts()?.refused === 1;
  await world.passUntil('row 1 to be refused', isRefused);
  return world;
}

describe('a command file that stands while one of its rows waits', () => {
  it('fault 82: is no new drop where only its rights, inode or disk number have changed', async () => {
    const world = await standing();
    world.deps = () => ({});
    // The ERP takes the changed order, but nobody has decided on it.
    world.take();
    fs.chmodSync(path.join(world.commandFolder, 'day.csv'), 0o600);
    await world.pass();
    await world.pass();
    expect(world.market.effects()).toEqual(['2 accept']);
    expect(world.names(world.receiptFolder)).toEqual(['day.csv.receipt.csv']);
    expect(world.receipt('day.csv.receipt.csv')).toMatchObject([
      { outcome: 'refused', code: 'ORDER_VERSION_CONFLICT' },
      { outcome: 'done' },
    ]);
    expect(world.names(path.join(world.commandFolder, 'error'))).toEqual(['day.csv']);
  });

  it('fault 82: is a new drop where the ERP has written it again', async () => {
    const world = await standing();
    world.deps = () => ({});
    world.take();
    const file = path.join(world.commandFolder, 'day.csv');
    fs.writeFileSync(file, fs.readFileSync(file));
    await world.pass();
    expect(world.market.effects().toSorted()).toEqual(['1 accept', '2 accept']);
  });
});
