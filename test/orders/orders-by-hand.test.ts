import { describe, expect, it } from 'vitest';
import { orderText } from '../../src/order-story.ts';
import { until } from '../support/until.ts';
import { line } from './fake-market.ts';
import { impatient, openWorld, openWritten, silent, written } from './open-world.ts';
import { realFiles } from './world.ts';

describe('orders by hand', () => {
  it('carries out a command without a running loop, and says how it ended', async () => {
    const world = await openWritten();
    const { signal } = new AbortController();
    expect(await world.flow.command('N-1', { action: 'accept', signal })).toEqual({
      outcome: 'done',
      orderStatus: 'ACCEPTED',
    });
    expect(world.market.sent).toMatchObject([{ ifMatch: 'v1' }]);
    expect(
      await world.flow.command('1', { action: 'reject', reason: 'no', version: 'any', signal }),
    ).toMatchObject({
      outcome: 'refused',
      code: 'CONFLICT',
    });
  });

  it('carries it out behind many rows of a file that wait for their receipt', async () => {
    const world = openWorld();
    const ids = Array.from({ length: 65 }, (_, index) => String(index + 1));
    for (const id of ids) world.market.put(id);
    await world.pass();
    const offline = { reason: 'missing', sentence: 'receipts are offline', remedy: '' } as const;
    const files = { ...realFiles, writeAtomically: async () => ({ offline }) };
    world.deps = () => ({ files });
    world.drop('accept.csv', `orderId,action\n${ids.slice(1).join(',accept\n')},accept\n`);
    const isTaken = () => world.store.commands.counts()?.waiting === 64;
    await world.passUntil('the file is taken', isTaken);
    world.restart();
    const { signal } = new AbortController();
    const byHand = await world.flow.command('1', { action: 'accept', signal });
    expect(byHand).toMatchObject({ outcome: 'done' });
    expect(world.market.effects()).toEqual(['1 accept']);
  });

  it('fault 85: goes on from what the last command by hand made of the order, whether its file is there or not', async () => {
    const world = await openWritten();
    world.take();
    const { signal } = new AbortController();
    await world.flow.command('N-1', { action: 'accept', signal });
    const dispatch = { action: 'dispatch', trackingCode: 'T', signal } as const;
    expect(await world.flow.command('N-1', dispatch)).toMatchObject({ outcome: 'done' });
    const [accepted, dispatched] = world.market.sent;
    expect([accepted, dispatched]).toMatchObject([{ ifMatch: 'v1' }, { effect: true }]);
    expect(dispatched?.ifMatch).not.toBe('v1');
  });

  it('fault 85: is decided on the file that the ERP has taken since the last look', async () => {
    const world = await openWritten();
    world.take();
    world.market.put('1', { lines: [line('1', 'A-1', '50')] });
    await world.pass();
    world.take();
    world.restart();
    const { signal } = new AbortController();
    const byHand = await world.flow.command('N-1', { action: 'accept', signal });
    expect(byHand).toMatchObject({ outcome: 'done' });
    expect(world.market.sent).toMatchObject([{ ifMatch: 'v2' }]);
  });

  it('fault 85: does not go on from it where the buyer has changed the order too', async () => {
    const world = await openWritten();
    const { signal } = new AbortController();
    await world.flow.command('N-1', { action: 'accept', signal });
    world.market.put('1', { lines: [line('1', 'A-1', '50')] });
    expect(await world.flow.command('N-1', { action: 'dispatch', signal })).toMatchObject({
      outcome: 'refused',
      code: 'ORDER_VERSION_CONFLICT',
      // The only file there is the one that the accept was decided on.
      message:
        'The order has changed and is ACCEPTED now; its newer order file is not written yet.',
    });
    expect(world.market.effects()).toEqual(['1 accept']);
  });

  it('refuses what a command file would be refused for, before any call', async () => {
    const world = await openWritten();
    const { signal } = new AbortController();
    // There is no file that could be put anywhere again.
    expect(await world.flow.command('1', { action: 'reject', signal })).toEqual({
      outcome: 'refused',
      code: 'COMMAND_REASON_MISSING',
      message: 'reject needs a reason. Fill in reason, and give the command again.',
    });
    await expect(world.flow.command('N-9', { action: 'accept', signal })).rejects.toMatchObject({
      code: 'ORDER_UNKNOWN',
    });
    expect(world.market.sent).toEqual([]);
  });

  it('refuses at once also while a command on another order has no answer yet', async () => {
    const world = await openWritten();
    await written(world, '2');
    world.deps = () => ({ sender: silent });
    world.restart();
    const ended = new AbortController();
    const { signal } = ended;
    const unanswered = world.flow.command('1', { action: 'accept', signal });
    await until('the request', () => world.store.lookup.commands('1')[0]?.state === 'SENT');
    const begunMs = performance.now();
    const refused = await world.flow.command('2', { action: 'reject', signal });
    expect(refused).toMatchObject({ outcome: 'refused', code: 'COMMAND_REASON_MISSING' });
    expect(performance.now() - begunMs).toBeLessThan(30_000);
    ended.abort();
    await unanswered;
  });

  it('ends after a minute where no answer comes, and the command goes on by itself', async () => {
    const world = await openWritten();
    const slept = impatient(world, 60_000);
    const stop = new AbortController();
    const end = await world.flow.command('1', { action: 'accept', signal: stop.signal });
    expect(end).toMatchObject({
      outcome: 'waiting',
      code: 'NO_ANSWER',
      message: expect.stringContaining('continues by itself'),
    });
    expect(slept).toContain(60_000);
    const next = (stopped?: string) => world.flow.why('1', stopped).next;
    expect(next()).toBe('The command accept waits. It is sent until it is answered.');
    expect(next('The key is refused.')).toBe('The command accept waits. The key is refused.');
    world.flow.pause('Ann');
    expect(next('The key is refused.')).toMatch(
      /^The command accept waits: orders have been paused since \S+ by Ann \(stockhand resume orders\)\.$/,
    );
    world.flow.resume('anna');
    stop.abort();
    await world.flow.stop();
    world.deps = () => ({});
    await world.pass();
    expect(world.market.effects()).toEqual(['1 accept']);
  });

  it('tries an order that could not be read again until the minute is over', async () => {
    const world = await openWritten();
    world.market.sendFaults = ['exhausted'];
    world.market.readFaults = [{ kind: 'none', cause: 'reset', detail: '' }];
    const { signal } = new AbortController();
    expect(await world.flow.command('1', { action: 'accept', signal })).toMatchObject({
      outcome: 'done',
    });
  });

  it('goes alone while orders are paused: what waits in files waits on', async () => {
    const world = openWorld();
    for (const id of ['1', '2', '3']) world.market.put(id);
    await world.pass();
    // Taken before the pause, without an answer; and dropped in it.
    world.drop('before.csv', 'orderNumber,action,version\nN-2,accept,any\n');
    world.deps = () => ({ sender: silent });
    await world.passUntil('the file is taken', () => world.names(world.receiptFolder).length > 0);
    world.deps = () => ({});
    world.restart();
    world.flow.pause('anna');
    world.drop('in.csv', 'orderNumber,action\nN-3,accept\n');
    const { signal } = new AbortController();
    const accept = { action: 'accept', version: 'any', signal } as const;
    expect(await world.flow.command('1', accept)).toMatchObject({ outcome: 'done' });
    expect(world.names(world.commandFolder)).toContain('in.csv');
    expect(world.market.effects()).toEqual(['1 accept']);
    world.flow.resume('anna');
    await world.pass();
    expect(world.market.effects().toSorted()).toEqual(['1 accept', '2 accept', '3 accept']);
  });

  it('is given again in a pause, and ends what it began there', async () => {
    const world = await openWritten();
    world.flow.pause('anna');
    impatient(world, 60_000);
    const stop = new AbortController();
    const accept = { action: 'accept', version: 'any' } as const;
    const first = await world.flow.command('1', { ...accept, signal: stop.signal });
    expect(first).toMatchObject({ outcome: 'waiting', code: 'NO_ANSWER' });
    stop.abort();
    await world.flow.stop();
    world.deps = () => ({});
    world.restart();
    const { signal } = new AbortController();
    expect(await world.flow.command('1', { ...accept, signal })).toMatchObject({
      orderStatus: 'ACCEPTED',
    });
    expect(world.market.effects()).toEqual(['1 accept']);
    expect(world.store.commands.counts()).toMatchObject({ waiting: 0 });
  });

  it('says what it waits for where a file commanded the order before it', async () => {
    const world = await openWritten();
    world.drop('before.csv', 'orderNumber,action,version\nN-1,accept,any\n');
    world.deps = () => ({ sender: silent });
    await world.passUntil('the file is taken', () => world.names(world.receiptFolder).length > 0);
    world.deps = () => ({});
    world.restart();
    world.flow.pause('anna');
    const { signal } = new AbortController();
    expect(
      await world.flow.command('1', { action: 'dispatch', version: 'any', signal }),
    ).toMatchObject({
      outcome: 'waiting',
      message:
        'An older command of the order must end first: stockhand orders show 1. This one is sent once orders are resumed (stockhand resume orders).',
    });
    expect(world.market.effects()).toEqual([]);
  });

  it('lists the newest version of each order, newest first', async () => {
    const world = openWorld();
    world.market.put('1');
    world.market.put('2');
    world.market.put('1', { status: 'ACCEPTED' });
    await world.pass();
    expect(
      world.flow.list({ limit: 10 }).map(({ orderId, status, end }) => [orderId, status, end]),
    ).toEqual([
      ['1', 'ACCEPTED', 'written'],
      ['2', 'PLACED', 'written'],
    ]);
    expect(world.flow.list({ status: 'PLACED', limit: 10 })).toHaveLength(1);
  });

  it('tells the whole story of an order', async () => {
    const world = await openWritten();
    world.drop('accept.csv', 'orderNumber,action\nN-1,accept\n');
    await world.pass();
    const story = world.flow.why('N-1');
    expect(story).toMatchObject({
      orderId: '1',
      status: 'ACCEPTED',
      versions: [
        { version: 'v1', end: 'written' },
        { version: 'v2', end: 'written' },
      ],
      files: [{ sequence: 1 }, { sequence: 2, change: 'changed' }],
      commands: [{ file: 'accept.csv', row: 2, action: 'accept', outcome: 'done' }],
      requests: [{ call: 'POST /connect/v1/supplier/orders/1/accept', status: 200, ifMatch: 'v1' }],
      next: expect.stringContaining('The ERP takes 000000002-1-'),
    });
    expect(() => world.flow.why('N-404')).toThrow(
      expect.objectContaining({ code: 'ORDER_UNKNOWN' }),
    );
  });

  it('says of no file that the ERP has yet to take it where nobody learns that it did', async () => {
    const world = openWorld();
    world.options = { ...world.options, outbox: { ...world.options.outbox, acknowledge: 'none' } };
    await written(world);
    const story = world.flow.why('N-1');
    expect(story.next).toBe(
      'Nothing: its file is written, and the ERP does not acknowledge files (acknowledge: none).',
    );
    expect(orderText(story)).not.toContain('picked up');
    expect(world.flow.facts().outbox).toMatchObject({
      unacknowledged: 0,
      isNeverAcknowledged: true,
    });
  });
});
