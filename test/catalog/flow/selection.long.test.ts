import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Shop } from '../../support/catalog.ts';
import { dialect, open, room, useRoom } from '../one-room.ts';
import { callsSince, ledgerEnd } from '../room.ts';

const sources = (policy: string) => `  vanished: ${policy}
  sources:
    - { name: articles, folder: ./out, files: "artikel*.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, missing: zero, folder: ./out, files: "bestand*.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;

const count = 60;
const ids = (from: number, to = count): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);
const articles = (of: readonly number[]): string[] => [
  'Nr;Name;Web;Alt',
  ...of.map((id) => `A${id};Schraube ${id};${id % 2 === 0 ? 'J' : 'N'};B${id}`),
];
const stock = (of: readonly number[]): string[] => [
  'Nr;Menge;Lager',
  ...of.map((id) => `A${id};5;${id % 2 === 0 ? '1' : '2'}`),
];

type Source = NonNullable<Shop['config']['catalog']>['sources'][number];

useRoom();

/** Sixty articles with stock are on the marketplace. */
async function opened(policy = 'unpublish'): Promise<void> {
  await open(sources(policy));
  room.write('artikel.csv', articles(ids(0)));
  room.write('bestand.csv', stock(ids(0)));
  await room.pass();
  await room.pass();
  expect(await room.market.products()).toHaveLength(count);
}

/** The next start has another configuration of one source; answers what the marketplace is told and what is held. */
async function restarted(name: string, change: (source: Source) => readonly Source[]) {
  const { config } = room.shop;
  const catalog = config.catalog!;
  const changed = catalog.sources.flatMap((source) =>
    source.name === name ? change(source) : [source],
  );
  const since = await ledgerEnd(room.market);
  await room.restart({
    ...room.shop,
    config: { ...config, catalog: { ...catalog, sources: changed } },
  });
  await room.pass();
  await room.pass();
  const held = (await room.catalog.held()).map(({ sentence }) => sentence);
  return { calls: await callsSince(room.market, since), held };
}

const where = (column: string, value: string) => [{ column, values: [value], wanted: true }];

describe('fault 124: a configuration that takes in less', () => {
  it.each(['unpublish', 'hide'])('by where: takes no article away, under %s', async (policy) => {
    await opened(policy);
    const { calls, held } = await restarted('articles', (source) => [
      { ...source, where: where('Web', 'J') },
    ]);
    expect(calls).toEqual([]);
    expect(held).toEqual([expect.stringContaining('30 of 60 articles')]);
    expect(held[0]).toContain('the configuration or the program was changed');
  });

  it('by where of the stock: zeroes no article', async () => {
    await opened();
    const { calls, held } = await restarted('stock', (source) => [
      { ...source, where: where('Lager', '1') },
    ]);
    expect(calls).toEqual([]);
    expect(held).toEqual([expect.stringContaining('30')]);
  });

  it('by another folder with a smaller export: takes no article away', async () => {
    await opened();
    const folder = `${room.shop.folder}/small`;
    fs.mkdirSync(folder);
    fs.writeFileSync(`${folder}/artikel.csv`, `${articles(ids(30)).join('\r\n')}\r\n`);
    const { calls, held } = await restarted('articles', (source) => [{ ...source, folder }]);
    expect(calls).toEqual([]);
    expect(held).toEqual([expect.stringContaining('30 of 60 articles')]);
  });

  it('by one article less in another folder: takes it away only after a release', async () => {
    await opened();
    const folder = `${room.shop.folder}/small`;
    fs.mkdirSync(folder);
    fs.writeFileSync(`${folder}/artikel.csv`, `${articles(ids(1)).join('\r\n')}\r\n`);
    const { calls, held } = await restarted('articles', (source) => [{ ...source, folder }]);
    expect(calls).toEqual([]);
    expect(held).toEqual([expect.stringContaining('1 of 60 articles')]);
    const [hold] = await room.catalog.held();
    const since = await ledgerEnd(room.market);
    await room.catalog.release(hold!.id, 'clerk');
    await room.pass();
    expect((await callsSince(room.market, since)).map(([name]) => name)).toEqual(['DELETE A0']);
  });

  it('by other files: takes no article away', async () => {
    await opened();
    room.write('auswahl.csv', articles(ids(50)));
    const { calls, held } = await restarted('articles', (source) => [
      { ...source, files: 'auswahl*.csv' },
    ]);
    expect(calls).toEqual([]);
    expect(held).toEqual([expect.stringContaining('50 of 60 articles')]);
  });

  it('by an empty folder: takes no article away', async () => {
    await opened();
    const folder = `${room.shop.folder}/empty`;
    fs.mkdirSync(folder);
    const { calls } = await restarted('articles', (source) => [{ ...source, folder }]);
    expect(calls).toEqual([]);
  });

  it('by a source that is gone: takes no article away', async () => {
    await opened();
    const { calls } = await restarted('articles', () => []);
    expect(calls).toEqual([]);
    expect(await room.market.products()).toHaveLength(count);
  });
});

describe('I13: a release', () => {
  const web = (source: Source) => [{ ...source, where: where('Web', 'J') }];
  /** The newest export leaves out ten of sixty articles, and waits for a yes. */
  const tenHeld = async () => {
    await opened();
    room.write('artikel.csv', articles(ids(10)));
    await room.pass();
    return (await room.catalog.held())[0]!;
  };

  it('is none for what a later configuration makes of the same file', async () => {
    const hold = await tenHeld();
    await room.catalog.release(hold.id, 'clerk');
    const since = await ledgerEnd(room.market);
    await room.pass();
    expect(await callsSince(room.market, since)).toHaveLength(10);
    const { calls, held } = await restarted('articles', web);
    expect(calls).toEqual([]);
    expect(held).toEqual([expect.stringContaining('25 of 50 articles')]);
  });

  it('that was given before the configuration changed, and not yet applied, is none either', async () => {
    const hold = await tenHeld();
    await room.catalog.release(hold.id, 'clerk');
    const { calls, held } = await restarted('articles', web);
    expect(calls).toEqual([]);
    expect(held).toEqual([expect.stringContaining('35 of 60 articles')]);
  });

  it('to a hold of another configuration is refused as stale, and what is held has a new number', async () => {
    const before = await tenHeld();
    await restarted('articles', web);
    const [now] = await room.catalog.held();
    expect(now?.id).not.toBe(before.id);
    await expect(room.catalog.release(before.id, 'clerk')).rejects.toMatchObject({
      code: 'HOLD_STALE',
      message: expect.stringContaining(
        'once the file is read again (stockhand plan, or the next pass)',
      ),
    });
    expect(await room.market.products()).toHaveLength(count);
  });
});
