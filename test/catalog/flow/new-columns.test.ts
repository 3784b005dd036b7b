import { expect, it } from 'vitest';
import { openShop } from '../../support/catalog.ts';
import { dialect, open, passFile, room, useRoom } from '../one-room.ts';

const named = `  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }`;

useRoom();

it('lessons 9: a new column is in the line of the source until a file lacks it or the configuration uses it', async () => {
  await open(named);
  const line = async () => {
    const { state, sentence } = (await room.catalog.facts()).sources[0]!;
    return [state, /(?<= in step\.).*/.exec(sentence)?.[0].trim()];
  };
  const told = (columns: string) => [
    'inStep',
    `The export has ${columns} that the configuration does not use: "Lager3"${columns === 'a new column' ? '' : ', "Farbe"'}.`,
  ];
  await passFile('artikel.csv', ['Nr;Name;Lager', 'A;Nagel;1']);
  expect(await line()).toEqual(['inStep', '']);
  await passFile('artikel.csv', ['Nr;Name;Lager;Lager3', 'A;Nagel;1;2']);
  expect(await line()).toEqual(told('a new column'));
  await passFile('artikel.csv', ['Nr;Name;Lager;Lager3;Farbe', 'A;Bolzen;1;2;rot']);
  expect(await line()).toEqual(told('2 new columns'));
  const { config } = room.shop;
  const branded = await openShop(named.replace('name: Name', 'name: Name, brand: Farbe'));
  const { mapping } = branded.config.catalog!.sources[0]!;
  const sources = [{ ...config.catalog!.sources[0]!, mapping }];
  await room.restart({
    ...room.shop,
    config: { ...config, catalog: { ...config.catalog!, sources } },
  });
  await room.pass();
  expect(await line()).toEqual(told('a new column'));
  await passFile('artikel.csv', ['Nr;Name;Lager;Farbe', 'A;Niete;1;rot']);
  expect(await line()).toEqual(['inStep', '']);
  expect(await room.catalog.needsYou()).toEqual([]);
});

it('the unit of an attribute pair that files before had without it is a column that is used', async () => {
  const pair = '{ name: Merkmal*, value: Wert*, unit: Einheit* }';
  await open(named.replace('name: Name', `name: Name, attributes: { pairs: [${pair}] }`));
  await passFile('artikel.csv', ['Nr;Name;Merkmal1;Wert1', 'A;Nagel;Breite;2']);
  await passFile('artikel.csv', ['Nr;Name;Merkmal1;Wert1;Einheit1', 'A;Nagel;Breite;2;mm']);
  const [{ sentence } = { sentence: '' }] = (await room.catalog.facts()).sources;
  expect(sentence).not.toContain('new column');
});
