import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { restoredFrom } from '../../src/domain/restored.ts';
import { createFilesDeps } from '../../src/files/deps.ts';
import { claimOutbox } from '../../src/files/marker.ts';
import { offline } from '../../src/files/offline.ts';
import { createOutbox } from '../../src/files/publish.ts';
import { createOutboxDoor } from '../../src/orders/outbox-door.ts';
import type { FlowDeps } from '../../src/orders/parts.ts';
import { until } from '../support/until.ts';
import { openWorld, openWritten, sequences } from './open-world.ts';
import { type World, withOutbox } from './world.ts';

it('fault 34: whoever meets the outbox while another part claims it waits for that claim', async () => {
  const world = await openWritten();
  let claims = 0;
  const door = createOutboxDoor(
    { store: world.store, clock: systemClock },
    {
      async claim(known) {
        await systemClock.sleep(50);
        claims += 1;
        return world.claim(known);
      },
      newId: 'this-outbox',
      stood: () => undefined,
    },
  );
  const opened = door.open();
  await systemClock.sleep(5);
  await door.meet();
  expect(claims).toBe(1);
  expect(await opened).not.toHaveProperty('offline');
  // Each claim renames a file in the folder of the ERP.
  expect(await door.open()).toBe(await opened);
  expect(claims).toBe(1);
});

it('an outbox that never was ours is claimed by nobody who only meets it: no order file is lost there', async () => {
  const world = openWorld();
  const { store } = world;
  const door = createOutboxDoor(
    { store, clock: systemClock },
    { claim: (known) => world.claim(known), newId: 'us', stood: () => undefined },
  );
  await door.meet();
  expect(store.log.recall('outbox.id')).toBeUndefined();
});

it('fault 17: whoever has met an outbox that did not answer does not wait for it again', async () => {
  const { store } = await openWritten();
  let claims = 0;
  const claim = async () => {
    claims += 1;
    return offline('hangs', 'The outbox does not answer.');
  };
  const door = createOutboxDoor(
    { store, clock: systemClock },
    { claim, newId: 'us', stood: () => undefined },
  );
  await door.meet();
  await door.meet();
  expect(claims).toBe(1);
  expect(await door.open()).toHaveProperty('offline');
  expect(claims).toBe(2);
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

it.each([
  ['that was ours', 'recorded', openWritten],
  ['that is new to us', 'beginRecord', async () => openWorld()],
] as const)(
  'fault 34: nothing is written into an outbox %s before its record can be used',
  async (_, call, opened) => {
    const world = await opened();
    const before = sequences(world);
    withOutbox(world, () => ({ [call]: async () => offline('failed', 'The record is damaged.') }));
    world.market.put('2');
    await world.passFor(100);
    expect(sequences(world)).toEqual(before);
    expect(world.flow.needsYou()).toMatchObject([{ id: 'OUTBOX_OFFLINE' }]);
    world.deps = () => ({});
    await world.pass();
    expect(sequences(world)).toEqual([...before, before.length + 1]);
  },
);

/** Another installation, whose configuration names the same folders and the same marketplace. */
function openBeside({ options, market, outboxFolder: folder }: World): World {
  return openWorld({ options, market, deps: () => claiming(folder, 'another') });
}

/** A process that has drawn that name. */
function claiming(folder: string, newId: string): Pick<FlowDeps, 'newOutboxId' | 'claimOutbox'> {
  return {
    newOutboxId: newId,
    async claimOutbox(known) {
      const files = createFilesDeps(systemClock);
      const claimed = await claimOutbox(files, { folder, known, newId });
      if ('offline' in claimed) return claimed;
      const { id, owner } = claimed;
      return { ...claimed, outbox: createOutbox(files, { folder, id, owner }) };
    },
  };
}

const notes = ({ store }: World) => store.log.events(100).map(({ text }) => text);

it('I2: of two Stockhands on one outbox the one that was there writes no more, answers no command, and says so', async () => {
  const world = await openWritten();
  world.take();
  const other = openBeside(world);
  world.market.put('2');
  await other.pass();
  expect(world.orderFiles().map(({ orderId }) => orderId)).toEqual([1, 2]);
  expect(notes(other).filter((text) => text?.startsWith('Until now another'))).toHaveLength(1);
  world.market.put('3');
  world.drop('accept.csv', 'orderId,action\r\n2,accept\r\n');
  await world.passFor(300);
  expect(sequences(world)).toEqual([1, 2]);
  expect(world.names(world.receiptFolder)).toEqual([]);
  expect(world.flow.needsYou()).toMatchObject([
    {
      id: 'OUTBOX_OFFLINE',
      cause: expect.stringContaining('another Stockhand'),
      effect: expect.stringMatching(/^2 order files wait; .* Commands .* are not carried out\.$/),
      fix: expect.stringContaining('"owner this-outbox"'),
    },
  ]);
  const { commands: _, ...withoutCommands } = world.options;
  world.options = withoutCommands;
  await world.passFor(100);
  const [{ effect } = { effect: '' }] = world.flow.needsYou();
  expect(effect).toMatch(/nothing counts as taken by the ERP\.$/);
  await other.pass();
  expect(world.orderFiles()[2]).toMatchObject({ orderId: 3, change: 'new' });
  expect(world.receipt('accept.csv.receipt.csv')).toMatchObject([{ outcome: 'done' }]);
});

it('I2: who is killed between the first marker and the state takes nobody for another Stockhand', async () => {
  const world = openWorld();
  const { outboxFolder: folder } = world;
  const [first, second] = [claiming(folder, 'first'), claiming(folder, 'second')];
  const claimOutbox: FlowDeps['claimOutbox'] = async (known) => {
    await first.claimOutbox(known);
    return offline('failed', 'The power is gone.');
  };
  world.deps = () => ({ ...first, claimOutbox });
  await world.passFor(100);
  world.deps = () => second;
  world.market.put('1');
  await world.pass();
  expect(sequences(world)).toEqual([1]);
  expect(notes(world).filter((text) => text?.includes('another Stockhand'))).toEqual([]);
});

it('I2: a Stockhand that is told to go on writes nothing that the other has written, also where it runs all the time', async () => {
  const world = await openWritten();
  world.restart();
  world.flow.start();
  const write = async (id: string) => {
    world.market.put(id);
    world.flow.nudge();
    await until('written', () => world.orderFiles().length > 0, 10_000);
    return world.orderFiles().map(({ orderId }) => orderId);
  };
  world.take();
  expect(await write('2')).toEqual([2]);
  world.market.put('3');
  await openBeside(world).pass();
  await until('told', () => world.flow.needsYou().length > 0, 10_000);
  world.flow.nudge();
  const waits = () => world.flow.needsYou().some(({ effect }) => effect.startsWith('1 order file'));
  await until('order 3 waits', waits, 10_000);
  world.take();
  const marker = path.join(world.outboxFolder, '.stockhand', 'marker');
  fs.writeFileSync(marker, 'this-outbox\nowner this-outbox\n');
  await until('told no more', () => world.flow.needsYou().length === 0, 10_000);
  expect(await write('4')).toEqual([4]);
});

it('I2: a state that was put back owns the outbox, and the Stockhand of which it is a copy writes no more', async () => {
  const world = await openWritten();
  world.take();
  const copy = openBeside(world);
  await copy.pass();
  world.store.log.remember(restoredFrom, '2026-03-04');
  world.market.put('2');
  await world.pass();
  expect(world.orderFiles()).toContainEqual(expect.objectContaining({ orderId: 2 }));
  expect(notes(world).filter((text) => text?.startsWith('Until now another'))).toEqual([]);
  await copy.passFor(100);
  expect(copy.flow.needsYou()).toMatchObject([{ id: 'OUTBOX_OFFLINE' }]);
  // Restored is what it was, not what it stays: from now on it gives way to a new owner like any other.
  await openBeside(world).pass();
  world.restart();
  await world.passFor(100);
  expect(world.flow.needsYou()).toMatchObject([{ id: 'OUTBOX_OFFLINE' }]);
});
