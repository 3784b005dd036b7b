import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { offline } from '../../src/files/offline.ts';
import { restAfterLooks } from '../../src/orders/turns.ts';
import { until } from '../support/until.ts';
import { line } from './fake-market.ts';
import { openWorld, openWritten, written } from './open-world.ts';
import { withOutbox } from './world.ts';

describe('acknowledgements', () => {
  it('come by removal, once', async () => {
    const world = openWorld();
    world.market.put('1');
    await written(world, '2');
    expect(world.flow.facts().outbox).toMatchObject({ unacknowledged: 2 });
    world.take([world.outboxNames()[0]!]);
    await world.pass();
    expect(world.flow.facts().outbox).toMatchObject({ unacknowledged: 1, written: 2 });
  });

  it('fault 135: do not come from an outbox that goes offline while Stockhand runs', async () => {
    const world = await openWritten();
    withOutbox(world, () => ({ list: async () => offline('noMarker', 'outbox offline') }));
    await world.pass();
    expect(world.flow.facts().outbox.unacknowledged).toBe(1);
  });

  it('are reported as unknown where the outbox takes files and cannot be listed, not as left by the ERP', async () => {
    const world = openWorld({});
    world.options = { ...world.options, outbox: { ...world.options.outbox, watchdog: 0 } };
    await written(world);
    withOutbox(world, () => ({ list: async () => offline('denied', 'outbox may not be used.') }));
    world.market.put('2');
    expect((await world.pass()).written).toBe(1);
    expect(world.flow.needsYou()).toMatchObject([
      { id: 'OUTBOX_UNLISTED', cause: 'outbox may not be used.' },
    ]);
  });

  it('come by an .ack file where that is configured', async () => {
    const world = openWorld();
    world.options = {
      ...world.options,
      outbox: { ...world.options.outbox, acknowledge: 'ackFile' },
    };
    await written(world);
    const [name = ''] = world.outboxNames();
    await world.pass();
    expect(world.flow.facts().outbox.unacknowledged).toBe(1);
    fs.writeFileSync(path.join(world.outboxFolder, `${name}.ack`), '');
    await world.pass();
    expect(world.flow.facts().outbox.unacknowledged).toBe(0);
  });

  it.each(['removed', 'ackFile'] as const)(
    'are dated by when the outbox changed, not by when that was seen: %s',
    async (acknowledge) => {
      const world = openWorld();
      world.options = { ...world.options, outbox: { ...world.options.outbox, acknowledge } };
      world.market.put('1', { lines: [line('1', 'A', '3')] });
      await world.pass();
      const { outboxFolder: folder } = world;
      const [name = ''] = world.outboxNames();
      if (acknowledge === 'removed') world.take();
      else fs.writeFileSync(path.join(folder, `${name}.ack`), '');
      fs.utimesSync(folder, new Date(), new Date());
      const left = Math.ceil(fs.statSync(folder).mtimeMs);
      // Nobody looks for a while; the start of the next process writes a probe into the folder.
      await systemClock.sleep(20, new AbortController().signal);
      await world.pass();
      expect(world.flow.open.all().get('A')).toMatchObject([{ taken: 3_000, takenAt: left }]);
    },
  );

  it('are dated before our own next file changes the outbox', async () => {
    const world = openWorld({ options: { lookEveryMs: 3_600_000 } });
    world.market.put('1', { lines: [line('1', 'A', '3')] });
    world.flow.start();
    await until('the first file is there', () => world.outboxNames().length === 1);
    await until('it is booked', () => world.flow.facts().outbox.written === 1);
    world.take();
    fs.utimesSync(world.outboxFolder, new Date(), new Date());
    const left = Math.ceil(fs.statSync(world.outboxFolder).mtimeMs);
    world.market.put('2');
    world.flow.nudge();
    await until('the second file is there', () => world.outboxNames().length === 1);
    await until('it is booked, too', () => world.flow.facts().outbox.written === 2);
    expect(world.flow.open.all().get('A')).toMatchObject([{ taken: 3_000, takenAt: left }]);
  });

  it('are dated by when they were seen where the disk keeps no time of its folders', async () => {
    const world = openWorld();
    world.market.put('1', { lines: [line('1', 'A', '3')] });
    await world.pass();
    world.take();
    const left = Date.now();
    fs.utimesSync(world.outboxFolder, 1, 1);
    await world.pass();
    const [order] = world.flow.open.all().get('A') ?? [];
    expect(order!.takenAt).toBeGreaterThanOrEqual(left);
  });

  it.each([
    ['minutes', 300_000],
    ['hours, as by another time zone', 14 * 3_600_000],
  ])(
    'are not dated before their file was written where the clock was put back since: by %s',
    async (_, aheadMs) => {
      const world = openWorld();
      world.deps = ({ clock }) => ({ clock: { ...clock, now: () => clock.now() + aheadMs } });
      world.market.put('1', { lines: [line('1', 'A', '3')] });
      const writtenAfter = Date.now() + aheadMs;
      await world.pass();
      world.deps = () => ({});
      world.restart();
      world.take();
      await world.pass();
      const [order] = world.flow.open.all().get('A') ?? [];
      expect(order!.takenAt).toBeGreaterThanOrEqual(writtenAfter);
    },
  );

  it('are looked for again within a minute, however long the looks before took', () => {
    const rests = [10, 2_000, 60_000].map((tookMs) => restAfterLooks(tookMs, tookMs));
    expect(rests).toEqual([200, 40_000, 60_000]);
  });

  it('are looked for again soon after one long look, such as the first beside all else that starts', () => {
    expect([restAfterLooks(3_000, 0), restAfterLooks(10, 3_000)]).toEqual([0, 200]);
  });

  it('are watched: somebody is told when the ERP takes nothing', async () => {
    const world = openWorld();
    world.options = { ...world.options, outbox: { ...world.options.outbox, watchdog: -1 } };
    await written(world);
    expect(world.flow.needsYou()).toMatchObject([
      {
        id: 'OUTBOX_NOT_TAKEN',
        cause: expect.stringContaining('1 order file is not picked up since'),
      },
    ]);
  });

  it('fault 113: are reported as well where the clock was days ahead as they were written, and was put right', async () => {
    const world = openWorld();
    const days = 3 * 24 * 60 * 60_000;
    world.deps = ({ clock }) => ({ clock: { ...clock, now: () => clock.now() + days } });
    await written(world);
    expect(world.flow.needsYou()).toEqual([]);
    world.deps = () => ({});
    world.restart();
    const cause =
      /^1 order file is not picked up; the clock showed .* when the first was written\.$/;
    expect(world.flow.needsYou()).toMatchObject([
      { id: 'OUTBOX_NOT_TAKEN', cause: expect.stringMatching(cause) },
    ]);
  });

  it('fault 113: have their time once more where the clock is set while they stand', async () => {
    const world = openWorld();
    let aheadMs = 0;
    let passedMs = 0;
    world.deps = ({ clock }) => ({
      clock: {
        ...clock,
        now: () => clock.now() + aheadMs + passedMs,
        monotonic: () => clock.monotonic() + passedMs,
      },
    });
    await written(world);
    const watchdogs: number[] = [];
    for (const days of [-2, 2]) {
      aheadMs += days * 24 * 60 * 60_000;
      watchdogs.push(world.flow.needsYou().length);
      passedMs += world.options.outbox.watchdog + 60_000;
      watchdogs.push(world.flow.needsYou().length);
    }
    // Who has been told is not untold.
    expect(watchdogs).toEqual([0, 1, 1, 1]);
  });
});
