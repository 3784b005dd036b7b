import { describe, expect, it } from 'vitest';
import { openShop } from '../../support/catalog.ts';
import { room, useRoom } from '../one-room.ts';
import {
  articlesSource,
  byName,
  openWithPictures,
  put,
  shown,
  story,
  timeout,
} from '../picture-room.ts';

useRoom();

const named = (mapping = 'Bild') =>
  `  pictures: { folder: ./bilder }\n${articlesSource(`, picture: ${mapping}`)}`;
const write = (...pictures: string[]) =>
  room.write('artikel.csv', [
    'Nr;Name;Bild',
    ...pictures.map((file, at) => `${'ABC'[at]};Obst ${at};"${file}"`),
  ]);
const sentence = async () => (await room.catalog.facts()).pictures?.sentence;
const events = async () => (await room.catalog.events(9)).map(({ text }) => text).join('\n');

/** The same folders under another mapping. */
async function restart(written: string): Promise<void> {
  const { config } = room.shop;
  const [other] = (await openShop(written)).config.catalog!.sources;
  const sources = config.catalog!.sources.map((source) => ({ ...source, mapping: other!.mapping }));
  await room.restart({
    ...room.shop,
    config: { ...config, catalog: { ...config.catalog!, sources } },
  });
}

describe('a picture that the export names and the folder does not have', () => {
  it(
    'is told by the import with its row, counted by the status, and calls nobody',
    async () => {
      await openWithPictures(named());
      put('a.png');
      write('a.png', 'b.png', 'c.png');
      const { notes } = await room.pass();
      expect(notes).toEqual([
        'pictures: 2 pictures that the export names are not in the folder, first "b.png" (artikel.csv, row 3, article B). Put them there, or correct what the export names.',
      ]);
      expect(await sentence()).toBe('1 picture on the marketplace, 2 named files are not there.');
      expect(await room.catalog.needsYou()).toEqual([]);
      expect(await events()).toContain('first "b.png" (article B)');
      expect(await story('B')).toMatchObject({ named: 'b.png', state: 'missing' });
      expect((await room.catalog.why('B')).next).toContain('put b.png into the folder');
      put('b.png');
      put('c.png');
      expect((await room.pass()).notes).toEqual([]);
      expect(await sentence()).toBe('3 pictures on the marketplace.');
      expect((await room.catalog.why('B')).next).toBe('Nothing: it is in step.');
    },
    timeout,
  );

  it(
    'is not missed once no column names pictures any more',
    async () => {
      await openWithPictures(named());
      write('b.png');
      await room.pass();
      await restart(byName());
      await room.pass();
      expect(await sentence()).toBe('0 pictures on the marketplace.');
      expect((await room.catalog.why('A')).next).toBe('Nothing: it is in step.');
    },
    timeout,
  );

  it(
    'is the first of several where the mapping takes that, as the import says',
    async () => {
      await openWithPictures(named());
      put('a.png');
      write('a.png; b.png');
      const { notes } = await room.pass();
      const remedy = `{ expression: 'part(row["Bild"], ";", 1)' }`;
      expect(notes.join()).toContain(`"a.png; b.png" names several, and one picture`);
      expect(notes.join()).toContain(`picture: ${remedy}.`);
      await restart(named(remedy));
      expect((await room.pass()).notes).toEqual([]);
      expect((await shown())['A']).toBeDefined();
    },
    timeout,
  );
});
