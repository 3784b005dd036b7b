import { describe, expect, it } from 'vitest';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

const articles = `{ name: articles, folder: ./out, files: "art*.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }`;
const stock = `{ name: stock, kind: stock, contents: delta, folder: ./out, files: "bes*.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;
const sources = `  sources:\n    - ${articles}\n    - ${stock}`;

async function configureBuffer(): Promise<void> {
  const { config } = room.shop;
  const [products, source] = config.catalog!.sources;
  const mapping = {
    ...source!.mapping,
    availableQty: { ...source!.mapping.availableQty!, buffer: 5_000 },
  };
  const catalog = { ...config.catalog!, sources: [products!, { ...source!, mapping }] };
  await room.restart({ ...room.shop, config: { ...config, catalog } as typeof config });
}
const state = async () => (await room.catalog.facts()).sources[1]?.sentence;
const events = async () => (await room.catalog.events(20)).map(({ text }) => text);
const short =
  'The configuration of stock has changed: it reaches the articles of its newest file, and others when a file names them again. Export all articles once.';

useRoom();

describe('another configuration of a source of changes', () => {
  it('says that it reaches only what the newest file names, until the next file counts', async () => {
    await open(sources);
    await passOver({ 'art.csv': ['Nr;Name', 'A;Aa', 'B;Bb'] });
    await passOver({ 'bes1.csv': ['Nr;Menge', 'A;50', 'B;60'] });
    await passOver({ 'bes2.csv': ['Nr;Menge', 'A;40'] });
    expect(await state()).not.toContain(short);
    await configureBuffer();
    await passOver();
    expect(await events()).toContain(short);
    expect(await state()).toContain(short);
    await configureBuffer();
    await passOver();
    expect((await events()).filter((text) => text === short)).toHaveLength(1);
    await passOver({ 'bes3.csv': ['Nr;Menge', 'A;50', 'B;60'] });
    expect(await state()).not.toContain(short);
    const shown = (await room.market.products()).map(({ availableQty }) => availableQty);
    expect(shown).toEqual([45, 55]);
  });

  it('says the same of a whole file that left out what keeps its stock', async () => {
    await open(sources.replace('contents: delta', 'missing: keep'));
    await passOver({ 'art.csv': ['Nr;Name', 'A;Aa', 'B;Bb'] });
    await passOver({ 'bes1.csv': ['Nr;Menge', 'A;50', 'B;60'] });
    await configureBuffer();
    await passOver();
    expect(await events()).not.toContain(short);
    await passOver({ 'bes2.csv': ['Nr;Menge', 'A;40'] });
    await room.restart();
    await passOver();
    expect(await events()).toContain(short);
    expect(await state()).toContain(short);
  });

  it('says nothing where its newest file is its only one', async () => {
    await open(sources);
    await passOver({ 'art.csv': ['Nr;Name', 'A;Aa', 'B;Bb'] });
    await passOver({ 'bes1.csv': ['Nr;Menge', 'A;50', 'B;60'] });
    await configureBuffer();
    await passOver();
    expect(await events()).not.toContain(short);
    const shown = (await room.market.products()).map(({ availableQty }) => availableQty);
    expect(shown).toEqual([45, 55]);
  });
});
