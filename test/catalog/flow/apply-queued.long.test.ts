import { describe, expect, it } from 'vitest';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

useRoom();

const sources = `  sources:
    - { name: names, folder: ./out, files: "n.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, contents: delta, folder: ./out, files: "s*.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;

const apply = async () => {
  const { plan } = await room.catalog.plan(undefined);
  return room.catalog.apply(plan, { quietMs: 5_000, who: 'clerk' });
};

describe('an applied plan', () => {
  it('says that stock files wait behind it, of which what it creates has nothing yet', async () => {
    await open(sources);
    await passOver({ 'n.csv': ['Nr;Name', 'A;Nagel'], 's0.csv': ['Nr;Menge', 'A;5'] });
    room.write('n.csv', ['Nr;Name', 'A;Nagel', 'B;Mutter']);
    room.write('s1.csv', ['Nr;Menge', 'B;3']);
    room.write('s2.csv', ['Nr;Menge', 'B;7']);
    const { notes } = await apply();
    expect(notes).toEqual([expect.stringMatching(/^stock: /)]);
    await passOver();
    expect((await apply()).notes).toEqual([]);
    const products = await room.market.products();
    expect(products.map(({ availableQty }) => availableQty)).toEqual([5, 7]);
  });
});
