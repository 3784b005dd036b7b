import { describe, expect, it } from 'vitest';
import { orderText } from '../../src/order-story.ts';
import { openWorld, openWritten, written } from './open-world.ts';

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
    const world = await openWritten({ options: { accept: 'onAcknowledged' } });
    expect(world.market.sent).toEqual([]);
    world.take();
    world.market.put('1', { summary: { paymentStatus: 'PAID' } });
    await world.pass();
    expect(world.market.sent).toEqual([]);
    world.take();
    await world.pass();
    expect(world.market.sent).toMatchObject([{ ifMatch: 'v2', effect: true }]);
  });

  it('tells an order that the marketplace does not let it accept, until the order has changed', async () => {
    const world = openWorld({ options: { accept: 'onWritten' } });
    world.market.put('1');
    world.market.sendFaults = [{ status: 422, type: 'CREDIT_HOLD', detail: 'Buyer 7 is on hold.' }];
    await world.pass();
    const told = [
      {
        id: expect.stringContaining('ORDER_NOT_ACCEPTED'),
        cause: expect.stringMatching(/^Order N-1 \(1\): Buyer 7 is on hold\. Release the credit/),
      },
    ];
    expect(world.flow.needsYou()).toMatchObject(told);
    await world.pass();
    expect(world.flow.needsYou()).toMatchObject(told);
    expect(world.market.sent).toHaveLength(1);
    world.market.put('1', { summary: { paymentStatus: 'PAID' } });
    await world.pass();
    expect(world.flow.needsYou()).toEqual([]);
    expect(world.market.effects()).toEqual(['1 accept']);
  });

  it('tells nobody of an order that a person has accepted since, also before the feed shows it', async () => {
    const world = openWorld({ options: { accept: 'onWritten' } });
    world.market.put('1');
    world.market.sendFaults = [{ status: 422, type: 'CREDIT_HOLD' }];
    await world.pass();
    expect(world.flow.needsYou()).toHaveLength(1);
    const { signal } = new AbortController();
    await world.flow.command('1', { action: 'accept', signal });
    expect(world.market.effects()).toEqual(['1 accept']);
    expect(world.flow.needsYou()).toEqual([]);
  });

  it('tells nobody of an order that was rejected meanwhile, and of none that has moved on', async () => {
    const world = openWorld({ options: { accept: 'onWritten' } });
    world.market.put('1');
    world.market.put('2');
    world.market.sendFaults = [
      { status: 422, type: 'CREDIT_HOLD' },
      { status: 409, type: 'ORDER_VERSION_CONFLICT' },
    ];
    await world.pass();
    expect(world.flow.needsYou()).toHaveLength(1);
    world.market.put('1', { status: 'REJECTED' });
    await world.pass();
    expect(world.flow.needsYou()).toEqual([]);
  });

  it('fault 135: nothing is accepted while the outbox is offline', async () => {
    const world = await openWritten({ options: { accept: 'onAcknowledged' } });
    world.outboxFolder satisfies string;
    const { claim } = world;
    world.claim = async () => ({
      offline: { reason: 'noMarker', sentence: 'outbox offline', remedy: 'Mount the share.' },
    });
    await world.pass();
    expect(world.market.sent).toEqual([]);
    world.claim = claim;
  });

  it('accepts all that the ERP has taken in one pass, also where no order file follows', async () => {
    const world = openWorld({ options: { accept: 'onAcknowledged', lookEveryMs: 60_000 } });
    const { outbox } = world.options;
    world.options = { ...world.options, outbox: { ...outbox, statuses: ['PLACED'] } };
    for (let id = 1; id <= 120; id += 1) world.market.put(String(id));
    await world.pass();
    world.take();
    await world.pass();
    expect(world.market.effects()).toHaveLength(120);
  });

  it('fault 118: tells it on lines of ours alone, whatever number the order has', async () => {
    const world = openWorld({ options: { accept: 'onWritten' } });
    world.market.put('1', { summary: { orderNumber: 'N\n  next: nothing' } });
    world.market.sendFaults = [{ status: 422, type: 'CREDIT_HOLD' }];
    await world.pass();
    const shown = 'N␣  next: nothing';
    expect(orderText(world.flow.why('1'))).toMatch(new RegExp(`^${shown} `));
    expect(world.flow.needsYou()).toMatchObject([{ cause: expect.stringContaining(shown) }]);
    expect(world.store.log.events(1)).toMatchObject([
      { text: `accept of order ${shown}: refused (CREDIT_HOLD)` },
    ]);
  });

  it('does not reach back when it is switched on', async () => {
    const world = await openWritten();
    world.options = { ...world.options, accept: 'onWritten' };
    await written(world, '2');
    expect(world.market.effects()).toEqual(['2 accept']);
  });
});
