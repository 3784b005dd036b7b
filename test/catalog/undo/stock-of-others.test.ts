import { expect, it } from 'vitest';
import { dialect, open, passOver, published, room, undone, useRoom } from '../one-room.ts';

useRoom();

it('the undo of a products run leaves the stock that a stock source gives by now', async () => {
  await open(`  sources:
    - { name: articles, folder: ./out, files: "artikel*.csv", ${dialect}, mapping: { externalId: Nr, name: Name, availableQty: Menge } }
    - { name: stock, kind: stock, missing: keep, folder: ./out, files: "bestand*.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`);
  const { config } = room.shop;
  const sources = config.catalog!.sources.slice(0, 1);
  const catalog = { ...config.catalog!, sources };
  await room.restart({ ...room.shop, config: { ...config, catalog } });
  await passOver({ 'artikel.csv': ['Nr;Name;Menge', 'A;Alt A;10', 'B;Alt B;1'] });
  await passOver({ 'artikel.csv': ['Nr;Name;Menge', 'A;Neu A;3', 'B;Alt B;1'] });
  await room.restart();
  await passOver({ 'bestand.csv': ['Nr;Menge', 'A;3', 'B;1'] });
  const { left } = await room.catalog.undo({ run: '2', quantities: true });
  const why = 'its stock stays as it is, because a stock source gives it now';
  expect(left).toEqual([{ externalId: 'A', why }]);
  await undone(2, true);
  const [back] = (await published()).filter(({ externalId }) => externalId === 'A');
  expect(back).toMatchObject({ name: 'Alt A', availableQty: 3 });
});
