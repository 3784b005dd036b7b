import { expect, it } from 'vitest';
import { dialect, open, passOver, published, room, undone, useRoom } from '../one-room.ts';

useRoom();

it('an order that comes after the undo is taken off the stock of an article that was unpublished', async () => {
  await open(`  vanished: unpublish
  openOrders: subtract
  sources:
    - { name: articles, folder: ./out, files: "artikel*.csv", ${dialect}, mapping: { externalId: Nr, name: Name, availableQty: Menge } }`);
  const head = 'Nr;Name;Menge';
  const others = [...'BCDEFGHIJKL'].map((id) => `${id};Nagel ${id};5`);
  await passOver({ 'artikel.csv': [head, 'A;Nagel A;5', ...others] });
  await passOver({ 'artikel.csv': [head, ...others] });
  await undone(2, true);
  const order = { orderNumber: 'O-1', quantity: 2_000, taken: 0, takenAt: null };
  await room.catalog.setOpenOrders([['A', [{ ...order, state: 'reserved' }]]], 1);
  await passOver();
  const back = (await published()).find(({ externalId }) => externalId === 'A');
  expect(back).toMatchObject({ availableQty: 3 });
});
