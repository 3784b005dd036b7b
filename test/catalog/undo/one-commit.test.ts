import { expect, it } from 'vitest';
import { dialect, open, passFile, room, undone, useRoom } from '../one-room.ts';

useRoom();

it('fault 26: the plan of an undo and the end of older runs are one commit', async () => {
  await open(`  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }`);
  await passFile('artikel.csv', ['Nr;Name', 'A;Alt']);
  await passFile('artikel.csv', ['Nr;Name', 'A;Neu']);
  const { runs } = room.catalog.store;
  const { unfinished } = runs;
  Object.assign(runs, {
    unfinished: () => {
      throw new Error('the disk is full');
    },
  });
  await expect(undone(2)).rejects.toThrow('the disk is full');
  Object.assign(runs, { unfinished });
  expect(room.catalog.store.sources.get('articles')).toMatchObject({ plan: null, done: 0 });
});

it('fault 14: no undo counts as the reading of an export, so a long one neither ends its thread nor blames a file', async () => {
  await open(`  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }`);
  const read = new Set<number>();
  await room.restart(room.shop, room.post.send, { reading: (run) => read.add(run) });
  await passFile('artikel.csv', ['Nr;Name', 'A;Alt']);
  await passFile('artikel.csv', ['Nr;Name', 'A;Neu']);
  await undone(2);
  expect(await room.market.products()).toMatchObject([{ externalId: 'A', name: 'Alt' }]);
  expect([...read].sort()).toEqual([0, 1, 2]);
});

it('while a large undo is planned, questions are answered', async () => {
  await open(`  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }`);
  const rows = (name: string) => [
    'Nr;Name',
    ...Array.from({ length: 600 }, (_, at) => `A${at};${name} ${at}`),
  ];
  for (const name of ['Alt', 'Neu']) await passFile('artikel.csv', rows(name));
  await room.catalog.release('1', 'clerk');
  await room.pass();
  let isAnswered = false;
  setImmediate(async () => {
    await room.catalog.why('A599');
    isAnswered = true;
  });
  expect(await room.catalog.undo({ run: '2', quantities: false })).toMatchObject({ changed: 600 });
  expect(isAnswered).toBe(true);
});
