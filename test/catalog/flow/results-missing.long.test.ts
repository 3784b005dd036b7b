import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

useRoom();

it('results are reported as missing as long as one of them cannot be written, though later ones can', async () => {
  await open(`  sources:
    - { name: art, folder: ./out, files: "a*.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }`);
  const next = (name: string) => passOver({ 'a.csv': ['Nr;Name', `A;${name}`] });
  const [first] = (await next('Nagel')).runs;
  const name = `art-${first!.run + 1}.books.json`;
  const blocked = path.join(room.shop.folder, 'results', name);
  fs.mkdirSync(blocked);
  await next('Mutter');
  await next('Keil');
  expect(await room.catalog.needsYou()).toMatchObject([
    { id: 'results-offline', cause: expect.stringContaining(name) },
  ]);
  fs.rmdirSync(blocked);
  await room.pass();
  expect(await room.catalog.needsYou()).toEqual([]);
  expect(JSON.parse(fs.readFileSync(blocked, 'utf8'))).toMatchObject({ final: true });
});

it('between two passes, results that are missing are reported as long as they cannot be written', async () => {
  await open(`  sources:
    - { name: art, folder: ./out, files: "a*.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }`);
  const folder = path.join(room.shop.folder, 'results');
  fs.rmdirSync(folder);
  await passOver({ 'a.csv': ['Nr;Name', 'A;Nagel'] });
  // The first import has made it; one that is gone later is on a share that is away.
  fs.rmSync(folder, { recursive: true });
  await passOver({ 'a.csv': ['Nr;Name', 'A;Keil'] });
  await room.restart();
  expect(await room.catalog.needsYou()).toMatchObject([
    { id: 'results-offline', cause: `${folder} does not exist.` },
  ]);
  fs.mkdirSync(folder);
  await room.restart();
  expect(await room.catalog.needsYou()).toEqual([]);
  await room.pass();
  expect(fs.readdirSync(folder)).toHaveLength(1);
});
