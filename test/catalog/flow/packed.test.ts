import { expect, it } from 'vitest';
import { zipped } from '../../adapters/xlsx/zip.ts';
import { open, room, useRoom } from '../one-room.ts';
import { ledgerEnd, passSince } from '../room.ts';

useRoom();

const source = (more = ''): string => `  sources:
    - { name: articles, folder: ./out, files: "artikel*.zip", stable: { quiet: 0s }, ${more} mapping: { externalId: Nr, name: Name } }`;
const csv = (nr: string) => ({
  name: `${nr}.csv`,
  content: `Nr;Name\r\n${nr}1;Nagel\r\n${nr}2;Bolzen\r\n`,
});
const pack = (name: string, ...files: readonly ReturnType<typeof csv>[]): void =>
  room.shop.write(`out/${name}`, zipped(files));

async function sentOf() {
  const { calls } = await passSince(room, await ledgerEnd(room.market));
  return calls.flatMap(([, ...items]) => items.map((item) => item['externalId'])).toSorted();
}

it('two tables in one container are refused, and what the remedy says makes one export of them', async () => {
  await open(source());
  pack('artikel.zip', csv('a'), csv('b'));
  expect(await sentOf()).toEqual([]);
  const told = JSON.stringify(await room.catalog.needsYou());
  expect(told).toContain('Pack each file by itself, under names that match files: of the source');
  expect(told).toContain('also need pick: union of the source');
  await room.close();
  await open(source('pick: union,'));
  pack('artikel-a.zip', csv('a'));
  pack('artikel-b.zip', csv('b'));
  expect(await sentOf()).toEqual(['a1', 'a2', 'b1', 'b2']);
});

it('pictures beside the table are reported, unless they have a folder', async () => {
  const picture = { name: 'bilder/a1.jpg', content: 'x' };
  const notesOf = async (catalog: string) => {
    await open(catalog);
    pack('artikel.zip', csv('a'), picture);
    return (await room.pass()).notes;
  };
  expect(await notesOf(source())).toEqual([
    'articles: The ZIP container holds a picture, "a1.jpg": it is not read from there, but from catalog.pictures.folder.',
  ]);
  await room.close();
  expect(await notesOf(`  pictures: { folder: ./out }\n${source('fillDown: [Name],')}`)).toEqual(
    [],
  );
});
