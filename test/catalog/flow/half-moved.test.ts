import { expect, it } from 'vitest';
import { offline } from '../../../src/files/offline.ts';
import type { Files } from '../../../src/files/port.ts';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

useRoom();

const source = (keys: string) => `  sources:
    - { name: all, folder: ./out, files: "a*.csv", ${dialect}, ${keys}, afterImport: move, mapping: { externalId: Nr, name: Name } }`;
const csv = (row: string) => ['Nr;Name', row];
const whole = { 'a1.csv': csv('A;Nagel'), 'a2.csv': csv('B;Mutter'), 'a3.csv': csv('C;Keil') };

/** A program holds the file, so that it cannot be moved. */
const holding = (name: string): { files: (real: Files) => Files } => ({
  files: (real) => ({
    ...real,
    move: async (request) =>
      request.file.name === name ? offline('busy', 'it is held.') : real.move(request),
  }),
});

it('the rest of a union whose move was interrupted is no export of its own, and is moved later', async () => {
  await open(source('pick: union'));
  await room.restart(room.shop, room.post.send, holding('a2.csv'));
  await passOver(whole);
  expect(room.shop.names('out')).toEqual(['a2.csv', 'a3.csv', 'done']);
  const { runs, missing } = await room.pass();
  expect([runs, missing]).toMatchObject([[], [{ id: 'unmoved-all', cause: 'it is held.' }]]);
  expect(await room.catalog.held()).toEqual([]);
  await room.restart();
  expect(await passOver()).toEqual({ runs: [], calls: [] });
  expect(room.shop.names('out')).toEqual(['done']);
  const next = { ...whole, 'a1.csv': csv('A;Stift') };
  expect((await passOver(next)).runs).toMatchObject([{ read: 3, unchanged: 2 }]);
});

it('the rest is no export of another source either that reads the same files', async () => {
  const stock = source('pick: union, kind: stock')
    .replace('name: all', 'name: stock')
    .replace('afterImport: move', 'afterImport: keep')
    .replace('name: Name', 'availableQty: Menge');
  await open(`${source('pick: union')}\n${stock.split('\n')[1]}`);
  await room.restart(room.shop, room.post.send, holding('a2.csv'));
  const files = Object.entries(whole).map(([name, [, row]]) => [
    name,
    ['Nr;Name;Menge', `${row};1`],
  ]);
  await passOver(Object.fromEntries(files));
  expect(await passOver()).toEqual({ runs: [], calls: [] });
  expect(room.shop.names('out')).toEqual(['a2.csv', 'a3.csv', 'done']);
  expect(await passOver()).toEqual({ runs: [], calls: [] });
  await room.restart();
  expect(await passOver()).toEqual({ runs: [], calls: [] });
  expect(room.shop.names('out')).toEqual(['done']);
});

it('a companion that was left behind goes later, so that it is not read with the next export', async () => {
  await open(source('companions: ["{stem}.txt"]'));
  await room.restart(room.shop, room.post.send, holding('a1.txt'));
  room.shop.write('out/a1.txt', 'x');
  await passOver({ 'a1.csv': csv('A;Nagel') });
  expect(room.shop.names('out')).toEqual(['a1.txt', 'done']);
  await room.restart();
  await passOver();
  expect(room.shop.names('out')).toEqual(['done']);
});
