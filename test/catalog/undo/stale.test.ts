import { expect, it } from 'vitest';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

useRoom();

it('a plan of an undo that an order has made stale says so, and not that the same run is used now', async () => {
  await open(`  openOrders: subtract
  sources:
    - { name: articles, folder: ./out, files: "artikel*.csv", ${dialect}, mapping: { externalId: Nr, name: Name, availableQty: Menge } }`);
  await passOver({ 'artikel.csv': ['Nr;Name;Menge', 'A;Nagel A;20'] });
  await passOver({ 'artikel.csv': ['Nr;Name;Menge', 'A;Nagel A;30'] });
  const { plan } = await room.catalog.undo({ run: '2', quantities: true });
  const order = { orderNumber: 'O-1', quantity: 3_000, taken: 0, takenAt: null };
  await room.catalog.setOpenOrders([['A', [{ ...order, state: 'reserved' }]]], 1);
  await passOver();
  await expect(room.catalog.apply(plan, { quietMs: 200, who: 'clerk' })).rejects.toMatchObject({
    code: 'PLAN_STALE',
    message: `Plan ${plan} is stale: taking back run 2 sends something else by now, as after an order, a retry or a change of the configuration.`,
    remedy: 'Look at it again: stockhand undo 2',
  });
});

it('a plan of an undo stays good where another run is asked about after it, and says so once that is taken back', async () => {
  await open(`  sources:
    - { name: articles, folder: ./out, files: "artikel*.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, folder: ./out, files: "bestand*.csv", ${dialect}, missing: keep, mapping: { externalId: Nr, availableQty: Menge } }`);
  await passOver({ 'artikel.csv': ['Nr;Name', 'A;Nagel'], 'bestand.csv': ['Nr;Menge', 'A;1'] });
  await passOver({ 'artikel.csv': ['Nr;Name', 'A;Stift'] });
  await passOver({ 'artikel.csv': ['Nr;Name', 'A;Bolzen'] });
  const [older, newest] = await Promise.all(
    ['3', '4'].map((run) => room.catalog.undo({ run, quantities: false })),
  );
  const apply = (plan: string) => room.catalog.apply(plan, { quietMs: 5_000, who: 'clerk' });
  await apply(newest!.plan);
  await expect(apply(older!.plan)).rejects.toMatchObject({
    message: expect.stringContaining('is stale: articles has changed since, run 5 is used now'),
  });
});
