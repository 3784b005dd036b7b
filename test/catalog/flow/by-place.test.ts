import { describe, expect, it } from 'vitest';
import type { Shop } from '../../support/catalog.ts';
import { dialect, open, passFile, room, useRoom } from '../one-room.ts';
import { callsSince, ledgerEnd } from '../room.ts';

const source = (more: string, mapping: string) => `  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", ${dialect}, ${more} mapping: { ${mapping} } }`;
const byPlace = source(
  'headerRow: none,',
  'externalId: 1, name: 2, description: 3, brand: 4, availableQty: 5',
);
const byName = source(
  '',
  'externalId: Nr, name: Name, description: Text, brand: Marke, availableQty: Menge',
);
type Row = (n: number) => string;
const plain: Row = (n) => `A${n};Artikel ${n};Text ${n};Bosch;5`;
const moved: Row = (n) => `A${n};Artikel ${n};Bosch;Text ${n};5`;
const sentence = (part: number, whole: number) =>
  `${part} of ${whole} articles of artikel.csv change their content at once, and columns are found by their place: have columns moved? The rest of the file is sent.`;

useRoom();

type Catalog = NonNullable<Shop['config']['catalog']>;
type Source = Catalog['sources'][number];

function changed(change: (catalog: Catalog) => Partial<Catalog>): Shop {
  const { config } = room.shop;
  const catalog = config.catalog!;
  return { ...room.shop, config: { ...config, catalog: { ...catalog, ...change(catalog) } } };
}

const withMapping = (other: (mapping: Source['mapping']) => Source['mapping']) =>
  changed(({ sources }) => ({
    sources: sources.map((each) => ({ ...each, mapping: other(each.mapping) })),
  }));

const passOver = (rows: number, row: Row, header: readonly string[] = []) =>
  passFile('artikel.csv', [...header, ...Array.from({ length: rows }, (_, n) => row(n))]);

describe('columns that are found by their place', () => {
  it('fault 5: that move behind name and barcode hold their rows, and a release sends these', async () => {
    await open(byPlace);
    await passOver(30, plain);
    const some: Row = (n) => (n < 10 ? plain(n).replace(';5', ';6') : moved(n));
    const { sent, sentences, held } = await passOver(30, some);
    expect(sent.toSorted()).toEqual(Array.from({ length: 10 }, (_, n) => `A${n}`));
    expect(sentences).toEqual([sentence(20, 30)]);
    const since = await ledgerEnd(room.market);
    await room.catalog.release(held[0]!.id, 'clerk');
    await room.pass();
    expect((await callsSince(room.market, since))[0]).toHaveLength(21);
    expect(await room.catalog.held()).toEqual([]);
  });

  it('fault 5: are in lines of fixed width as well: their names are those of the layout', async () => {
    const columns = [
      ['Nr', 1, 4],
      ['Name', 5, 12],
      ['Text', 17, 9],
      ['Marke', 26, 9],
    ].map(([name, start, length]) => `{ name: ${name}, start: ${start}, length: ${length} }`);
    await open(`  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", stable: { quiet: 0s }, format: fixed, columns: [${columns.join(', ')}], mapping: { externalId: Nr, name: Name, description: Text, brand: Marke } }`);
    const line = (n: number, text: string, brand: string): string =>
      `A${n}`.padEnd(4) + `Artikel ${n}`.padEnd(12) + text.padEnd(9) + brand.padEnd(9);
    await passOver(30, (n) => line(n, `Text ${n}`, 'Bosch'));
    const { sent, sentences } = await passOver(30, (n) => line(n, 'Bosch', `Text ${n}`));
    expect([sent, sentences]).toEqual([[], [sentence(30, 30)]]);
  });

  it('fault 5: that move together with the name wait for one release', async () => {
    await open(byPlace);
    await passOver(30, plain);
    const { sent, sentences } = await passOver(30, (n) => `A${n};Text ${n};Artikel ${n};Bosch;5`);
    expect([sent, sentences]).toEqual([[], [sentence(30, 30)]]);
    expect(await passOver(30, plain)).toMatchObject({ sent: [], held: [] });
  });

  it('go where few change, in a first file, and where the mapping was changed to follow them', async () => {
    await open(byPlace);
    expect((await passOver(30, plain)).held).toEqual([]);
    const half: Row = (n) => (n < 15 ? plain(n) : moved(n));
    expect((await passOver(30, half)).sent).toHaveLength(15);
    await room.restart(withMapping((mapping) => ({ ...mapping, brand: mapping.description! })));
    const { held } = await passOver(30, (n) => moved(n).replace('Text', 'Langtext'));
    expect(held).toEqual([]);
  });

  it('are doubted under other limits, too: that says nothing of the cells', async () => {
    await open(byPlace);
    await passOver(30, plain);
    await room.restart(changed(({ brake }) => ({ brake: { ...brake, factor: 100 } })));
    expect((await passOver(30, moved)).sentences).toEqual([sentence(30, 30)]);
  });

  it('have names where the file has: there another text is no doubt', async () => {
    await open(byName);
    const header = ['Nr;Name;Text;Marke;Menge'];
    await passOver(30, plain, header);
    expect(await passOver(30, moved, header)).toMatchObject({ held: [], run: { sent: 30 } });
  });
});
