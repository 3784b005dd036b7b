import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { offline } from '../../src/files/offline.ts';
import { createOutboxDoor } from '../../src/orders/outbox-door.ts';
import { until } from '../support/until.ts';
import { openWritten, sequences } from './open-world.ts';
import { withOutbox } from './world.ts';

it('fault 34: whoever meets the outbox while another part claims it waits for that claim', async () => {
  const world = await openWritten();
  let isClaimed = false;
  const door = createOutboxDoor(
    { store: world.store, clock: systemClock },
    {
      async claim(expectedId) {
        await systemClock.sleep(50);
        isClaimed = true;
        return world.claim(expectedId);
      },
      stood: () => undefined,
    },
  );
  const opened = door.open();
  await systemClock.sleep(5);
  await door.meet();
  expect(isClaimed).toBe(true);
  expect(await opened).not.toHaveProperty('offline');
});

it('fault 17: an outbox that hung is reported as there at the next look after it answers again', async () => {
  const world = await openWritten();
  let hangs = true;
  withOutbox(world, ({ time }) => ({
    async time() {
      if (!hangs) return time();
      await systemClock.sleep(1_000);
      return offline('hangs', 'The outbox does not answer.');
    },
  }));
  world.restart();
  world.flow.start();
  const isTold = () => world.flow.needsYou().some(({ id }) => id === 'OUTBOX_OFFLINE');
  await until('told as offline', isTold);
  hangs = false;
  await until('told as there', () => !isTold(), 10_000);
});

it('fault 135: files that went with a replaced folder before they appeared are written into the new one', async () => {
  const world = await openWritten();
  withOutbox(world, () => ({ publish: async () => offline('denied', 'Nothing may appear.') }));
  world.market.put('2');
  world.flow.reissue('1');
  await world.pass();
  const staging = path.join(world.outboxFolder, '.stockhand');
  expect(fs.readdirSync(staging).filter((name) => name.endsWith('.json'))).toHaveLength(2);
  fs.renameSync(world.outboxFolder, `${world.outboxFolder}-old`);
  fs.mkdirSync(staging, { recursive: true });
  fs.writeFileSync(path.join(staging, 'marker'), 'this-outbox');
  world.deps = () => ({});
  await world.pass();
  expect(
    world.orderFiles().sort((a, b) => Number(a['orderId']) - Number(b['orderId'])),
  ).toMatchObject([
    { orderId: 1, reissueOf: 1 },
    { orderId: 2, change: 'new' },
  ]);
  expect(sequences(world)).toEqual([2, 3]);
});
