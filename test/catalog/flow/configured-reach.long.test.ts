import { describe, expect, it } from 'vitest';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

const sources = (kind: string) => `  sources:
    - { name: articles, folder: ./out, files: "art.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, ${kind}, folder: ./out, files: "bes*.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;
const short =
  'The configuration of stock has changed: the change applies to the articles of its newest file, and to others when a file names them again. Export all articles once.';
const state = async () => (await room.catalog.facts()).sources[1]?.sentence;
const told = async () => (await room.catalog.events(30)).filter(({ text }) => text === short);
const shown = async () => (await room.market.products()).map(({ availableQty }) => availableQty);

async function first(kind: string): Promise<void> {
  await open(sources(kind));
  await passOver({ 'art.csv': ['Nr;Name', 'A;Aa', 'B;Bb'] });
  await passOver({ 'bes1.csv': ['Nr;Menge', 'A;50', 'B;60'] });
}
async function configureBuffer(name = 'stock'): Promise<void> {
  const { config } = room.shop;
  const [products, source] = config.catalog!.sources;
  const availableQty = { ...source!.mapping.availableQty!, buffer: 5_000 };
  const buffered = { ...source!, name, mapping: { ...source!.mapping, availableQty } };
  const catalog = { ...config.catalog!, sources: [products!, buffered] };
  await room.restart({ ...room.shop, config: { ...config, catalog } as typeof config });
}
async function undo(run: string): Promise<void> {
  const { plan } = await room.catalog.undo({ run, quantities: true });
  await room.catalog.apply(plan, { quietMs: 5_000, who: 'clerk' });
}
const kinds = ['contents: delta', 'missing: keep'];

useRoom();

describe('another configuration that does not reach all articles', () => {
  it.each(kinds)('is reported where the next file comes with it: %s', async (kind) => {
    await first(kind);
    await passOver({ 'bes2.csv': ['Nr;Menge', 'A;41'] });
    await configureBuffer();
    await passOver({ 'bes3.csv': ['Nr;Menge', 'A;40'] });
    expect(await shown()).toEqual([35, 60]);
    expect(await state()).toContain(short);
    expect((await room.catalog.facts()).sources.map(({ isShort }) => isShort)).toEqual([
      undefined,
      true,
    ]);
    expect(await told()).toHaveLength(1);
    await passOver({ 'bes4.csv': ['Nr;Menge', 'A;41', 'B;61'] });
    expect(await shown()).toEqual([36, 56]);
    expect(await state()).not.toContain(short);
  });

  it('is reported where the source is called otherwise with it', async () => {
    await first('missing: keep');
    await configureBuffer('lager');
    await passOver({ 'bes2.csv': ['Nr;Menge', 'A;40'] });
    expect(await shown()).toEqual([35, 60]);
    expect(await state()).toContain(short.replace('stock', 'lager'));
  });

  it.each(kinds)(
    'is reported when the export comes that it waits for behind an undo: %s',
    async (kind) => {
      await first(kind);
      await passOver({ 'bes2.csv': ['Nr;Menge', 'A;51', 'B;60'] });
      await undo('3');
      await configureBuffer();
      await passOver();
      expect(await state()).not.toContain(short);
      await passOver({ 'bes3.csv': ['Nr;Menge', 'A;40'] });
      expect(await shown()).toEqual([35, 60]);
      expect(await state()).toContain(short);
      expect(await told()).toHaveLength(1);
    },
  );

  it('stays told over the next file, which leaves the same articles out', async () => {
    await first('contents: delta');
    await passOver({ 'bes2.csv': ['Nr;Menge', 'A;40'] });
    await configureBuffer();
    await passOver();
    await passOver({ 'bes3.csv': ['Nr;Menge', 'A;41'] });
    expect(await state()).toContain(short);
    await passOver({ 'bes4.csv': ['Nr;Menge', 'A;42'] });
    expect(await state()).not.toContain(short);
    expect(await told()).toHaveLength(1);
  });

  it.each(kinds)(
    'is not told any more where the next file names all articles: %s',
    async (kind) => {
      await first(kind);
      await passOver({ 'bes2.csv': ['Nr;Menge', 'A;40'] });
      await configureBuffer();
      await passOver({ 'bes3.csv': ['Nr;Menge', 'A;41', 'B;61'] });
      expect(await state()).not.toContain(short);
    },
  );
});
