import { describe, expect, it } from 'vitest';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

useRoom();

const articles = { 'a.csv': ['Nr;Name', 'A-1;Sitz', 'A-2;Lenker'] };
const byName = { 'l1.csv': ['Name;Menge', 'Sitz;3', 'Lenker;4', ';1'] };
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
        what: 'lag: l1.csv has 3 rows, and names no known article.',
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
      for (const files of [{ 'l1.csv': ['Nr;Menge', 'A-1;3', 'B-1;4'] }, articles]) {
        await passOver(files);
        expect(await room.catalog.needsYou()).toEqual([]);
      }
      const market = await room.market.products();
      expect(market.find(({ externalId }) => externalId === 'A-1')).toMatchObject({
        availableQty: 3,
      });
    },
  );

  it('of changes may bring new articles alone on a later day', async () => {
    await open(sources('contents: delta,', 'Nr'));
    await passOver({ ...articles, 'l1.csv': ['Nr;Menge', 'A-1;3'] });
    await passOver({ 'l2.csv': ['Nr;Menge', 'C-1;3'] });
    expect(await room.catalog.needsYou()).toEqual([]);
  });
});
