import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { line } from './fake-market.ts';
import { backUp, putBack, stateOf } from './older-state.ts';
import { openWorld, openWritten, written } from './open-world.ts';
import { type World, withOutbox } from './world.ts';

const recordOf = (world: World): string => path.join(world.outboxFolder, '.stockhand', 'record');

const told = (world: World): string =>
  world.store.log
    .events(100)
    .map(({ text }) => text)
    .join('\n');
const changed = (quantity: string) => ({ lines: [line('1', 'A-1', quantity)] });

/** Two files before the backup and two after it, all taken. */
async function restored(): Promise<World> {
  const world = openWorld();
  for (const id of ['1', '2']) world.market.put(id);
  await world.pass();
  backUp(world);
  world.market.put('3');
  world.market.put('1', changed('6'));
  await world.pass();
  expect(world.take()).toHaveLength(4);
  putBack(world);
  return world;
}

describe('a state that was put back to an older one', () => {
  it('fault 34: writes no version a second time and uses no number again', async () => {
    const world = await restored();
    await world.pass();
    expect(world.outboxNames()).toEqual([]);
    expect(told(world)).toContain('order files 3 to 4 were written before');
    world.market.put('1', changed('7'));
    world.market.put('2', changed('8'));
    await world.pass();
    expect(world.orderFiles()).toMatchObject([
      { sequence: 5, orderId: 1, change: 'changed', previousSequence: 4 },
      { sequence: 6, orderId: 2, change: 'changed', previousSequence: 2 },
    ]);
  });

  it('fault 34: writes what was placed while it was away, after what it has lost', async () => {
    const world = await restored();
    world.market.put('1', changed('7'));
    await written(world, '4');
    expect(world.orderFiles()).toMatchObject([
      { sequence: 5, orderId: 1, previousSequence: 4 },
      { sequence: 6, orderId: 4, change: 'new' },
    ]);
    expect(world.store.lookup.newest('1')).toMatchObject({ state: 'WRITTEN' });
    expect(world.store.lookup.newest('1')?.version).toBe(world.orderFiles()[0]?.['version']);
  });

  it('fault 34: takes over what it had read and not written yet', async () => {
    const world = await openWritten();
    world.deps = () => ({
      claimOutbox: async () => ({
        offline: { reason: 'failed', sentence: 'The share is gone.', remedy: 'Mount it.' },
      }),
    });
    await written(world, '2');
    expect(world.store.lookup.newest('2')?.state).toBe('FETCHED');
    backUp(world);
    world.deps = () => ({});
    await world.pass();
    world.take();
    putBack(world);
    await world.pass();
    expect(world.outboxNames()).toEqual([]);
    expect(world.store.lookup.files('2')).toMatchObject([{ sequence: 2, state: 'WRITTEN' }]);
    expect(world.flow.needsYou()).toEqual([]);
  });

  it('fault 34: a file that the lost state had only staged appears, once and under its name', async () => {
    const world = await openWritten();
    world.take();
    backUp(world);
    world.market.put('2');
    withOutbox(world, () => ({
      publish: async () => {
        throw new Error('killed');
      },
    }));
    await expect(world.pass()).rejects.toThrow('killed');
    const [staged] = world.store.lookup.files('2');
    expect(staged).toMatchObject({ sequence: 2, state: 'STAGED' });
    world.deps = () => ({});
    putBack(world);
    await world.pass();
    expect(world.outboxNames()).toEqual([staged!.name]);
    expect(world.store.lookup.files('2')).toMatchObject([{ sequence: 2, state: 'WRITTEN' }]);
  });

  it('fault 34: says which orders may come twice where the outbox remembers too little', async () => {
    const world = await restored();
    const lines = fs.readFileSync(recordOf(world), 'utf8').split('\n');
    const kept = lines.filter((text) => !text.startsWith('3 '));
    // The last line is what a crash leaves of one.
    fs.writeFileSync(recordOf(world), `${kept.join('\n')}\n5 {"sequence":5,"na`);
    await world.pass();
    expect(told(world)).toContain('Of 3 to 3 nothing is remembered');
    expect(world.orderFiles()).toMatchObject([{ sequence: 5, orderId: 3, change: 'new' }]);
  });

  it('fault 34: a request of long ago that was sent since is settled by a look at the order', async () => {
    const { world, sent } = await restoredBeforeSending();
    const twoHoursMs = 2 * 60 * 60_000;
    world.deps = ({ clock }) => ({ clock: { ...clock, now: () => clock.now() + twoHoursMs } });
    await world.pass();
    expect(world.market.sent).toEqual(sent);
    expect(world.receipt('any.csv.receipt.csv')).toMatchObject([
      { outcome: 'done', orderStatus: 'ACCEPTED' },
    ]);
  });

  it('fault 34: a request of a moment ago goes out again under its key, with the same bytes', async () => {
    const { world, sent } = await restoredBeforeSending();
    await world.pass();
    const [first, again, ...more] = world.market.sent;
    expect([first, more]).toEqual([sent[0], []]);
    expect(again).toMatchObject({ key: first!.key, path: first!.path, replayed: true });
    expect(world.market.effects()).toEqual(['1 accept']);
  });

  it('a state that is begun again writes what it is asked for, whatever the outbox remembers', async () => {
    const world = await restored();
    world.store.close();
    for (const part of ['', '-wal', '-shm']) fs.rmSync(stateOf(world) + part, { force: true });
    await world.pass();
    const sequences = world.orderFiles().map(({ sequence }) => sequence);
    expect(sequences).toEqual([1, 2, 3]);
    world.take();
    await world.pass();
    expect(told(world)).not.toContain('written before');
  });
});

/** Its request is stored in the backup, and was sent and answered after it. */
async function restoredBeforeSending() {
  const world = await openWritten();
  world.drop('any.csv', 'orderId,action,version\n1,accept,any\n');
  world.deps = ({ store }) => ({
    store: {
      ...store,
      requests: {
        ...store.requests,
        markSent: () => {
          throw new Error('killed');
        },
      },
    },
  });
  await expect(world.pass()).rejects.toThrow('killed');
  backUp(world);
  world.deps = () => ({});
  await world.pass();
  expect(world.market.effects()).toEqual(['1 accept']);
  putBack(world);
  return { world, sent: [...world.market.sent] };
}
