import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openWorld, openWritten, written } from './open-world.ts';

describe('command files', () => {
  it('accepts with If-Match and a key, reads the order again and writes its new version', async () => {
    const world = await openWritten();
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
    const world = openWorld();
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
    const world = await openWritten();
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
    expect(world.flow.why('1').commands.map(({ outcome }) => outcome)).toEqual([
      'done',
      'done',
      'done',
    ]);
  });

  it('fault 82: a row that waits is answered from the record too, and acts once when its wait is over', async () => {
    const world = openWorld();
    world.market.put('1', { status: 'ACCEPTED' });
    await world.pass();
    world.market.orders.get('1')!.amendment = true;
    const names = ['a.csv', 'b.csv'];
    for (const name of names) {
      world.drop(name, 'orderNumber,action\nN-1,dispatch\n');
      await world.pass();
      const receipt = world.receipt(`${name}.receipt.csv`);
      expect(receipt).toMatchObject([{ outcome: 'waiting', code: 'AMENDMENT_IN_FLIGHT' }]);
    }
    expect(world.market.sent).toHaveLength(1);
    world.market.put('1', { summary: { paymentStatus: 'PAID' } }).amendment = false;
    await world.pass();
    expect(world.market.effects()).toEqual(['1 dispatch']);
    expect(world.market.sent).toHaveLength(2);
    for (const name of names) {
      const receipt = world.receipt(`${name}.receipt.csv`);
      expect(receipt).toMatchObject([{ outcome: 'done', orderStatus: 'DISPATCHED' }]);
    }
  });

  it('says of a file or a row that cannot be read what to write, and names no setting of an export', async () => {
    const world = openWorld();
    world.dropBytes('a.csv', Buffer.from('orderId,action,reason\n1,reject,caf\xe9\n', 'latin1'));
    world.drop('b.json', '{"orderId":1,"action":"accept"}');
    world.drop('c.csv', 'orderId,action\n1,reject,"x\n');
    world.drop('d.csv', 'orderId,action\n1,accept,2,3\n');
    await world.pass();
    const whole = ['a.csv.receipt.csv', 'b.json.receipt.json', 'c.csv.receipt.csv'];
    for (const [refused] of whole.map((name) => world.receipt(name))) {
      expect(refused).toMatchObject({ outcome: 'refused' });
      expect(refused!['message']).toContain('Write it in UTF-8 as CSV');
      expect(refused!['message']).not.toMatch(/of the source|quote: none/);
    }
    const [row] = world.receipt('d.csv.receipt.csv');
    expect(row).toMatchObject({ row: '2', outcome: 'refused', code: 'ROW_RAGGED' });
    expect(row!['message']).toMatch(/Correct the row, and drop the file again\.$/);
  });

  it('fault 82: a refused row of a file dropped again is a new try', async () => {
    const world = await openWritten();
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

  it('fault 90: unknown orders and what is no id are refused before any call', async () => {
    const world = await openWritten();
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
    world.drop(
      'ids.json',
      '[{ "orderId": 1e0, "action": "accept" }, { "orderId": 1.0, "action": "accept" }]',
    );
    await world.pass();
    expect(world.market.sent).toEqual([]);
    expect(world.receipt('ids.json.receipt.json')).toMatchObject([
      { code: 'COMMAND_ORDER_ID', outcome: 'refused' },
      { code: 'COMMAND_ORDER_ID', outcome: 'refused' },
    ]);
  });

  it('gives a receipt for a file that cannot be read, and moves it to error', async () => {
    const world = openWorld();
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

  it('takes a file whose name ends as that of a receipt does, and no receipt of its own', async () => {
    const world = await openWritten();
    world.drop('goods.receipt.csv', 'orderNumber,action\nN-1,accept\n');
    await world.pass();
    const receipt = 'goods.receipt.csv.receipt.csv';
    expect(world.receipt(receipt)).toMatchObject([{ outcome: 'done' }]);
    world.drop(receipt, 'orderNumber,action\nN-1,cancel\n');
    await world.pass();
    expect(world.market.effects()).toEqual(['1 accept']);
    expect(world.names(world.commandFolder)).toEqual(['done', receipt]);
  });

  it('fault 93: a file with the longest name there is holds up no other, also when it comes again', async () => {
    const world = openWorld();
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
    const world = await openWritten();
    fs.rmdirSync(world.receiptFolder);
    world.drop('accept.csv', 'orderNumber,action\nN-1,accept\n');
    await world.pass();
    expect(world.market.sent).toEqual([]);
    expect(world.names(world.commandFolder)).toEqual(['accept.csv']);
    expect(world.flow.needsYou()).toMatchObject([{ id: 'COMMANDS_OFFLINE' }]);
    expect(world.flow.facts().commands.offline).toContain(world.receiptFolder);
    fs.mkdirSync(world.receiptFolder);
    await world.pass();
    expect(world.market.effects()).toEqual(['1 accept']);
  });

  it('fault 93: a receipt that cannot be written holds up every action, and the move of the file', async () => {
    const world = await openWritten();
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
    const world = openWorld();
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
    const world = await openWritten({ options: { quietMs: 60_000 } });
    world.drop('accept.csv', 'orderNumber,action\nN-1,acc');
    await world.passUntil('it is seen', () => world.flow.rest()?.restless === 1);
    expect(world.names(world.commandFolder)).toEqual(['accept.csv']);
    expect(world.names(world.receiptFolder)).toEqual([]);
    expect(world.flow.facts().commands.waiting).toBe(0);
    fs.appendFileSync(path.join(world.commandFolder, 'accept.csv'), 'ept\n');
    world.options = { ...world.options, quietMs: 5 };
    await world.pass();
    expect(world.receipt('accept.csv.receipt.csv')).toMatchObject([
      { row: '2', action: 'accept', outcome: 'done' },
    ]);
  });
});
