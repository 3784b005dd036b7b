import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createFilesDeps } from '../../src/files/deps.ts';
import { createFiles } from '../../src/files/port.ts';
import type { OrderWatch } from '../../src/order-watch.ts';
import { watchOrderFolders } from '../../src/order-watch.ts';
import { until } from '../support/until.ts';
import { realFiles, World } from './world.ts';

const hourMs = 3_600_000;
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Looks once an hour by itself, and otherwise only when a watcher wakes it. */
function watched(accept: 'manual' | 'onAcknowledged'): World {
  let watch: OrderWatch | undefined;
  const world = new World({ options: { lookEveryMs: hourMs, pollEvery: hourMs, accept } });
  closing.push(() => world.close());
  world.deps = () => {
    const deps = createFilesDeps(systemClock);
    const { outboxFolder: folder } = world;
    watch = watchOrderFolders(deps, createFiles(deps), [folder, world.commandFolder]);
    closing.push(watch.close);
    const { files } = watch;
    return {
      files: { ...realFiles, scan: files.scan },
      async claimOutbox(expectedId) {
        const known = expectedId === undefined ? {} : { expectedId };
        const claimed = await files.claimOutbox({ folder, newId: 'this-outbox', ...known });
        if ('offline' in claimed) return claimed;
        return { id: claimed.id, outbox: files.outbox({ folder, id: claimed.id }) };
      },
    };
  };
  world.restart();
  watch?.onHint(() => world.flow.look());
  return world;
}

const isWritten = (world: World): boolean => world.outboxNames().length === 1;

describe('watched folders', () => {
  it('let a command act as soon as its file rests, however rarely anybody looks', async () => {
    const world = watched('manual');
    world.market.put('1');
    world.flow.start();
    await until('the order file', () => isWritten(world));
    await until('the accept', () => {
      // A watcher begins a moment after the first look; a file dropped before that would wait for the next one.
      world.drop(
        `accept-${fs.readdirSync(world.commandFolder).length}.csv`,
        'orderId,action\n1,accept\n',
      );
      return world.market.effects().includes('1 accept');
    });
  });

  it('let a taken order file count at once', async () => {
    const world = watched('onAcknowledged');
    world.market.put('1');
    world.flow.start();
    await until('the order file', () => isWritten(world));
    await until('the accept', () => {
      fs.writeFileSync(path.join(world.outboxFolder, 'other.txt'), String(Math.random()));
      if (world.outboxNames().some((name) => name.endsWith('.json')))
        world.take(world.outboxNames().filter((name) => name.endsWith('.json')));
      return world.market.effects().includes('1 accept');
    });
  });
});
