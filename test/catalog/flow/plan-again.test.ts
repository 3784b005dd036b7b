import { expect, it } from 'vitest';
import { dialect, open, room, useRoom } from '../one-room.ts';

useRoom();

const write = (name: string, stock: string) =>
  room.write('a.csv', ['Nr;Name;Menge', `A;${name};${stock}`, 'B;Mutter;5']);
const products = `{ name: art, folder: ./out, files: "a.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }`;
const stocks = `{ name: lag, kind: stock, missing: keep, folder: ./out, files: "a.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;

it.each([
  ['lag', ['Nagel', '7'], { stock: 'A  availableQty: 12 again' }],
  ['art', ['Bolzen', '12'], { changed: 'A  all fields again' }],
] as const)(
  'a plan of %s shows no change where its request has no answer, and the next file takes it back',
  async (source, [name, stock], shown) => {
    await open(`  sources:\n    - ${products}\n    - ${stocks}`);
    write('Nagel', '12');
    await room.pass();
    room.post.hold();
    write(name, stock);
    await room.pass(200);
    write('Nagel', '12');
    const { sources } = await room.catalog.plan(source);
    expect(sources.map(({ examples }) => examples)).toEqual([shown]);
    room.post.letGo();
    await room.pass();
  },
);

it('a plan shows the number that an emptied cell takes away (empty: clear)', async () => {
  const cleared = products.replace('Name }', 'Name, leadTimeDays: Tage }, empty: clear');
  await open(`  sources:\n    - ${cleared}`);
  room.write('a.csv', ['Nr;Name;Tage', 'A;Nagel;3']);
  await room.pass();
  room.write('a.csv', ['Nr;Name;Tage', 'A;Nagel;']);
  const { sources } = await room.catalog.plan('art');
  expect(sources[0]?.examples).toEqual({ changed: 'A  leadTimeDays: 3 -> none' });
});
