import { describe, expect, it } from 'vitest';
import { openWorld } from './open-world.ts';

describe('the accept policy', () => {
  it('onWritten: accepts a placed order once its file is written, with that version as the check', async () => {
    const world = openWorld({ options: { accept: 'onWritten' } });
    world.market.put('1');
    world.market.put('2', { status: 'ACCEPTED' });
    await world.pass();
    expect(world.market.sent).toMatchObject([
      { ifMatch: 'v1', path: expect.stringContaining('/1/accept') },
    ]);
    expect(world.orderFiles().map(({ orderId, status }) => [orderId, status])).toEqual([
      [1, 'PLACED'],
      [2, 'ACCEPTED'],
      [1, 'ACCEPTED'],
    ]);
    await world.pass();
    expect(world.market.sent).toHaveLength(1);
  });

  it('onAcknowledged: accepts the newest version only, and only once the ERP has taken it', async () => {
    const world = openWorld({ options: { accept: 'onAcknowledged' } });
    world.market.put('1');
    await world.pass();
    expect(world.market.sent).toEqual([]);
    world.take();
    world.market.put('1', { summary: { paymentStatus: 'PAID' } });
    await world.pass();
    expect(world.market.sent).toEqual([]);
    world.take();
    await world.pass();
    expect(world.market.sent).toMatchObject([{ ifMatch: 'v2', effect: true }]);
  });

  it('fault 135: nothing is accepted while the outbox is offline', async () => {
    const world = openWorld({ options: { accept: 'onAcknowledged' } });
    world.market.put('1');
    await world.pass();
    world.outboxFolder satisfies string;
    const { claim } = world;
    world.claim = async () => ({
      offline: { reason: 'noMarker', sentence: 'outbox offline', remedy: 'Mount the share.' },
    });
    await world.pass();
    expect(world.market.sent).toEqual([]);
    world.claim = claim;
  });

  it('does not reach back when it is switched on', async () => {
    const world = openWorld();
    world.market.put('1');
    await world.pass();
    world.options = { ...world.options, accept: 'onWritten' };
    world.market.put('2');
    await world.pass();
    expect(world.market.effects()).toEqual(['2 accept']);
  });
});
