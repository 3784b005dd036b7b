import { expect, it } from 'vitest';
import { dialect, open, passOver, published, room, undone, useRoom } from '../one-room.ts';

useRoom();

it.each([2, 3])('an undo of run %i does not end that the newest file was refused', async (run) => {
  await open(`  sources:
    - { name: articles, folder: ./out, files: "artikel*.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }`);
  await passOver({ 'artikel.csv': ['Nr;Name', 'A;Nagel'] });
  await passOver({ 'artikel.csv': ['Nr;Name', 'A;Falsch'] });
  await passOver({ 'artikel.csv': ['Nummer;Name', 'A;Nagel'] });
  const refused = await room.catalog.needsYou();
  expect(refused).toMatchObject([{ id: 'refused-articles' }]);
  await undone(run);
  expect(await published()).toMatchObject([{ name: run === 2 ? 'Nagel' : 'Falsch' }]);
  expect(await room.catalog.needsYou()).toEqual(refused);
  expect((await room.catalog.facts()).sources[0]?.state).toBe('refused');
  expect((await room.catalog.plan()).refused).toEqual([
    expect.stringMatching(/^articles: artikel\.csv, column "Nr": is mapped, but/),
  ]);
  await passOver({ 'artikel.csv': ['Nr;Name', 'A;Neu'] });
  expect(await room.catalog.needsYou()).toEqual([]);
});
