import { describe, expect, it } from 'vitest';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

const articles = `{ name: articles, folder: ./out, files: "art*.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }`;
const stock = `{ name: stock, kind: stock, contents: delta, folder: ./out, files: "bes*.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;
const sources = `  sources:\n    - ${articles}\n    - ${stock}`;

type Catalog = NonNullable<typeof room.shop.config.catalog>;
async function configure(change: (catalog: Catalog) => Catalog): Promise<void> {
  const { config } = room.shop;
  await room.restart({ ...room.shop, config: { ...config, catalog: change(config.catalog!) } });
}
const configureBuffer = () =>
  configure(({ sources: [products, source], ...catalog }) => {
    const availableQty = { ...source!.mapping.availableQty!, buffer: 5_000 };
    const mapping = { ...source!.mapping, availableQty };
    return { ...catalog, sources: [products!, { ...source!, mapping }] };
  });
const state = async () => (await room.catalog.facts()).sources[1]?.sentence;
const events = async () => (await room.catalog.events(20)).map(({ text }) => text);
const short =
  'The configuration of stock has changed: the change applies to the articles of its newest file, and to others when a file names them again. Export all articles once.';

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

describe('what only: leaves out of a source of changes', () => {
  const unsaid = async () => (await room.catalog.needsYou()).find(({ id }) => id.startsWith('uns'));
  const next = async () => (await room.catalog.why('B')).next;

  it('is reported once only: lets its article go, until a file says it again', async () => {
    await open(sources);
    await passOver({ 'art.csv': ['Nr;Name', 'A;Aa', 'B;Bb'] });
    await passOver({ 'bes1.csv': ['Nr;Menge', 'A;50', 'B;60'] });
    await configure((catalog) => ({ ...catalog, only: ['A'] }));
    await passOver({ 'bes2.csv': ['Nr;Menge', 'B;3'] });
    await passOver({ 'bes3.csv': ['Nr;Menge', 'A;40', 'B;'] });
    await passOver({ 'bes4.csv': ['Nr;Menge', 'A;30'] });
    expect(await unsaid()).toBeUndefined();
    expect(await next()).toContain('then export it again with all its cells');
    await configure(({ only: _, ...catalog }) => catalog);
    await passOver();
    expect(await unsaid()).toMatchObject({
      cause: 'First: B in bes2.csv row 2, left out by only: Menge.',
      fix: 'Export them again with all their cells.',
    });
    expect(await next()).toBe(
      'An earlier export said more about it than was sent: export it again with all its cells.',
    );
    await passOver({ 'bes5.csv': ['Nr;Menge', 'B;3'] });
    expect(await unsaid()).toBeUndefined();
    expect(await next()).toContain('it is in step');
  });

  it('is told by why while only: is there, and not where the newest file counts again', async () => {
    await open(sources);
    await passOver({ 'art.csv': ['Nr;Name', 'A;Aa', 'B;Bb'] });
    await passOver({ 'bes1.csv': ['Nr;Menge', 'A;50', 'B;60'] });
    await configure((catalog) => ({ ...catalog, only: ['A'] }));
    await passOver({ 'art.csv': ['Nr;Name', 'A;Aa'], 'bes2.csv': ['Nr;Menge', 'B;3'] });
    expect(await next()).toContain('remove only:, and it is sent with the next pass');
    await passOver({ 'bes3.csv': ['Nr;Menge', 'A;40'] });
    expect(await next()).toBe(
      'An earlier export said more about it than was sent, and only: of the configuration leaves it out: add it to only:, or remove only:, then export it again with all its cells.',
    );
    await passOver({ 'bes4.csv': ['Nr;Menge', 'B;4'] });
    await configure(({ only: _, ...catalog }) => catalog);
    await passOver();
    expect(await unsaid()).toBeUndefined();
    expect((await room.market.products()).map(({ availableQty }) => availableQty)).toEqual([40, 4]);
  });
});
