import { describe, expect, it } from 'vitest';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

useRoom();

const articles = { 'a.csv': ['Nr;Name', 'A-1;Sitz', 'A-2;Lenker'] };
const parts = Array.from({ length: 7 }, (_, n) => `Teil ${n};1`);
const byName = { 'l1.csv': ['Name;Menge', ...parts, 'Sitz;3', 'Lenker;4', ';1'] };
const sources = (keys: string, key: string) => `  sources:
    - { name: art, folder: ./out, files: "a*.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: lag, kind: stock, ${keys} folder: ./out, files: "l*.csv", ${dialect}, mapping: { externalId: ${key}, availableQty: Menge } }`;

describe('a stock export of which no row names a known article', () => {
  it.each(['missing: keep,', 'missing: zero,', 'contents: delta,'])(
    'needs a person, with a number of each side, until a row names one (%s quirk 28)',
    async (keys) => {
      await open(sources(keys, 'Name'));
      await passOver({ ...articles, ...byName });
      const needs = await room.catalog.needsYou();
      expect(needs.find(({ id }) => id === 'unmatched-lag')).toMatchObject({
        what: 'lag: l1.csv has 10 rows, and names no known article.',
        cause: expect.stringMatching(/"Lenker".*"A-1"/u),
      });
      await passOver({ 'l2.csv': ['Name;Menge', 'A-1;3', 'Sitz;3'] });
      expect(await room.catalog.needsYou()).toEqual([]);
    },
  );

  it.each(['missing: keep,', 'missing: zero,', 'contents: delta,'])(
    'needs nobody before its products are exported, nor once they are (%s fault 138)',
    async (keys) => {
      await open(sources(keys, 'Nr'));
      for (const files of [
        { 'l1.csv': ['Nr;Menge', 'A-1;3', 'B-1;4', ...parts, 'C;1'] },
        articles,
      ]) {
        await passOver(files);
        expect(await room.catalog.needsYou()).toEqual([]);
      }
      const market = await room.market.products();
      expect(market.find(({ externalId }) => externalId === 'A-1')).toMatchObject({
        availableQty: 3,
      });
    },
  );

  it('needs nobody where it has fewer than ten rows, which may all be of articles to come (fault 138)', async () => {
    await open(sources('missing: keep,', 'Name'));
    await passOver({ ...articles, 'l1.csv': byName['l1.csv'].slice(0, -1) });
    expect(await room.catalog.needsYou()).toEqual([]);
  });

  it('of changes may bring new articles alone on a later day', async () => {
    await open(sources('contents: delta,', 'Nr'));
    await passOver({ ...articles, 'l1.csv': ['Nr;Menge', 'A-1;3'] });
    await passOver({ 'l2.csv': ['Nr;Menge', 'C-1;3'] });
    expect(await room.catalog.needsYou()).toEqual([]);
  });
});
