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
