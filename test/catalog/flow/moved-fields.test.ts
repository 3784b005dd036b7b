import { describe, expect, it } from 'vitest';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

useRoom();

const columns = 'description: Text, minOrderQty: Min, attributes: { Farbe: Farbe }, isActive: Akt';
const sources = (contents: string, empty: string) => `  sources:
    - { name: names, folder: ./out, files: "n.csv", ${dialect}, mapping: { externalId: Nr, name: Name, ${columns} } }
    - { name: more, contents: ${contents}, empty: ${empty}, folder: ./out, files: "m*.csv", ${dialect}, mapping: { externalId: Nr, brand: Marke } }`;
const head = 'Nr;Name;Text;Min;Farbe;Akt';
const names = (...ids: readonly string[]) => [head, ...ids.map((id) => `${id};T;2;rot;true`)];
const more = (...rows: readonly string[]) => ['Nr;Marke;Text;Min;Farbe;Akt', ...rows];
const shown = async () =>
  (await room.market.products()).map(({ name, brand, description, minOrderQty, ...rest }) => [
    ...[name, brand, description, minOrderQty, rest['attributes'], rest['isActive']],
  ]);
const rot = { Farbe: 'rot' };

/**
 * Both are on sale, and then the source of the brand gives the other fields, too, which say what they said of A alone.
 */
async function moved(contents = 'delta', empty = 'keep'): Promise<void> {
  await open(sources(contents, empty));
  await passOver({ 'n.csv': names('A;Nagel', 'B;Mutter'), 'm1.csv': more('A;M;;;;', 'B;M;;;;') });
  await passOver({ 'm2.csv': more('A;M;T;2;rot;true') });
  const { config } = room.shop;
  const [from, to] = config.catalog!.sources;
  const { externalId, name, ...fields } = from!.mapping;
  const changed = [
    { ...from!, mapping: { externalId, name: name! } },
    { ...to!, mapping: { ...to!.mapping, ...fields } },
  ];
  const catalog = { ...config.catalog!, sources: changed };
  await room.restart({ ...room.shop, config: { ...config, catalog } });
}

describe('fields that come to another source', () => {
  it.each(['delta', 'full'])('stay on articles that it has not named (%s)', async (contents) => {
    await moved(contents);
    expect((await passOver()).calls).toEqual([]);
    await passOver({ 'n.csv': names('A;Bolzen', 'B;Niete') });
    expect(await shown()).toEqual([
      ['Bolzen', 'M', 'T', 2, rot, true],
      ['Niete', 'M', 'T', 2, rot, true],
    ]);
  });

  it('are what it says of them from then on, and an empty cell of it repeats what was sent', async () => {
    await moved();
    await passOver({ 'm3.csv': more('B;K;;;;false') });
    await passOver({ 'm4.csv': more('A;K;U;3;blau;true') });
    await passOver({ 'n.csv': names('A;Nagel', 'B;Niete') });
    expect(await shown()).toEqual([
      ['Nagel', 'K', 'U', 3, { Farbe: 'blau' }, true],
      ['Niete', 'K', 'T', 2, rot, false],
    ]);
  });

  it('are cleared by an empty cell of it under empty: clear, and by nothing else', async () => {
    await moved('delta', 'clear');
    await passOver({ 'm3.csv': more('B;K;;;;') });
    await passOver({ 'n.csv': names('A;Bolzen', 'B;Niete') });
    expect(await shown()).toEqual([
      ['Bolzen', 'M', 'T', 2, rot, true],
      ['Niete', 'K', '', 1, {}, true],
    ]);
  });
});
