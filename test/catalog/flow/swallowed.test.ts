import { expect, it } from 'vitest';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

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

it.each([
  ['a ditto mark', ['A;L1;5;"', 'B;L1;7;"', 'A;L2;1;', 'B;L2;2;', 'C;L1;4;']],
  ['text behind a mark', ['A;L1;5;"', '"B";L1;7;', 'A;L2;1;', 'B;L2;2;', 'C;L1;4;']],
])('quirk 15: a row that is swallowed by %s is left out of no sum in silence', async (_, rows) => {
  await open(`  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, duplicates: sum, missing: zero, folder: ./out, files: "bestand.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`);
  const stock = (...lines: string[]) => ({ 'bestand.csv': ['Nr;Lager;Menge;Bem', ...lines] });
  await passOver({
    'artikel.csv': ['Nr;Name', 'A;Nagel', 'B;Mutter', 'C;Rohr'],
    ...stock('A;L1;5;', 'A;L2;1;', 'B;L1;7;', 'B;L2;2;', 'C;L1;3;'),
  });
  const { calls } = await passOver(stock(...rows));
  expect(calls).toEqual([['stock', { externalId: 'C', availableQty: 4 }]]);
  expect((await room.catalog.why('B')).complaints.join()).toContain('cannot be added up');
});

it('quirk 15: ditto marks take none of the articles whose rows they swallow off sale', async () => {
  await open(source);
  const file = (ditto: readonly number[]) =>
    ['Nr;Name;Menge;Bem'].concat(
      Array.from({ length: 200 }, (_, n) => `A${n};Rohr ${n};5;${ditto.includes(n) ? '"' : ''}`),
    );
  await passOver({ 'artikel.csv': file([]) });
  const { calls, runs } = await passOver({ 'artikel.csv': file([20, 21, 40, 41]) });
  expect(calls).toEqual([]);
  expect(runs.at(-1)).toMatchObject({ read: 198, rejected: 2, unchanged: 196 });
  expect(await room.catalog.held()).toMatchObject([{ items: 4 }]);
});

it('quirk 15: nor where article numbers are written in many ways and no column holds a number', async () => {
  await open(source.replace(', availableQty: Menge', ''));
  const keys = ['M8x40-A2', '4711', 'DIN-933-8', '55/3', 'AB.17.X', 'R 20/4'];
  const file = (ditto: readonly number[]) =>
    ['Nr;Name;Einheit;Bem'].concat(
      Array.from({ length: 60 }, (_, n) =>
        [`${keys[n % 6]}-${n}`, 'Rohr', n % 2 ? 'ST' : 'M', ditto.includes(n) ? '"' : 'Lager'].join(
          ';',
        ),
      ),
    );
  await passOver({ 'artikel.csv': file([]) });
  const { calls, runs } = await passOver({ 'artikel.csv': file([21, 23]) });
  expect(calls).toEqual([]);
  expect(runs.at(-1)).toMatchObject({ read: 58, rejected: 1, unchanged: 57 });
  expect(await room.catalog.held()).toMatchObject([{ items: 3 }]);
});
