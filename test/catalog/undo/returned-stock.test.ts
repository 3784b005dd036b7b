import { expect, it } from 'vitest';
import { dialect, open, passOver, published, room, undone, useRoom } from '../one-room.ts';
import { callsSince, ledgerEnd } from '../room.ts';

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

it.each([
  ['as it is', false],
  ['with quantities', true],
])(
  'the undo, %s, of an unpublishing brings the last stock of the stock source',
  async (_, quantities) => {
    await open(`  vanished: unpublish
  sources:
    - { name: articles, folder: ./out, files: "artikel*.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, missing: keep, folder: ./out, files: "bestand*.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`);
    const others = [...'BCDEFGHIJKL'].map((id) => `${id};Nagel ${id}`);
    await passOver({ 'artikel.csv': ['Nr;Name', 'A;Nagel A', ...others] });
    await passOver({ 'bestand.csv': ['Nr;Menge', 'A;5'] });
    const { runs } = await passOver({ 'artikel.csv': ['Nr;Name', ...others] });
    await passOver({ 'bestand.csv': ['Nr;Menge', 'A;4'] });
    const since = await ledgerEnd(room.market);
    await undone(runs.at(-1)?.run, quantities);
    expect(await callsSince(room.market, since)).toEqual([
      ['upsert', expect.objectContaining({ externalId: 'A', availableQty: 4 })],
    ]);
  },
);
