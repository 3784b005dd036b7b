import { expect, it } from 'vitest';
import { until } from '../../support/until.ts';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

useRoom();

const source = (keys: string, mapping: string): string =>
  `    - { folder: ./out, files: "a*.csv", ${dialect}, afterImport: move, ${keys}, mapping: { externalId: Nr, ${mapping} } }`;

it.each(['contents: full', 'contents: delta'])(
  'a file stays until another source has it that reads it with companions (%s)',
  async (contents) => {
    const stock = source(`name: stock, kind: stock, ${contents}`, 'availableQty: Menge');
    await open(
      `  sources:\n${stock}\n${source(`name: all, companions: ["{stem}.txt"], ${contents}`, 'name: Name')}`,
    );
    room.shop.write('out/a2.txt', 'x');
    const { runs } = await passOver({ 'a2.csv': ['Nr;Name;Menge', 'A;Nagel;10'] });
    expect(runs.map(({ file }) => file).toSorted()).toEqual(['a2.csv', 'a2.csv + a2.txt']);
    expect(await passOver()).toEqual({ runs: [], calls: [] });
    expect(room.shop.names('out')).toEqual(['done']);
    room.write('a3.csv', ['Nr;Name;Menge', 'B;Mutter;10']);
    await room.catalog.start();
    await until('the stock is read', () => room.catalog.store.runs.newest('stock')?.told === 1);
    room.shop.write('out/a3.txt', 'x');
    await until('both have left', () => room.shop.names('out').length === 1);
    expect((await room.market.products()).map(({ externalId }) => externalId)).toContain('B');
  },
);
