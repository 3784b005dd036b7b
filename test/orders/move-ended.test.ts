import { expect, it } from 'vitest';
import { moveEnded } from '../../src/orders/write-receipts.ts';
import { openOrdersStore } from '../../src/store/orders-store.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { FakeMarket } from './fake-market.ts';
import { jsonText, realFiles } from './world.ts';

const texts = { version: null, reason: null, trackingCode: null, notes: null };

it('reads the rows of a large command file only once none of them moves on by itself', async () => {
  const store = openOrdersStore(':memory:');
  const { commandFiles, commands } = store;
  const id = commandFiles.take({
    sha256: 'a',
    name: 'a.csv',
    receipt: 'a.csv.receipt.csv',
    knowledge: { sequence: 0, acknowledgement: 0 },
    entry: '["a.csv",1,1,1,"",""]',
    state: 'TAKEN',
    commands: [{ row: 2, orderNumber: 'N-1', orderId: '1', action: 'accept', ...texts }],
    at: 0,
  });
  const row = commands.change(commands.outcomes(id)[0]!, { known: 1 }, 0);
  let reads = 0;
  const outcomes: typeof commands.outcomes = (file) => {
    reads += 1;
    return commands.outcomes(file);
  };
  const deps = {
    store: { ...store, commands: { ...commands, outcomes } },
    clock: new FakeClock(),
    reads: new FakeMarket().reads,
    json: jsonText,
    files: { ...realFiles, moveFile: async () => ({ gone: true }) as const },
  };
  const look = async () => {
    commandFiles.receiptWritten(commandFiles.file(id)!);
    await moveEnded(deps, { folder: '/none', receipts: '/none' }, new Set());
    return [reads, commandFiles.openFiles().length];
  };
  expect(await look()).toEqual([0, 1]);
  commands.change(row, { state: 'DONE' }, 0);
  expect(await look()).toEqual([1, 0]);
  store.close();
});
