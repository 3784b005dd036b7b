import fs from 'node:fs';
import path from 'node:path';
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

it('fault 135: the rest is known after a start that found the mount point without its share', async () => {
  await open(source('pick: union'));
  await room.restart(room.shop, room.post.send, holding('a2.csv'));
  await passOver(whole);
  const [out, share] = ['out', 'share'].map((name) => path.join(room.shop.folder, name));
  fs.renameSync(out!, share!);
  fs.mkdirSync(out!);
  await room.restart();
  expect((await passOver()).runs).toEqual([]);
  fs.rmdirSync(out!);
  fs.renameSync(share!, out!);
  await room.restart();
  expect((await passOver()).runs).toEqual([]);
  expect(room.shop.names('out')).toEqual(['done']);
});

it('an export of changes is read once, though an older version has noted one of its name as on its way', async () => {
  await open(source('contents: delta, companions: ["{stem}.txt"]'));
  const note = `half moved of ${path.join(room.shop.folder, 'out')} a*.csv`;
  const notes: string[] = [];
  await room.restart(room.shop, room.post.send, {
    files: (real) => ({
      ...real,
      move: async (request) => {
        notes.push(room.catalog.store.meta.get(note) ?? '');
        return real.move(request);
      },
    }),
  });
  const deliver = (row: string) => {
    room.shop.write('out/a1.txt', row);
    return passOver({ 'a1.csv': csv(row) });
  };
  await deliver('A;Nagel');
  const { sha256: _, ...old } = JSON.parse(notes[0]!);
  await room.restart(room.shop, room.post.send, holding('a1.csv'));
  room.catalog.store.meta.set(note, JSON.stringify(old));
  expect((await deliver('A;Stift')).runs).toHaveLength(1);
  expect((await passOver()).runs).toEqual([]);
});
