import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { answerOf, line } from './fake-market.ts';
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

/** An order that the ERP has as a file. */
async function written(world: World, id = '1'): Promise<void> {
  world.market.put(id);
  await world.pass();
}

describe('command files', () => {
  it('accepts with If-Match and a key, reads the order again and writes its new version', async () => {
    const world = open();
    await written(world);
    world.drop('accept.csv', 'orderNumber,action\r\nN-1,accept\r\n');
    const counts = await world.pass();
    expect(counts.commands).toEqual({ done: 1, refused: 0, waiting: 0 });
    expect(world.market.sent).toMatchObject([
      { path: '/connect/v1/supplier/orders/1/accept', ifMatch: 'v1', key: 'key 1', effect: true },
    ]);
    expect(world.receipt('accept.csv.receipt.csv')).toMatchObject([
      {
        row: '2',
        orderNumber: 'N-1',
        orderId: '1',
        action: 'accept',
        outcome: 'done',
        orderStatus: 'ACCEPTED',
      },
    ]);
    expect(world.orderFiles().map(({ change, status }) => [change, status])).toEqual([
      ['new', 'PLACED'],
      ['changed', 'ACCEPTED'],
    ]);
    expect(world.names(path.join(world.commandFolder, 'done'))).toEqual(['accept.csv']);
    expect(world.names(world.commandFolder)).toEqual(['done']);
  });

  it('takes semicolons, quotes, a byte order mark, and JSON with ids of every length', async () => {
    const world = open();
    world.market.put('9007199254740993');
    await written(world, '2');
    world.drop('a.csv', '\ufeffOrderId;Action;Reason\n2;reject;"out; of ""stock"""\n');
    world.drop('b.json', '[{"orderId": 9007199254740993, "action": "accept"}]');
    await world.pass();
    expect(world.market.effects().sort()).toEqual(['2 reject', '9007199254740993 accept']);
    const [reject] = world.market.sent.filter(({ path: to }) => to.endsWith('reject'));
    expect(Buffer.from(reject!.body!).toString()).toBe('{"reason":"out; of \\"stock\\""}');
    expect(world.receipt('b.json.receipt.json')).toMatchObject([
      { row: 1, orderId: '9007199254740993', outcome: 'done' },
    ]);
  });

  it('fault 82: the same file dropped twice acts once and is answered from the record', async () => {
    const world = open();
    await written(world);
    const text = 'orderNumber,action\nN-1,accept\n';
    world.drop('accept.csv', text);
    await world.pass();
    world.drop('accept.csv', text);
    world.drop('copy.csv', text);
    const counts = await world.pass();
    expect(counts.commands).toEqual({ done: 0, refused: 0, waiting: 0 });
    expect(world.market.sent).toHaveLength(1);
    for (const name of [
      'accept.csv.receipt.csv',
      'accept.csv.receipt.2.csv',
      'copy.csv.receipt.csv',
    ]) {
      expect(world.receipt(name)).toMatchObject([{ outcome: 'done', orderStatus: 'ACCEPTED' }]);
    }
    expect(world.names(path.join(world.commandFolder, 'done'))).toEqual([
      'accept.2.csv',
      'accept.csv',
      'copy.csv',
    ]);
  });

  it('fault 82: a refused row of a file dropped anew is a new try', async () => {
    const world = open();
    await written(world);
    world.market.sendFaults = [{ status: 422, type: 'STOCK_INSUFFICIENT', detail: 'A-1: 3 left' }];
    const text = 'orderNumber,action\nN-1,accept\n';
    world.drop('accept.csv', text);
    await world.pass();
    const [refused] = world.receipt('accept.csv.receipt.csv');
    expect(refused).toMatchObject({ outcome: 'refused', code: 'STOCK_INSUFFICIENT' });
    expect(refused!['message']).toContain('A-1: 3 left');
    expect(world.names(path.join(world.commandFolder, 'error'))).toEqual(['accept.csv']);
    world.drop('accept.csv', text);
    await world.pass();
    expect(world.receipt('accept.csv.receipt.2.csv')).toMatchObject([{ outcome: 'done' }]);
    expect(world.receipt('accept.csv.receipt.csv')).toMatchObject([{ outcome: 'refused' }]);
    expect(new Set(world.market.sent.map(({ key }) => key)).size).toBe(2);
  });

  it('fault 85: the check is what the ERP had when the command came, not a file of a second later', async () => {
    const world = open();
    await written(world);
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
    const world = open();
    await written(world);
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
    const world = open({ options: { lookEveryMs: 60_000 } });
    await written(world);
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
    const world = open();
    await written(world);
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
    const world = open({ options: {} });
    await written(world);
    world.market.put('1', { lines: [line('1', 'A-1', '6')] });
    await world.pass();
    world.drop('accept.csv', 'orderNumber,action,version\nN-1,accept,\n');
    await world.pass();
    world.drop('dispatch.csv', 'orderNumber,action,version\nN-1,dispatch,v1\n');
    await world.pass();
    expect(world.market.sent.map(({ ifMatch }) => ifMatch)).toEqual(['v2', 'v1']);
  });

  it('sends no check for version: any, and refuses where there is nothing to check against', async () => {
    const world = open({ options: { outbox: { ...new World().options.outbox, goLive: 'none' } } });
    world.market.put('1');
    await world.pass();
    world.drop('accept.csv', 'orderId,action,version\n1,accept,\n');
    await world.pass();
    expect(world.market.sent).toEqual([]);
    expect(world.receipt('accept.csv.receipt.csv')).toMatchObject([
      { outcome: 'refused', code: 'COMMAND_VERSION' },
    ]);
    world.drop('any.csv', 'orderId,action,version\n1,accept,any\n');
    await world.pass();
    expect(world.market.sent).toHaveLength(1);
    expect(world.market.sent[0]).not.toHaveProperty('ifMatch');
  });

  it('fault 130: accept and dispatch in one file go on from the version that our accept produced', async () => {
    const world = open();
    await written(world);
    world.drop('both.csv', 'orderNumber,action,trackingCode\nN-1,accept,\nN-1,dispatch,T-9\n');
    await world.pass();
    expect(world.market.sent.map(({ ifMatch }) => ifMatch)).toEqual(['v1', 'v2']);
    expect(world.receipt('both.csv.receipt.csv')).toMatchObject([
      { row: '2', outcome: 'done', orderStatus: 'ACCEPTED' },
      { row: '3', outcome: 'done', orderStatus: 'DISPATCHED' },
    ]);
  });

  it('does not go on from our own version where something else has changed meanwhile', async () => {
    const world = open();
    await written(world);
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
    const world = open();
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

  it('fault 86: a conflict whose wanted state holds is done', async () => {
    const world = open();
    await written(world);
    world.drop('accept.csv', 'orderNumber,action\nN-1,accept\n');
    world.market.put('1', { status: 'ACCEPTED' });
    world.market.pageFaults = [answerOf(500)];
    await world.pass();
    expect(world.receipt('accept.csv.receipt.csv')).toMatchObject([
      { outcome: 'done', orderStatus: 'ACCEPTED' },
    ]);
  });

  it('fault 87: an optimistic lock is answered with a new request and key, three more at most', async () => {
    const world = open();
    await written(world);
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
    expect(world.receipt('b.csv.receipt.csv')).toMatchObject([
      { outcome: 'refused', code: 'CONFLICT_OPTIMISTIC_LOCK' },
    ]);
  });

  it('fault 88: an open amendment waits for a new version on the feed, then goes once more', async () => {
    const world = open();
    world.market.put('1', { status: 'ACCEPTED' });
    await world.pass();
    const amended = world.market.orders.get('1')!;
    amended.amendment = true;
    world.drop('dispatch.csv', 'orderNumber,action\nN-1,dispatch\n');
    const counts = await world.pass();
    expect(counts.commands.waiting).toBe(1);
    expect(world.receipt('dispatch.csv.receipt.csv')).toMatchObject([
      { outcome: 'waiting', code: 'AMENDMENT_IN_FLIGHT' },
    ]);
    expect(world.names(path.join(world.commandFolder, 'done'))).toEqual(['dispatch.csv']);
    await world.pass();
    expect(world.market.sent).toHaveLength(1);
    world.market.put('1', { lines: [line('1', 'A-1', '6')] }).amendment = false;
    await world.pass();
    expect(world.market.sent.map(({ ifMatch }) => ifMatch)).toEqual(['v1', 'v2']);
    expect(world.receipt('dispatch.csv.receipt.csv')).toMatchObject([
      { outcome: 'done', orderStatus: 'DISPATCHED' },
    ]);
  });

  it('fault 88: an amended order is dispatched only once the ERP that takes its files has the amended version', async () => {
    const world = open();
    world.market.put('1', { status: 'ACCEPTED' });
    await world.pass();
    world.take();
    world.market.orders.get('1')!.amendment = true;
    world.drop('dispatch.csv', 'orderNumber,action\nN-1,dispatch\n');
    await world.pass();
    world.market.put('1', { lines: [line('1', 'A-1', '6')] }).amendment = false;
    await world.pass();
    expect(world.market.sent).toHaveLength(1);
    world.take();
    await world.pass();
    expect(world.market.effects()).toEqual(['1 dispatch']);
  });

  it('fault 44: a request that always fails is looked at, tried once under a new key, then left to a person', async () => {
    const world = open();
    await written(world);
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
    const world = open();
    await written(world);
    world.market.sendFaults = [{ status: 409, type: 'IDEMPOTENCY_KEY_REUSED' }];
    world.drop('accept.csv', 'orderNumber,action\nN-1,accept\n');
    await world.pass();
    expect(world.market.sent).toHaveLength(1);
    expect(world.receipt('accept.csv.receipt.csv')).toMatchObject([
      { outcome: 'refused', code: 'IDEMPOTENCY_KEY_REUSED' },
    ]);
  });

  it('fault 90: unknown orders and what is no id are refused before any call', async () => {
    const world = open();
    await written(world);
    world.drop(
      'ids.csv',
      'orderId,orderNumber,action\n1e3,,accept\n0x1F,,accept\n-1,,accept\n9007199254740993,,accept\n,N-404,accept\n,,accept\n2,N-1,accept\n',
    );
    await world.pass();
    expect(world.market.sent).toEqual([]);
    expect(world.receipt('ids.csv.receipt.csv').map(({ code }) => code)).toEqual([
      'COMMAND_ORDER_ID',
      'COMMAND_ORDER_ID',
      'COMMAND_ORDER_ID',
      'COMMAND_ORDER_UNKNOWN',
      'COMMAND_ORDER_UNKNOWN',
      'COMMAND_ORDER_MISSING',
      'COMMAND_ORDER_UNKNOWN',
    ]);
  });

  it('gives a receipt for a file that cannot be read, and moves it to error', async () => {
    const world = open();
    world.drop('broken.json', '[{"orderId": 1, "action": ');
    world.drop('columns.csv', 'bestellung;tu\n1;accept\n');
    world.drop('empty.csv', '');
    await world.pass();
    for (const name of [
      'broken.json.receipt.json',
      'columns.csv.receipt.csv',
      'empty.csv.receipt.csv',
    ]) {
      expect(world.receipt(name)).toMatchObject([
        { outcome: 'refused', message: expect.stringMatching(/\w+/) },
      ]);
    }
    expect(world.names(path.join(world.commandFolder, 'error'))).toEqual([
      'broken.json',
      'columns.csv',
      'empty.csv',
    ]);
  });

  it('fault 93: a file with the longest name there is holds up no other, also when it comes again', async () => {
    const world = open();
    for (const id of ['1', '2', '3']) world.market.put(id);
    await world.pass();
    const long = `${'x'.repeat(251)}.csv`;
    world.drop(long, 'orderId,action\n1,accept\n');
    world.drop('short.csv', 'orderId,action\n2,accept\n');
    await world.pass();
    world.drop(long, 'orderId,action\n3,accept\n');
    await world.pass();
    expect(world.market.effects()).toEqual(['2 accept', '1 accept', '3 accept']);
    expect(world.names(world.receiptFolder)).toHaveLength(3);
    expect(world.names(`${world.commandFolder}/done`)).toHaveLength(3);
  });

  it('fault 93: does nothing while receipts cannot be written, and goes on when they can', async () => {
    const world = open();
    await written(world);
    fs.rmdirSync(world.receiptFolder);
    world.drop('accept.csv', 'orderNumber,action\nN-1,accept\n');
    await world.pass();
    expect(world.market.sent).toEqual([]);
    expect(world.names(world.commandFolder)).toEqual(['accept.csv']);
    expect(world.flow.needsYou()).toMatchObject([{ id: 'COMMANDS_OFFLINE' }]);
    fs.mkdirSync(world.receiptFolder);
    await world.pass();
    expect(world.market.effects()).toEqual(['1 accept']);
  });

  it('fault 93: a receipt that cannot be written holds up every action, and the move of the file', async () => {
    const world = open();
    await written(world);
    let isFull = true;
    world.deps = ({ files }) => ({
      files: {
        ...files,
        writeAtomically: async (target, bytes) =>
          isFull
            ? { offline: { reason: 'full', sentence: 'no space left', remedy: 'Free space.' } }
            : files.writeAtomically(target, bytes),
      },
    });
    world.drop('accept.csv', 'orderNumber,action\nN-1,accept\n');
    await world.passUntil('the receipt is refused', () => world.flow.needsYou().length > 0);
    expect(world.market.sent).toEqual([]);
    expect(world.flow.needsYou()).toMatchObject([
      { id: 'COMMANDS_OFFLINE', cause: 'no space left' },
    ]);
    isFull = false;
    const send = world.market.send.bind(world.market);
    world.market.send = (mutation, signal) => {
      isFull = true;
      return send(mutation, signal);
    };
    await world.passUntil('the receipt is refused', () => world.flow.needsYou().length > 0);
    expect(world.market.effects()).toEqual(['1 accept']);
    expect(world.receipt('accept.csv.receipt.csv')).toMatchObject([{ outcome: 'waiting' }]);
    expect(world.names(world.commandFolder)).toEqual(['accept.csv']);
    isFull = false;
    await world.pass();
    expect(world.receipt('accept.csv.receipt.csv')).toMatchObject([{ outcome: 'done' }]);
    expect(world.names(path.join(world.commandFolder, 'done'))).toEqual(['accept.csv']);
    expect(world.market.sent).toHaveLength(1);
  });

  it('fault 92: commands that ask for a check go one by one, each with its own', async () => {
    const world = open();
    const ids = Array.from({ length: 80 }, (_, index) => String(index + 1));
    for (const id of ids) world.market.put(id);
    await world.pass();
    world.drop('many.csv', `orderId,action\n${ids.map((id) => `${id},accept\n`).join('')}`);
    const counts = await world.pass();
    expect(counts.commands).toEqual({ done: 80, refused: 0, waiting: 0 });
    expect(
      world.market.sent.every(({ path: to, ifMatch }) => !to.includes('batch') && ifMatch),
    ).toBe(true);
    expect(world.market.effects()).toHaveLength(80);
  });

  it('fault 84: leaves a file alone that is still being written', async () => {
    const world = open({ options: { quietMs: 60_000 } });
    await written(world);
    world.drop('accept.csv', 'orderNumber,action\nN-1,acc');
    await world.passFor(100);
    expect(world.names(world.commandFolder)).toEqual(['accept.csv']);
    expect(world.names(world.receiptFolder)).toEqual([]);
    expect(world.flow.facts().commands.waiting).toBe(0);
  });
});
