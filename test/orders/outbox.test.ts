import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { offline } from '../../src/files/offline.ts';
import { FakeMarket, line } from './fake-market.ts';
import { Life } from './mortal.ts';
import { World, withOutbox } from './world.ts';

const worlds: World[] = [];
const open = (...settings: ConstructorParameters<typeof World>): World => {
  const world = new World(...settings);
  worlds.push(world);
  return world;
};
afterEach(async () => {
  await Promise.all(worlds.splice(0).map((world) => world.close()));
});

const sequences = (world: World) => world.orderFiles().map(({ sequence }) => sequence);

describe('order files', () => {
  it('carry feed item and answer whole, with every digit, and the same version three times', async () => {
    const world = open();
    const order = world.market.put('9007199254740993', { summary: { note: 'ü' } });
    await world.pass();
    const [name = ''] = world.outboxNames();
    const text = fs.readFileSync(path.join(world.outboxFolder, name), 'utf8');
    expect(text).toContain('"orderId": 9007199254740993');
    expect(text).toContain('"totalAmount": 12.50');
    const file = JSON.parse(text);
    expect(file).toMatchObject({
      format: 'stockhand.order/1',
      sequence: 1,
      change: 'new',
      orderNumber: 'N-9007199254740993',
      status: 'PLACED',
      origin: 'buyer',
      previousSequence: null,
      changed: [],
      summary: { note: 'ü' },
    });
    expect([file.version, file.summary.version, file.detail.order.version]).toEqual(
      Array(3).fill(order.version),
    );
  });

  it('are named by sequence, order id and the digest of the version', async () => {
    const world = open();
    const { version } = world.market.put('10231');
    await world.pass();
    const digest = createHash('sha256').update(version).digest('hex').slice(0, 8);
    expect(world.outboxNames()).toEqual([`000000001-10231-${digest}.json`]);
  });

  it('fault 76: no text of a buyer is in a name', async () => {
    const world = open();
    for (const [id, number] of [
      ['1', '..\\..\\x'],
      ['2', 'CON'],
      ['3', 'a:b'],
      ['4', `${'x'.repeat(300)}. `],
      ['5', '\u202egnp.exe'],
    ] as const) {
      world.market.put(id).number = number;
    }
    await world.pass();
    expect(world.outboxNames()).toHaveLength(5);
    for (const name of world.outboxNames()) {
      expect(name).toMatch(/^[0-9]{9}-[0-9]{1,19}-[0-9a-f]{8}\.json$/);
    }
    expect(world.orderFiles()[0]).toMatchObject({ orderNumber: '..\\..\\x' });
  });

  it('tell an edit in place with the fields that changed, and the end of an order', async () => {
    const world = open();
    world.market.put('1');
    await world.pass();
    world.market.put('1', { lines: [line('1', 'A-1', '7'), line('2', 'B-2', '1')] });
    await world.pass();
    world.market.put('1', { status: 'CANCELLED', summary: { cancelReason: 'late' } });
    await world.pass();
    expect(world.orderFiles().slice(1)).toMatchObject([
      {
        change: 'changed',
        previousSequence: 1,
        changed: [
          { field: 'lines[0].quantity', from: '5', to: '7' },
          { field: 'lines[1]', from: null, to: 'B-2 Bolt B-2: 1 pcs' },
        ],
      },
      {
        change: 'ended',
        previousSequence: 2,
        changed: [
          { field: 'status', from: 'PLACED', to: 'CANCELLED' },
          { field: 'cancelReason', from: null, to: 'late' },
        ],
      },
    ]);
  });

  it('fault 80: files of an order appear in feed order, and sequence numbers have no gaps', async () => {
    const world = open();
    for (let round = 0; round < 3; round += 1) {
      for (let id = 1; id <= 20; id += 1) world.market.put(String(id));
      await world.pass();
    }
    expect(sequences(world)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
    const versions = world
      .orderFiles()
      .filter(({ orderId }) => orderId === 7)
      .map(({ version }) => version);
    expect(versions).toEqual(['v7', 'v27', 'v47']);
  });

  it('skip what the filters leave out, but never the end of an order that was written', async () => {
    const { outbox } = open().options;
    const world = open({ options: { outbox: { ...outbox, statuses: ['PLACED'] } } });
    world.options = {
      ...world.options,
      outbox: { ...world.options.outbox, folder: world.outboxFolder },
    };
    world.market.put('1');
    await world.pass();
    world.market.put('1', { status: 'ACCEPTED' });
    await world.pass();
    world.market.put('1', { status: 'CANCELLED' });
    world.market.put('2', { status: 'CANCELLED' });
    await world.pass();
    expect(world.orderFiles().map(({ orderId, status }) => [orderId, status])).toEqual([
      [1, 'PLACED'],
      [1, 'CANCELLED'],
    ]);
    expect(world.flow.why('1').versions[1]).toMatchObject({ end: 'skipped' });
  });

  it('fault 77: a file of others under the name is never overwritten; the order waits for a person', async () => {
    const world = open();
    const { version } = world.market.put('1');
    const digest = createHash('sha256').update(version).digest('hex').slice(0, 8);
    const foreign = path.join(world.outboxFolder, `000000001-1-${digest}.json`);
    fs.writeFileSync(foreign, 'mine');
    world.market.put('2');
    await world.pass();
    expect(fs.readFileSync(foreign, 'utf8')).toBe('mine');
    expect(world.outboxNames()).toHaveLength(2);
    expect(world.flow.needsYou()).toMatchObject([{ id: expect.stringContaining('OUTBOX_TAKEN') }]);
    fs.unlinkSync(foreign);
    expect(world.flow.retry('1')).toBe(1);
    await world.pass();
    expect(sequences(world)).toEqual([1, 2]);
    expect(world.flow.needsYou()).toEqual([]);
  });

  it('fault 77: the same bytes under the name count as written', async () => {
    const world = open();
    world.market.put('1');
    withOutbox(world, (outbox) => ({
      publish: async (name, sync) => {
        const staged = path.join(world.outboxFolder, '.stockhand', name);
        fs.copyFileSync(staged, path.join(world.outboxFolder, name));
        return outbox.publish(name, sync);
      },
    }));
    expect(await world.pass()).toMatchObject({ written: 1 });
    expect(world.outboxNames()).toHaveLength(1);
    expect(world.flow.why('1').versions[0]?.end).toBe('written');
  });

  it.each(['full', 'readOnly', 'denied'] as const)(
    'fault 78: a folder that is %s parks files, never orders or the place in the feed',
    async (reason) => {
      const world = open();
      withOutbox(world, () => ({
        stage: async () => offline(reason, 'outbox offline: no place'),
      }));
      world.market.put('1');
      world.market.put('2');
      const counts = await world.pass();
      expect(counts).toMatchObject({ versions: 2, written: 0 });
      expect(world.store.journal.position()?.cursor).toBe('cursor+/=%2');
      expect(world.flow.facts().outbox).toMatchObject({
        offline: 'outbox offline: no place',
        pending: 2,
      });
      expect(world.flow.needsYou()).toMatchObject([{ id: 'OUTBOX_OFFLINE' }]);
      world.deps = () => ({});
      await world.pass();
      expect(sequences(world)).toEqual([1, 2]);
    },
  );

  it('fault 78: a folder that fills up in the middle of a group leaves no gap and no half of it', async () => {
    const world = open();
    for (let id = 1; id <= 6; id += 1) world.market.put(String(id));
    let room = 3;
    withOutbox(world, (outbox) => ({
      stage: async (name, bytes, sync) => {
        room -= 1;
        return room < 0 ? offline('full', 'outbox offline: full') : outbox.stage(name, bytes, sync);
      },
    }));
    await world.pass();
    world.deps = () => ({});
    await world.pass();
    expect(sequences(world)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('fault 135: an outbox that was replaced is offline: nothing counts as taken or written', async () => {
    const world = open();
    for (let id = 1; id <= 5; id += 1) world.market.put(String(id));
    await world.pass();
    const kept = `${world.outboxFolder}-away`;
    fs.renameSync(world.outboxFolder, kept);
    fs.mkdirSync(world.outboxFolder);
    world.market.put('6');
    await world.pass();
    expect(world.outboxNames()).toEqual([]);
    expect(world.flow.facts().outbox).toMatchObject({ unacknowledged: 5, written: 5 });
    expect(world.flow.facts().outbox.offline).toContain('outbox offline');
    fs.rmdirSync(world.outboxFolder);
    fs.renameSync(kept, world.outboxFolder);
    await world.pass();
    expect(sequences(world)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('are synced before their rows say so: first staged, then written (I2)', async () => {
    const world = open();
    const steps: string[] = [];
    const note = <Work extends (...given: never[]) => unknown>(name: string, work: Work): Work =>
      new Proxy(work, {
        apply(target, self, given) {
          if (steps.at(-1) !== name) steps.push(name);
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
      claimOutbox: async (expectedId) => {
        const claimed = await world.claim(expectedId);
        if ('offline' in claimed) return claimed;
        const { outbox } = claimed;
        const noted = {
          stage: note('stage', outbox.stage),
          publish: note('publish', outbox.publish),
          syncFolder: note('sync', outbox.syncFolder),
        };
        return { ...claimed, outbox: { ...outbox, ...noted } };
      },
    });
    for (const id of ['1', '2', '3']) world.market.put(id);
    await world.pass();
    expect(steps.slice(0, 6)).toEqual([
      'stage',
      'sync',
      'commit STAGED',
      'publish',
      'sync',
      'commit WRITTEN',
    ]);
  });

  it('are not said to be written while the folder could not be synced', async () => {
    const world = open();
    let isHanging = true;
    withOutbox(world, (outbox) => ({
      publish: (name, sync) => {
        isHanging = true;
        return outbox.publish(name, sync);
      },
      stage: (name, bytes, sync) => {
        isHanging = false;
        return outbox.stage(name, bytes, sync);
      },
      syncFolder: async () =>
        isHanging ? offline('hangs', 'outbox offline: hangs') : outbox.syncFolder(),
    }));
    world.market.put('1');
    expect(await world.pass()).toMatchObject({ written: 0 });
    world.deps = () => ({});
    expect(await world.pass()).toMatchObject({ written: 1 });
    expect(sequences(world)).toEqual([1]);
  });

  it('fault 75: half a staged file of a crash is never shown', async () => {
    const world = open();
    await world.pass();
    const { version } = world.market.put('1');
    const digest = createHash('sha256').update(version).digest('hex').slice(0, 8);
    const name = `000000001-1-${digest}.json`;
    fs.writeFileSync(path.join(world.outboxFolder, '.stockhand', name), '{"half');
    await world.pass();
    expect(world.orderFile(name)).toMatchObject({ sequence: 1, version });
  });

  it('fault 75: a staged file that is gone after a crash was published, also if the ERP took it at once', async () => {
    const world = open();
    world.market.put('1');
    const life = new Life();
    world.deps = (deps) => {
      const mortal = life.deps(world)(deps);
      return {
        ...mortal,
        claimOutbox: async (expectedId) => {
          const claimed = await world.claim(expectedId);
          if ('offline' in claimed) return claimed;
          const { outbox } = claimed;
          const publish: typeof outbox.publish = async (name, sync) => {
            await outbox.publish(name, sync);
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
    const world = open({ market });
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

  it('parks an order that its format cannot hold, and writes the others without a gap', async () => {
    const world = open();
    world.deps = ({ writer }) => ({
      writer: {
        ...writer,
        write(order) {
          if (order.orderId === '2') throw new Error('no place for this order');
          return writer.write(order);
        },
      },
    });
    for (const id of ['1', '2', '3']) world.market.put(id);
    await world.pass();
    expect(sequences(world)).toEqual([1, 2]);
    expect(world.flow.needsYou()).toMatchObject([{ id: expect.stringContaining('ORDER_FORMAT') }]);
    expect(world.flow.why('2').next).toContain('no place for this order');
  });

  it('are written again on request, under a new number that names the first', async () => {
    const world = open();
    world.market.put('1');
    await world.pass();
    world.take();
    expect(world.flow.reissue('N-1')).toEqual({ version: 'v1' });
    await world.pass();
    expect(world.orderFiles()).toMatchObject([
      { sequence: 2, reissueOf: 1, change: 'new', version: 'v1', previousSequence: 1, changed: [] },
    ]);
    await world.pass();
    expect(world.outboxNames()).toHaveLength(1);
    expect(() => world.flow.reissue('N-1', 'v9')).toThrow(
      expect.objectContaining({ code: 'ORDER_NOT_WRITTEN' }),
    );
  });

  it('drop personal data when their time is over, and keep what proves them', async () => {
    const world = open({ options: { keepDetails: -1_000 } });
    world.market.put('1', { summary: { customerName: 'Erika Muster' } });
    await world.pass();
    await world.pass();
    const story = world.flow.why('1');
    expect(JSON.stringify(story)).not.toContain('Muster');
    expect(story.files).toMatchObject([{ sequence: 1, version: 'v1' }]);
    expect(() => world.flow.reissue('1')).toThrow(
      expect.objectContaining({ code: 'ORDER_NOT_WRITTEN' }),
    );
  });
});

describe('acknowledgements', () => {
  it('come by removal, once', async () => {
    const world = open();
    world.market.put('1');
    world.market.put('2');
    await world.pass();
    expect(world.flow.facts().outbox).toMatchObject({ unacknowledged: 2 });
    world.take([world.outboxNames()[0]!]);
    await world.pass();
    expect(world.flow.facts().outbox).toMatchObject({ unacknowledged: 1, written: 2 });
  });

  it('fault 135: do not come from an outbox that goes offline while Stockhand runs', async () => {
    const world = open();
    world.market.put('1');
    await world.pass();
    withOutbox(world, () => ({ list: async () => offline('noMarker', 'outbox offline') }));
    await world.pass();
    expect(world.flow.facts().outbox.unacknowledged).toBe(1);
  });

  it('come by an .ack file where that is configured', async () => {
    const world = open();
    world.options = {
      ...world.options,
      outbox: { ...world.options.outbox, acknowledge: 'ackFile' },
    };
    world.market.put('1');
    await world.pass();
    const [name = ''] = world.outboxNames();
    await world.pass();
    expect(world.flow.facts().outbox.unacknowledged).toBe(1);
    fs.writeFileSync(path.join(world.outboxFolder, `${name}.ack`), '');
    await world.pass();
    expect(world.flow.facts().outbox.unacknowledged).toBe(0);
  });

  it('are watched: somebody is told when the ERP takes nothing', async () => {
    const world = open();
    world.options = { ...world.options, outbox: { ...world.options.outbox, watchdog: -1 } };
    world.market.put('1');
    await world.pass();
    expect(world.flow.needsYou()).toMatchObject([
      {
        id: 'OUTBOX_NOT_TAKEN',
        cause: expect.stringContaining('1 order file is not picked up since'),
      },
    ]);
  });
});
