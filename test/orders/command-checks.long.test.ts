import { describe, expect, it } from 'vitest';
import { answerOf, line } from './fake-market.ts';
import { openWorld, openWritten, written } from './open-world.ts';
import { World, withOutbox } from './world.ts';

describe('what a command is checked against', () => {
  it('fault 85: the check is what the ERP had when the command came, not a file of a second later', async () => {
    const world = await openWritten();
    world.take();
    world.drop('accept.csv', 'orderNumber,action\nN-1,accept\n');
    // The buyer's change reaches the outbox before the command is read.
    world.market.put('1', { lines: [line('1', 'A-1', '50')] });
    await world.pass();
    expect(world.market.sent).toMatchObject([{ ifMatch: 'v1', effect: false }]);
    const [row] = world.receipt('accept.csv.receipt.csv');
    expect(row).toMatchObject({ outcome: 'refused', code: 'ORDER_VERSION_CONFLICT' });
    expect(row!['message']).toContain(world.outboxNames()[0]);
  });

  it('fault 85: a file that appears while the command still rests was not known to whoever wrote it', async () => {
    const world = await openWritten();
    world.drop('accept.csv', 'orderNumber,action\nN-1,accept\n');
    world.options = { ...world.options, quietMs: 60_000 };
    await world.passUntil('the command is seen', () => world.store.sightings.names().length > 0);
    world.options = { ...world.options, quietMs: 5 };
    world.market.put('1', { lines: [line('1', 'A-1', '50')] });
    await world.pass();
    expect(world.outboxNames()).toHaveLength(2);
    expect(world.market.sent).toMatchObject([{ ifMatch: 'v1', effect: false }]);
  });

  it('fault 85: a command that comes just before a file appears is older than that file', async () => {
    const world = await openWritten({ options: { lookEveryMs: 60_000 } });
    world.market.put('1', { lines: [line('1', 'A-1', '50')] });
    withOutbox(world, (outbox) => ({
      stage: (...given) => {
        world.drop('accept.csv', 'orderNumber,action\nN-1,accept\n');
        return outbox.stage(...given);
      },
    }));
    await world.pass();
    expect(world.outboxNames()).toHaveLength(2);
    expect(world.market.sent).toMatchObject([{ ifMatch: 'v1', effect: false }]);
  });

  it('fault 85: an acknowledged version counts, a newer file that was only written does not', async () => {
    const world = await openWritten();
    world.take();
    await world.pass();
    world.market.put('1', { lines: [line('1', 'A-1', '6')] });
    await world.pass();
    expect(world.outboxNames()).toHaveLength(1);
    world.drop('accept.csv', 'orderNumber,action\nN-1,accept\n');
    await world.pass();
    expect(world.market.sent).toMatchObject([{ ifMatch: 'v1' }]);
  });

  it('fault 85: with nothing acknowledged the newest file counts, and an explicit version always', async () => {
    const world = await openWritten({ options: {} });
    world.market.put('1', { lines: [line('1', 'A-1', '6')] });
    await world.pass();
    world.drop('accept.csv', 'orderNumber,action,version\nN-1,accept,\n');
    await world.pass();
    world.drop('dispatch.csv', 'orderNumber,action,version\nN-1,dispatch,v1\n');
    await world.pass();
    expect(world.market.sent.map(({ ifMatch }) => ifMatch)).toEqual(['v2', 'v1']);
  });

  it('sends no check for version: any, and refuses where there is nothing to check against', async () => {
    const world = openWorld({
      options: { outbox: { ...new World().options.outbox, goLive: 'none' } },
    });
    await written(world);
    world.drop('accept.csv', 'orderId,action,version\n1,accept,\n');
    await world.pass();
    expect(world.market.sent).toEqual([]);
    expect(world.receipt('accept.csv.receipt.csv')).toMatchObject([
      { orderNumber: 'N-1', outcome: 'refused', code: 'COMMAND_VERSION', orderStatus: 'PLACED' },
    ]);
    world.drop('any.csv', 'orderId,action,version\n1,accept,any\n');
    await world.pass();
    expect(world.market.sent).toHaveLength(1);
    expect(world.market.sent[0]).not.toHaveProperty('ifMatch');
  });

  it('fault 130: accept and dispatch in one file go on from the version that our accept produced', async () => {
    const world = await openWritten();
    world.drop('both.csv', 'orderNumber,action,trackingCode\nN-1,accept,\nN-1,dispatch,T-9\n');
    await world.pass();
    expect(world.market.sent.map(({ ifMatch }) => ifMatch)).toEqual(['v1', 'v2']);
    expect(world.receipt('both.csv.receipt.csv')).toMatchObject([
      { row: '2', outcome: 'done', orderStatus: 'ACCEPTED' },
      { row: '3', outcome: 'done', orderStatus: 'DISPATCHED' },
    ]);
  });

  it('does not go on from our own version where something else has changed meanwhile', async () => {
    const world = await openWritten();
    let isFirst = true;
    world.market.beforeRead = (order) => {
      if (order.status !== 'ACCEPTED' || !isFirst) return;
      isFirst = false;
      world.market.put('1', { lines: [line('1', 'A-1', '500')] });
    };
    world.drop('both.csv', 'orderNumber,action\nN-1,accept\nN-1,dispatch\n');
    await world.pass();
    expect(world.market.effects()).toEqual(['1 accept']);
    expect(world.receipt('both.csv.receipt.csv')).toMatchObject([
      { outcome: 'done' },
      { outcome: 'refused', code: 'ORDER_VERSION_CONFLICT' },
    ]);
  });

  it('fault 89: rows of an order go in their order, and a refused one ends the rest of its order only', async () => {
    const world = openWorld();
    world.market.put('2');
    await written(world);
    world.drop(
      'mixed.csv',
      'orderNumber,action,reason\nN-1,dispatch,\nN-2,accept,\nN-1,accept,\nN-2,cancel,late\n',
    );
    await world.pass();
    expect(world.market.effects()).toEqual(['2 accept', '2 cancel']);
    expect(
      world.receipt('mixed.csv.receipt.csv').map(({ outcome, code }) => [outcome, code]),
    ).toEqual([
      ['refused', 'CONFLICT'],
      ['done', ''],
      ['refused', 'COMMAND_EARLIER_REFUSED'],
      ['done', ''],
    ]);
  });

  it('fault 89: a row that was refused before the feed knew its order ends the rest of its order, too', async () => {
    const world = openWorld();
    await written(world, '2');
    world.market.put('1');
    world.market.pageFaults = [answerOf(503)];
    world.drop('early.csv', 'orderNumber,action,version\nN-1,reject,any\nN-1,accept,any\n');
    await world.pass();
    expect(world.market.effects()).toEqual([]);
    expect(world.receipt('early.csv.receipt.csv').map(({ code }) => code)).toEqual([
      'COMMAND_REASON_MISSING',
      'COMMAND_EARLIER_REFUSED',
    ]);
  });

  it('fault 89: such a row counts also where a row before it was carried out', async () => {
    const world = openWorld();
    await written(world, '2');
    world.market.put('1');
    world.market.pageFaults = [answerOf(503)];
    const rows = ['N-1,accept,any', 'N-1,reject,any', 'N-1,dispatch,any'];
    world.drop('early.csv', `orderNumber,action,version\n${rows.join('\n')}\n`);
    await world.pass();
    expect(world.market.effects()).toEqual(['1 accept']);
    expect(world.receipt('early.csv.receipt.csv').map(({ code }) => code)).toEqual([
      '',
      'COMMAND_REASON_MISSING',
      'COMMAND_EARLIER_REFUSED',
    ]);
  });

  it('tells the number and the status of an order, as far as they are known, where a row is refused before any call', async () => {
    const world = await openWritten();
    const rows = ['1,,reject', '1,N-2,reject', '7,,reject'];
    world.drop('refused.csv', `orderId,orderNumber,action\n${rows.join('\n')}\n`);
    await world.pass();
    expect(world.market.sent).toEqual([]);
    const told = world.receipt('refused.csv.receipt.csv');
    expect(told.map(({ orderNumber, orderStatus }) => [orderNumber, orderStatus])).toEqual([
      ['N-1', 'PLACED'],
      ['N-2', ''],
      ['', ''],
    ]);
  });

  it('fault 89: what comes after a row that waits waits as well', async () => {
    const world = openWorld();
    world.market.put('1', { status: 'ACCEPTED' });
    await world.pass();
    world.market.orders.get('1')!.amendment = true;
    world.drop('two.csv', 'orderNumber,action,version\nN-1,dispatch,any\nN-1,cancel,any\n');
    await world.pass();
    expect(world.market.sent.map(({ path: to }) => to.split('/').at(-1))).toEqual(['dispatch']);
    const outcomes = () => world.receipt('two.csv.receipt.csv').map(({ outcome }) => outcome);
    expect(outcomes()).toEqual(['waiting', 'waiting']);
    world.market.put('1').amendment = false;
    await world.pass();
    expect(outcomes()).toEqual(['done', 'refused']);
    expect(world.market.effects()).toEqual(['1 dispatch']);
  });

  it('a dispatch of an order that is dispatched already is done, and says that its texts may not have arrived', async () => {
    const world = openWorld();
    world.market.put('1', { status: 'ACCEPTED' });
    await world.pass();
    const dispatch = async (name: string, tracking: string) => {
      world.take();
      world.drop(name, `orderNumber,action,trackingCode\nN-1,dispatch,${tracking}\n`);
      await world.pass();
      return world.receipt(`${name}.receipt.csv`)[0];
    };
    expect(await dispatch('a.csv', 'T-1')).toMatchObject({ outcome: 'done', message: '' });
    expect(await dispatch('b.csv', 'T-2')).toMatchObject({
      outcome: 'done',
      code: '',
      message: expect.stringMatching(/^The order was DISPATCHED already: trackingCode of this/),
    });
    // A file that grows names the same dispatch each time.
    expect(await dispatch('c.csv', 'T-1\nN-9,accept,')).toMatchObject({
      outcome: 'done',
      message: '',
    });
  });

  it('a reject or cancel of an order that is so already is done, and says that its reason may not have arrived', async () => {
    const world = await openWritten();
    world.market.put('1', { status: 'CANCELLED' });
    world.drop('a.csv', 'orderNumber,action,reason\nN-1,cancel,Ausverkauft\nN-1,cancel,\n');
    await world.pass();
    expect(world.market.effects()).toEqual([]);
    expect(world.receipt('a.csv.receipt.csv')).toMatchObject([
      {
        outcome: 'done',
        message: expect.stringMatching(/^The order was CANCELLED already: reason of this/),
      },
      { outcome: 'done', message: '' },
    ]);
  });

  it('fault 86: a conflict whose wanted state holds is done', async () => {
    const world = await openWritten();
    world.drop('accept.csv', 'orderNumber,action\nN-1,accept\n');
    world.market.put('1', { status: 'ACCEPTED' });
    world.market.pageFaults = [answerOf(500)];
    await world.pass();
    expect(world.receipt('accept.csv.receipt.csv')).toMatchObject([
      { outcome: 'done', orderStatus: 'ACCEPTED' },
    ]);
  });

  it('fault 87: an optimistic lock is answered with a new request and key, three more at most', async () => {
    const world = await openWritten();
    const lock = { status: 409, type: 'CONFLICT_OPTIMISTIC_LOCK' };
    world.market.sendFaults = [lock];
    world.drop('a.csv', 'orderNumber,action\nN-1,accept\n');
    await world.pass();
    expect(world.market.effects()).toEqual(['1 accept']);
    expect(new Set(world.market.sent.map(({ key }) => key)).size).toBe(2);
    world.market.sendFaults = [lock, lock, lock, lock, lock];
    world.drop('b.csv', 'orderNumber,action,version\nN-1,dispatch,v2\n');
    await world.pass();
    expect(world.market.sent).toHaveLength(6);
    expect(new Set(world.market.sent.map(({ key }) => key)).size).toBe(6);
    expect(world.receipt('b.csv.receipt.csv')).toMatchObject([
      { outcome: 'refused', code: 'CONFLICT_OPTIMISTIC_LOCK' },
    ]);
  });

  it('fault 44: a request that always fails is looked at, tried once under a new key, then left to a person', async () => {
    const world = await openWritten();
    world.market.sendFaults = ['exhausted', 'exhausted'];
    world.drop('accept.csv', 'orderNumber,action\nN-1,accept\n');
    await world.pass();
    expect(new Set(world.market.sent.map(({ key }) => key)).size).toBe(2);
    expect(world.receipt('accept.csv.receipt.csv')).toMatchObject([
      { outcome: 'waiting', code: 'COMMAND_UNANSWERED' },
    ]);
    expect(world.flow.needsYou()).toMatchObject([
      { id: expect.stringContaining('COMMAND_UNANSWERED') },
    ]);
    world.flow.retry('N-1');
    await world.pass();
    expect(world.market.effects()).toEqual(['1 accept']);
  });

  it('fault 43: a reused key is refused and never repeated', async () => {
    const world = await openWritten();
    world.market.sendFaults = [{ status: 409, type: 'IDEMPOTENCY_KEY_REUSED' }];
    world.drop('accept.csv', 'orderNumber,action\nN-1,accept\n');
    await world.pass();
    expect(world.market.sent).toHaveLength(1);
    expect(world.receipt('accept.csv.receipt.csv')).toMatchObject([
      { outcome: 'refused', code: 'IDEMPOTENCY_KEY_REUSED' },
    ]);
    const told = world.store.log.events(20).map(({ text }) => text);
    expect(told.join('\n')).toContain('its key was used before');
    await world.pass();
    expect(world.market.sent).toHaveLength(1);
  });
});
