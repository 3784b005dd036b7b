import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as XLSX from 'xlsx';
import { groupsOf } from '../../src/orders/command-batch.ts';
import type { BatchItem } from './fake-market.ts';
import { openWorld } from './open-world.ts';
import type { World } from './world.ts';

const idsOf = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => String(index + 1));

async function placed(count: number): Promise<World> {
  const world = openWorld();
  for (const id of idsOf(count)) world.market.put(id);
  await world.pass();
  return world;
}

const rows = (ids: readonly string[], action: string): string =>
  ids.map((id) => `${id},${action},any\n`).join('');
const bodies = (world: World) =>
  world.market.sent
    .filter(({ path: to }) => to.includes('/batch/'))
    .map(({ body }) => JSON.parse(Buffer.from(body!).toString()) as { orderIds: number[] });
const outcomes = (world: World, name = 'all.csv.receipt.csv') =>
  world.receipt(name).map(({ outcome, orderStatus }) => `${outcome} ${orderStatus}`);

describe('commands that asked for no version check', () => {
  it('fault 92: go together, fifty at most, and every one has its receipt', async () => {
    const world = await placed(120);
    world.drop('all.csv', `orderId,action,version\n${rows(idsOf(120), 'accept')}`);
    const counts = await world.pass();
    expect(counts.commands).toEqual({ done: 120, refused: 0, waiting: 0 });
    const sizes = bodies(world).map(({ orderIds }) => orderIds.length);
    expect(Math.max(...sizes)).toBe(50);
    expect(new Set(world.market.batched).size).toBe(120);
    expect(world.market.sent.every(({ ifMatch }) => ifMatch === undefined)).toBe(true);
    expect(outcomes(world)).toEqual(idsOf(120).map(() => 'done ACCEPTED'));
    expect(world.names(path.join(world.commandFolder, 'done'))).toEqual(['all.csv']);
  });

  it('have the request of their batch in the story of each order', async () => {
    const world = await placed(3);
    world.drop('all.csv', `orderId,action,version\n${rows(['1', '2'], 'accept')}`);
    await world.pass();
    const calls = (id: string) => world.flow.why(id).requests.map(({ call }) => call);
    expect(calls('1')).toEqual(['POST /connect/v1/supplier/orders/batch/accept']);
    expect(calls('2')).toEqual(calls('1'));
    expect(calls('3')).toEqual([]);
  });

  it('leave those with a check, a reject or a cancel alone', async () => {
    const world = await placed(6);
    const alone = '1,accept,,\n2,accept,,\n3,reject,any,no\n4,cancel,any,no\n';
    const together = '5,accept,any,\n6,accept,any,\n';
    world.drop('all.csv', `orderId,action,version,reason\n${alone}${together}`);
    await world.pass();
    const paths = world.market.sent.map(({ path: to }) => to.split('/').slice(-2).join(' ')).sort();
    expect(paths).toEqual(['1 accept', '2 accept', '3 reject', '4 cancel', 'batch accept']);
  });

  it('that fail in the batch are asked alone, so that the receipt has the words of the service', async () => {
    const world = await placed(3);
    world.market.put('2', { status: 'CANCELLED' });
    world.drop('all.csv', `orderId,action,version\n${rows(idsOf(3), 'accept')}`);
    await world.pass();
    expect(outcomes(world)).toEqual(['done ACCEPTED', 'refused CANCELLED', 'done ACCEPTED']);
    expect(world.receipt('all.csv.receipt.csv')[1]?.['message']).toMatch(/\w+ \w+/);
    expect(world.market.sent.map(({ path: to }) => to.split('/').at(-2))).toEqual(['batch', '2']);
  });

  it('rows of one order keep their order: accept in one batch, dispatch in the next', async () => {
    const world = await placed(4);
    const text = idsOf(4)
      .map((id) => `${id},accept,any,\n${id},dispatch,any,T-${id}\n`)
      .join('');
    world.drop('all.csv', `orderId,action,version,trackingCode\n${text}`);
    await world.pass();
    expect(bodies(world)).toEqual([
      { orderIds: [1, 2, 3, 4] },
      { orders: idsOf(4).map((id) => ({ orderId: Number(id), trackingCode: `T-${id}` })) },
    ]);
    expect(outcomes(world).filter((each) => each === 'done DISPATCHED')).toHaveLength(4);
  });

  const shapes: Record<string, (items: readonly BatchItem[]) => unknown> = {
    'an empty object': () => ({}),
    'an empty list': () => [],
    nothing: () => '',
    HTML: () => '<html>ok</html>',
    'numbers alone': (items) => ({ succeeded: items.length, failed: 0 }),
    'only half of them': (items) => ({
      results: items
        .slice(0, 2)
        .map(({ orderId }) => ({ orderId: Number(orderId), status: 'dispatched' })),
    }),
  };
  it.each(Object.entries(shapes))(
    'fault 131: are read one by one where the answer to a batch is %s: none is done twice',
    async (_, batchAnswer) => {
      const world = await placed(4);
      for (const id of idsOf(4)) world.market.put(id, { status: 'ACCEPTED' });
      await world.pass();
      world.market.batchAnswer = batchAnswer;
      world.drop('all.csv', `orderId,action,version\n${rows(idsOf(4), 'dispatch')}`);
      await world.pass();
      expect(outcomes(world)).toEqual(idsOf(4).map(() => 'done DISPATCHED'));
      expect(world.market.batched).toHaveLength(4);
      expect(world.market.sent).toHaveLength(1);
    },
  );

  it('fault 131: that the answer does not name and that were not done are never called done', async () => {
    const world = await placed(3);
    world.market.put('2', { status: 'CANCELLED' });
    world.market.batchAnswer = () => ({});
    world.drop('all.csv', `orderId,action,version\n${rows(idsOf(3), 'accept')}`);
    await world.pass();
    expect(outcomes(world)).toEqual(['done ACCEPTED', 'refused CANCELLED', 'done ACCEPTED']);
  });

  it('I3: whose program ended before the answer send the same bytes under the same key', async () => {
    const world = await placed(5);
    world.market.sendFaults = ['lost'];
    world.drop('all.csv', `orderId,action,version\n${rows(idsOf(5), 'accept')}`);
    await world.passUntil('the batch is sent', () => world.market.sent.length > 0);
    await world.pass();
    const [first, again, ...more] = world.market.sent;
    expect(more).toEqual([]);
    expect(again).toMatchObject({
      key: first!.key,
      path: first!.path,
      body: first!.body,
      replayed: true,
    });
    expect(outcomes(world)).toEqual(idsOf(5).map(() => 'done ACCEPTED'));
    expect(world.market.batched).toHaveLength(5);
  });

  it('fault 44: whose batch always fails are looked at, and those not done go alone', async () => {
    const world = await placed(3);
    world.market.sendFaults = ['exhausted'];
    world.drop('all.csv', `orderId,action,version\n${rows(idsOf(3), 'accept')}`);
    await world.pass();
    expect(outcomes(world)).toEqual(idsOf(3).map(() => 'done ACCEPTED'));
    expect(world.market.sent.map(({ path: to }) => to.split('/').at(-2)).sort()).toEqual([
      '1',
      '2',
      '3',
      'batch',
    ]);
  });

  it('of a batch refused as a whole go alone', async () => {
    const world = await placed(3);
    world.market.sendFaults = [422];
    world.drop('all.csv', `orderId,action,version\n${rows(idsOf(3), 'accept')}`);
    await world.pass();
    expect(outcomes(world)).toEqual(idsOf(3).map(() => 'done ACCEPTED'));
    expect(world.market.sent).toHaveLength(4);
  });

  it('one alone is no batch', () => {
    const world = openWorld();
    const command = { state: 'READY', action: 'accept', version: 'any', tries: 0, request: null };
    expect(groupsOf(world.store, [command] as never)).toHaveLength(1);
    expect(
      groupsOf(world.store, [command, { ...command, action: 'dispatch' }] as never),
    ).toHaveLength(2);
  });
});

describe('commands from a spreadsheet', () => {
  it('are carried out like those of CSV, with a receipt in CSV', async () => {
    const world = await placed(2);
    const sheet = XLSX.utils.aoa_to_sheet([
      ['OrderId', 'Action', 'Reason'],
      [1, 'accept', ''],
      ['2', 'reject', 'out; of "stock"'],
    ]);
    const book = XLSX.utils.book_new(sheet, 'Commands');
    world.dropBytes(
      'commands.xlsx',
      XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer,
    );
    await world.pass();
    expect(world.market.effects().sort()).toEqual(['1 accept', '2 reject']);
    expect(world.receipt('commands.xlsx.receipt.csv')).toMatchObject([
      { row: '2', orderId: '1', outcome: 'done' },
      { row: '3', orderId: '2', outcome: 'done' },
    ]);
  });

  it('that are no spreadsheet are refused whole, with a reason', async () => {
    const world = await placed(1);
    world.drop('commands.xlsx', 'orderId,action\n1,accept\n');
    await world.pass();
    expect(world.receipt('commands.xlsx.receipt.csv')).toMatchObject([
      { row: '0', outcome: 'refused' },
    ]);
    expect(world.names(path.join(world.commandFolder, 'error'))).toEqual(['commands.xlsx']);
    expect(world.market.sent).toEqual([]);
  });
});
