import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { offline } from '../../src/files/offline.ts';
import { groupFilesMax } from '../../src/orders/outbox.ts';
import { FakeMarket } from './fake-market.ts';
import { Life } from './mortal.ts';
import { openWorld, openWritten, sequences, written } from './open-world.ts';
import { withOutbox } from './world.ts';

describe('order files on a disk in trouble', () => {
  it('fault 77: a file of others under the name is never overwritten; the order waits for a person', async () => {
    const world = openWorld();
    const { version } = world.market.put('1');
    const digest = createHash('sha256').update(version).digest('hex').slice(0, 8);
    const foreign = path.join(world.outboxFolder, `000000001-1-${digest}.json`);
    fs.writeFileSync(foreign, 'mine');
    await written(world, '2');
    expect(fs.readFileSync(foreign, 'utf8')).toBe('mine');
    expect(world.outboxNames()).toHaveLength(2);
    expect(world.flow.needsYou()).toMatchObject([
      {
        id: expect.stringContaining('OUTBOX_TAKEN'),
        fix: expect.stringContaining('If another Stockhand writes to this folder, stop it'),
      },
    ]);
    fs.unlinkSync(foreign);
    expect(world.flow.retry('1')).toBe(1);
    await world.pass();
    expect(sequences(world)).toEqual([1, 2]);
    expect(world.flow.needsYou()).toEqual([]);
  });

  it('fault 77: the same bytes under the name count as written', async () => {
    const world = openWorld();
    world.market.put('1');
    withOutbox(world, (outbox) => ({
      publish: async (names, lines) => {
        for (const name of names) {
          const staged = path.join(world.outboxFolder, '.stockhand', name);
          fs.copyFileSync(staged, path.join(world.outboxFolder, name));
        }
        return outbox.publish(names, lines);
      },
    }));
    expect(await world.pass()).toMatchObject({ written: 1 });
    expect(world.outboxNames()).toHaveLength(1);
    expect(world.flow.why('1').versions[0]?.end).toBe('written');
  });

  it.each(['full', 'readOnly', 'denied'] as const)(
    'fault 78: a folder that is %s parks files, never orders or the place in the feed',
    async (reason) => {
      const world = openWorld();
      withOutbox(world, () => ({
        stage: async () => offline(reason, 'outbox offline: no place'),
      }));
      world.market.put('1');
      expect(await world.pass()).toMatchObject({ versions: 1, written: 0 });
      const one = '1 order file waits; nothing counts as taken by the ERP.';
      expect(world.flow.needsYou()).toMatchObject([{ id: 'OUTBOX_OFFLINE', effect: one }]);
      world.market.put('2');
      expect(await world.pass()).toMatchObject({ versions: 1, written: 0 });
      expect(world.store.journal.position()?.cursor).toBe('cursor+/=%2');
      expect(world.flow.facts().outbox).toMatchObject({
        offline: 'outbox offline: no place',
        pending: 2,
      });
      const two = '2 order files wait; nothing counts as taken by the ERP.';
      expect(world.flow.needsYou()).toMatchObject([{ id: 'OUTBOX_OFFLINE', effect: two }]);
      world.deps = () => ({});
      await world.pass();
      expect(sequences(world)).toEqual([1, 2]);
    },
  );

  it('fault 78: a folder that fills up in the middle of a group leaves no gap and no half of it', async () => {
    const world = openWorld();
    for (let id = 1; id <= 6; id += 1) world.market.put(String(id));
    withOutbox(world, (outbox) => ({
      stage: async (files) => ({
        ...(await outbox.stage(files.slice(0, 3))),
        ...offline('full', 'outbox offline: full'),
      }),
    }));
    await world.pass();
    world.deps = () => ({});
    await world.pass();
    expect(sequences(world)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('fault 135: an outbox that was replaced is offline: nothing counts as taken or written', async () => {
    const world = openWorld();
    for (let id = 1; id <= 5; id += 1) world.market.put(String(id));
    await world.pass();
    const kept = `${world.outboxFolder}-away`;
    fs.renameSync(world.outboxFolder, kept);
    fs.mkdirSync(world.outboxFolder);
    await written(world, '6');
    expect(world.outboxNames()).toEqual([]);
    expect(world.flow.facts().outbox).toMatchObject({ unacknowledged: 5, written: 5 });
    expect(world.flow.facts().outbox.offline).toContain('outbox offline');
    fs.rmdirSync(world.outboxFolder);
    fs.renameSync(kept, world.outboxFolder);
    await world.pass();
    expect(sequences(world)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('fault 135: an outbox that is gone while no order waits is told before one comes', async () => {
    const world = await openWritten();
    const away = `${world.outboxFolder}-away`;
    fs.renameSync(world.outboxFolder, away);
    await world.pass();
    const none = 'New order files will wait; nothing counts as taken by the ERP.';
    expect(world.flow.needsYou()).toMatchObject([{ id: 'OUTBOX_OFFLINE', effect: none }]);
    expect(world.flow.facts().outbox).toMatchObject({ unacknowledged: 1 });
    fs.renameSync(away, world.outboxFolder);
    await world.pass();
    expect(world.flow.needsYou()).toEqual([]);
  });

  it('are synced before their rows say so: first staged, then written (I2)', async () => {
    const world = openWorld();
    const steps: string[] = [];
    const note = <Work extends (...given: never[]) => unknown>(name: string, work: Work): Work =>
      new Proxy(work, {
        apply(target, self, given) {
          const [files] = given as readonly unknown[][];
          if (files?.length !== 0 && steps.at(-1) !== name) steps.push(name);
          return Reflect.apply(target, self, given);
        },
      });
    world.deps = ({ store }) => ({
      store: {
        ...store,
        outbox: {
          ...store.outbox,
          commitStaged: note('commit STAGED', store.outbox.commitStaged),
          commitWritten: note('commit WRITTEN', store.outbox.commitWritten),
        },
      },
      claimOutbox: async (known) => {
        const claimed = await world.claim(known);
        if ('offline' in claimed) return claimed;
        const { outbox } = claimed;
        const noted = {
          stage: note('stage', outbox.stage),
          publish: note('publish', outbox.publish),
        };
        return { ...claimed, outbox: { ...outbox, ...noted } };
      },
    });
    for (const id of ['1', '2', '3']) world.market.put(id);
    await world.pass();
    expect(steps.slice(0, 4)).toEqual(['stage', 'commit STAGED', 'publish', 'commit WRITTEN']);
  });

  it('are not said to be written while the folder could not be synced', async () => {
    const world = openWorld();
    withOutbox(world, (outbox) => ({
      publish: async (names, lines) => {
        await outbox.publish(names, lines);
        return offline('hangs', 'outbox offline: hangs');
      },
    }));
    world.market.put('1');
    expect(await world.pass()).toMatchObject({ written: 0 });
    world.deps = () => ({});
    expect(await world.pass()).toMatchObject({ written: 1 });
    expect(sequences(world)).toEqual([1]);
  });

  it('are said to be written as far as they appeared before the folder went offline', async () => {
    const world = openWorld();
    for (const id of ['1', '2', '3']) world.market.put(id);
    let room = 1;
    withOutbox(world, (outbox) => ({
      publish: async (names, lines) => {
        const appeared = await outbox.publish(names.slice(0, room), lines);
        room = 0;
        return { ...appeared, ...offline('hangs', 'outbox offline: hangs') };
      },
    }));
    expect(await world.pass()).toMatchObject({ written: 1 });
    expect(sequences(world)).toEqual([1]);
    world.deps = () => ({});
    expect(await world.pass()).toMatchObject({ written: 2 });
    expect(sequences(world)).toEqual([1, 2, 3]);
  });

  it('are prepared while others are staged, yet each tells what its order had before', async () => {
    const world = openWorld();
    const count = groupFilesMax * 2;
    await world.pass();
    for (const status of ['PLACED', 'ACCEPTED']) {
      for (let id = 1; id <= count; id += 1) world.market.put(String(id), { status });
      world.deps = () => ({
        claimOutbox: async () => offline('missing', 'outbox offline: not yet'),
      });
      await world.pass();
    }
    world.deps = () => ({});
    await world.pass();
    expect(sequences(world)).toEqual(Array.from({ length: count * 2 }, (_, at) => at + 1));
    const files = world.orderFiles();
    for (let id = 1; id <= count; id += 1) {
      const [first, second] = files.filter(({ orderId }) => orderId === id);
      expect(first).toMatchObject({ status: 'PLACED', previousSequence: null });
      expect(second).toMatchObject({
        status: 'ACCEPTED',
        previousSequence: first?.['sequence'],
        changed: [{ field: 'status', from: 'PLACED', to: 'ACCEPTED' }],
      });
    }
  });

  it('fault 75: half a staged file of a crash is never shown', async () => {
    const world = openWorld();
    await world.pass();
    const { version } = world.market.put('1');
    const digest = createHash('sha256').update(version).digest('hex').slice(0, 8);
    const name = `000000001-1-${digest}.json`;
    fs.writeFileSync(path.join(world.outboxFolder, '.stockhand', name), '{"half');
    await world.pass();
    expect(world.orderFile(name)).toMatchObject({ sequence: 1, version });
  });

  it('fault 75: a staged file that is gone after a crash was published, also if the ERP took it at once', async () => {
    const world = openWorld();
    world.market.put('1');
    const life = new Life();
    world.deps = (deps) => {
      const mortal = life.deps(world)(deps);
      return {
        ...mortal,
        claimOutbox: async (known) => {
          const claimed = await world.claim(known);
          if ('offline' in claimed) return claimed;
          const { outbox } = claimed;
          const publish: typeof outbox.publish = async (names, lines) => {
            await outbox.publish(names, lines);
            world.take();
            life.diedAt = 'right after the rename';
            throw new Error('killed');
          };
          return { ...claimed, outbox: { ...outbox, publish } };
        },
      };
    };
    await expect(world.pass()).rejects.toThrow('killed');
    world.deps = () => ({});
    await world.pass();
    await world.pass();
    expect(world.outboxNames()).toEqual([]);
    expect(world.flow.why('1').files).toMatchObject([
      { sequence: 1, acknowledgedAt: expect.any(String) },
    ]);
  });

  it('fault 74: a reader that looks all the time sees whole files only', async () => {
    const market = new FakeMarket();
    const world = openWorld({ market });
    const notes = 'x'.repeat(100_000);
    for (let id = 1; id <= 20; id += 1) market.put(String(id), { detail: { notes } });
    const sizes = new Map<string, Set<number>>();
    let isOver = false;
    const reading = (async () => {
      while (!isOver) {
        for (const name of world.outboxNames()) {
          const file = JSON.parse(fs.readFileSync(path.join(world.outboxFolder, name), 'utf8'));
          expect(file.detail.order.notes).toHaveLength(notes.length);
          const { size } = fs.statSync(path.join(world.outboxFolder, name));
          sizes.set(name, (sizes.get(name) ?? new Set()).add(size));
        }
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    await world.pass();
    isOver = true;
    await reading;
    expect(world.outboxNames()).toHaveLength(20);
    expect([...sizes.values()].every((each) => each.size === 1)).toBe(true);
  });
});
