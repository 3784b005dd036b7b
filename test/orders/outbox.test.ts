import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { offline } from '../../src/files/offline.ts';
import { line } from './fake-market.ts';
import { openWorld, openWritten, sequences, written } from './open-world.ts';
import { withOutbox } from './world.ts';

describe('order files', () => {
  it('carry feed item and answer whole, with every digit, and the same version three times', async () => {
    const world = openWorld();
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
    const world = openWorld();
    const { version } = world.market.put('10231');
    await world.pass();
    const digest = createHash('sha256').update(version).digest('hex').slice(0, 8);
    expect(world.outboxNames()).toEqual([`000000001-10231-${digest}.json`]);
  });

  it('fault 76: no text of a buyer is in a name', async () => {
    const world = openWorld();
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
    const world = await openWritten();
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
    const world = openWorld();
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

  it('fault 80: versions that waited for the folder appear in feed order, each order in its own', async () => {
    const world = openWorld();
    const offline = { reason: 'failed', sentence: 'The share is gone.', remedy: 'Mount it.' };
    for (let round = 0; round < 3; round += 1) {
      for (let id = 1; id <= 20; id += 1) world.market.put(String(round === 1 ? 21 - id : id));
      world.deps = () => ({ claimOutbox: async () => ({ offline }) as never });
      await world.pass();
    }
    const appeared: string[] = [];
    withOutbox(world, (outbox) => ({
      publish: async (names, lines) => {
        appeared.push(...names);
        return outbox.publish(names, lines);
      },
    }));
    await world.pass();
    expect(appeared).toHaveLength(60);
    expect(appeared).toEqual(world.outboxNames());
    const files = world.orderFiles();
    for (let id = 1; id <= 20; id += 1) {
      const own = files.filter(({ orderId }) => orderId === id);
      expect(own.map(({ version }) => version)).toEqual([`v${id}`, `v${41 - id}`, `v${40 + id}`]);
      const before = own.slice(0, 2).map(({ sequence }) => sequence);
      expect(own.map(({ previousSequence }) => previousSequence)).toEqual([null, ...before]);
    }
  });

  it('skip what the filters leave out, but never the end of an order that was written', async () => {
    const { outbox } = openWorld().options;
    const world = openWorld({ options: { outbox: { ...outbox, statuses: ['PLACED'] } } });
    world.options = {
      ...world.options,
      outbox: { ...world.options.outbox, folder: world.outboxFolder },
    };
    await written(world);
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

  it('parks an order that its format cannot hold, and writes the others without a gap', async () => {
    const world = openWorld();
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

  it('fault 80: a version that could not be written is not given after the one that followed it', async () => {
    const world = openWorld();
    await world.pass();
    let isWritable = false;
    world.deps = ({ writer }) => ({
      writer: {
        ...writer,
        write(order) {
          if (order.version === 'v1' && !isWritable) throw new Error('no place for this order');
          return writer.write(order);
        },
      },
    });
    await written(world);
    world.market.put('1', { status: 'ACCEPTED' });
    await world.pass();
    isWritable = true;
    world.flow.retry('1');
    await world.pass();
    expect(world.orderFiles()).toMatchObject([{ sequence: 1, version: 'v2', status: 'ACCEPTED' }]);
    expect(world.store.lookup.versions('1').map(({ state }) => state)).toEqual([
      'SUPERSEDED',
      'WRITTEN',
    ]);
  });

  it('fault 80: a repeated file and the next version that are due at once stand one after the other', async () => {
    const world = await openWritten();
    world.deps = () => ({ claimOutbox: async () => offline('missing', 'outbox offline') });
    const next = () => world.flow.why('1').next;
    await world.pass();
    expect(next()).toMatch(
      /^Whether the ERP has taken 000000001-\S+ cannot be seen: outbox offline/,
    );
    world.flow.reissue('1');
    expect(next()).toMatch(/^The file of version v1 waits to be written once more: outbox offline/);
    world.market.put('1', { status: 'ACCEPTED' });
    await world.pass();
    expect(next()).toMatch(/^The newest version waits: outbox offline/);
    world.deps = () => ({});
    await world.pass();
    expect(world.orderFiles()).toMatchObject([
      { sequence: 1, version: 'v1', previousSequence: null },
      { sequence: 2, version: 'v1', reissueOf: 1, previousSequence: 1 },
      { sequence: 3, version: 'v2', previousSequence: 2 },
    ]);
  });

  it('are written again on request, under a new number that names the first', async () => {
    const world = await openWritten();
    world.take();
    await world.pass();
    const next = () => world.flow.why('1').next;
    expect(next()).toBe('Nothing: the ERP has the newest version.');
    expect(world.flow.reissue('N-1')).toEqual({ version: 'v1' });
    expect(next()).toBe('The file of version v1 is written once more next.');
    world.flow.pause('Ann');
    expect(next()).toMatch(
      /^The file of version v1 waits to be written once more: orders have been paused since \S+ by Ann \(stockhand resume orders\)\.$/,
    );
    world.flow.resume('Ann');
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
    const world = openWorld({ options: { keepDetails: -1_000 } });
    world.market.put('1', { summary: { customerName: 'Erika Muster' } });
    await world.pass();
    await world.pass();
    const story = world.flow.why('1');
    expect(JSON.stringify(story)).not.toContain('Muster');
    expect(story.files).toMatchObject([{ sequence: 1, version: 'v1' }]);
    expect(() => world.flow.reissue('1')).toThrow(
      expect.objectContaining({
        code: 'ORDER_NOT_WRITTEN',
        remedy: expect.stringContaining('portal'),
      }),
    );
  });
});
