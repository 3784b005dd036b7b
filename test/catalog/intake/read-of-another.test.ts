import { expect, it } from 'vitest';
import { dialect, open, passFile, room, useRoom } from '../one-room.ts';

useRoom();

const stock = ['Nr;Name;Menge', 'A;Nagel;5'];

it('a stock export that a wide glob has read as articles is told, with the glob to narrow, until its own one counts again', async () => {
  await open(`  sources:
    - { name: articles, folder: ./out, files: "artikel*.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: lager, kind: stock, folder: ./out, files: "artikelbestand*.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`);
  const told = async () => (await room.catalog.needsYou()).filter(({ id }) => /^shared/.test(id));
  await passFile('artikelbestand.csv', stock);
  // Until now it may be meant to feed both.
  expect(await told()).toEqual([]);
  await passFile('artikel_1.csv', ['Nr;Name', 'A;Nagel', 'B;Mutter']);
  await passFile('artikelbestand_2.csv', stock);
  expect(await told()).toMatchObject([
    {
      cause:
        'artikelbestand_2.csv is matched by source "lager" (files: "artikelbestand*.csv") and by this one (files: "artikel*.csv"), which reads it as its own export as soon as it is the newest one.',
      fix: 'Narrow files: "artikel*.csv" of the source "articles", so that it matches only its own exports.',
    },
  ]);
  await passFile('artikel_3.csv', ['Nr;Name', 'A;Nagel', 'B;Mutter']);
  expect(await told()).toEqual([]);
});
