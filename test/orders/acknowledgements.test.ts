import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { offline } from '../../src/files/offline.ts';
import { openWorld } from './open-world.ts';
import { withOutbox } from './world.ts';

describe('acknowledgements', () => {
  it('come by removal, once', async () => {
    const world = openWorld();
    world.market.put('1');
    world.market.put('2');
    await world.pass();
    expect(world.flow.facts().outbox).toMatchObject({ unacknowledged: 2 });
    world.take([world.outboxNames()[0]!]);
    await world.pass();
    expect(world.flow.facts().outbox).toMatchObject({ unacknowledged: 1, written: 2 });
  });

  it('fault 135: do not come from an outbox that goes offline while Stockhand runs', async () => {
    const world = openWorld();
    world.market.put('1');
    await world.pass();
    withOutbox(world, () => ({ list: async () => offline('noMarker', 'outbox offline') }));
    await world.pass();
    expect(world.flow.facts().outbox.unacknowledged).toBe(1);
  });

  it('come by an .ack file where that is configured', async () => {
    const world = openWorld();
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
    const world = openWorld();
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
