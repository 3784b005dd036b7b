import { expect, it } from 'vitest';
import { dialect, open, passOver, room, useRoom } from './one-room.ts';

useRoom();

const source = `  vanished: unpublish
  sources:
    - { name: articles, folder: ./out, files: "*.csv", ${dialect}, tooManyRejected: { share: 50%, count: 50 }, mapping: { externalId: Nr, name: Name, availableQty: Menge } }`;
const names = (of: Readonly<Record<number, string>> = {}) => [
  'Nr;Name;Menge',
  ...Array.from({ length: 200 }, (_, n) => `A${n};${of[n] ?? `Rohr ${n}`};5`),
];

it('quirk 15: a bare inch mark that swallows rows takes none of their articles off sale', async () => {
  await open(source);
  await passOver({ 'artikel.csv': names() });
  const { calls, runs } = await passOver({
    'artikel.csv': names({ 10: '"Rohr 3 x', 12: 'Rohr 4"' }),
  });
  expect(calls).toEqual([]);
  expect(runs.at(-1)).toMatchObject({ read: 198, rejected: 1, unchanged: 197, sent: 0 });
  expect(await room.catalog.held()).toMatchObject([{ items: 3 }]);
  expect(await room.market.products()).toHaveLength(200);
  expect((await passOver({ 'artikel.csv': names() })).calls).toEqual([]);
  expect(await room.catalog.held()).toEqual([]);
});
