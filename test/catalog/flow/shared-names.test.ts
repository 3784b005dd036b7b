import { expect, it } from 'vitest';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

useRoom();

const sources = (files: string, keys = '') => `  sources:
    - { name: articles, folder: ./out, files: "${files}", ${keys} ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: lager, kind: stock, folder: ./out, files: "artikelbestand*.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;
const narrow =
  'Narrow files: "artikel*.csv" of the source "articles", so that it matches only its own exports.';
const named = 'Source "lager" matches this name too (files: "artikelbestand*.csv").';

it('an export of another source is refused with the name of that source and the glob to narrow', async () => {
  await open(sources('artikel*.csv'));
  await passOver({ 'artikel.csv': ['Nr;Name', 'A;Nagel'] });
  await passOver({ 'artikelbestand.csv': ['Nr;Menge', 'A;5'] });
  expect(await room.catalog.needsYou()).toMatchObject([
    { id: 'refused-articles', cause: expect.stringContaining(named), fix: narrow },
  ]);
  expect(await room.market.products()).toMatchObject([{ name: 'Nagel', availableQty: 5 }]);
});

it('so is a file of changes that would otherwise be asked about as lost', async () => {
  await open(sources('artikel*.csv', 'contents: delta,'));
  await passOver({ 'artikel.csv': ['Nr;Name', 'A;Nagel'] });
  await passOver({ 'artikelbestand.csv': ['Nr;Menge', 'A;5'] });
  expect((await room.catalog.held())[0]?.sentence).toContain(named);
});

it('the mapping is still what to correct where the source spells out the name', async () => {
  await open(sources('artikelbestand.csv'));
  await passOver({ 'artikelbestand.csv': ['Nr;Menge', 'A;5'] });
  const [need] = await room.catalog.needsYou();
  expect(need?.cause).not.toContain('lager');
  expect(need?.fix).toContain('Correct the mapping');
});
