import { describe, expect, it } from 'vitest';
import { productText } from '../../../src/product-story.ts';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

useRoom();

const articles = 'ABCDEFGHIJ'.split('');
const file = (...ids: readonly string[]) => ['Nr;Menge', ...ids.map((id) => `${id};5`)];

/** All in step with a stock of 5. */
async function openWith(keys: string, quantity = 'Menge'): Promise<void> {
  await open(`  sources:
    - { name: art, folder: ./out, files: "a*.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: lag, kind: stock, ${keys} folder: ./out, files: "l*.csv", ${dialect}, mapping: { externalId: Nr, availableQty: ${quantity} } }`);
  const names = ['Nr;Name', ...articles.map((id) => `${id};Ding`)];
  await passOver({ 'a.csv': names, 'l.csv': file(...articles) });
}

const lines = async (id: string) => productText(await room.catalog.why(id)).split('\n');

describe('why, of an article without stock', () => {
  it('says since which run and when a stock export leaves it out under missing: zero', async () => {
    await openWith('missing: zero,');
    const { runs } = await passOver({ 'l.csv': file(...articles.slice(1)) });
    const since = runs[0]!.run;
    const later = await passOver({ 'l.csv': [...file(...articles.slice(2)), 'B;6'] });
    const { emptied, next } = await room.catalog.why('A');
    expect(emptied).toMatchObject({ source: 'lag', file: 'l.csv', run: later.runs[0]!.run });
    expect(emptied?.since?.run).toBe(since);
    expect(await lines('A')).toContain(
      `  left out by lag: l.csv (run ${emptied?.run}) does not name it, which means no stock (missing: zero); it has had no stock since run ${since}, ${emptied?.since?.at}`,
    );
    expect(next).toBe(
      'Nothing: it is in step; the newest stock export leaves it out, so it has no stock.',
    );
    expect((await room.catalog.why('B')).emptied).toBeUndefined();
  });

  it('says that it keeps its stock until a release where too many are left out', async () => {
    await openWith('missing: zero,');
    const { runs } = await passOver({ 'l.csv': file('J') });
    const [hold] = await room.catalog.held();
    expect(await lines('A')).toContain(
      `  left out by lag: l.csv (run ${runs[0]!.run}) does not name it, which means no stock (missing: zero); its stock is sent once somebody releases it (stockhand release ${hold?.id})`,
    );
    const { config } = room.shop;
    const other = { ...config.catalog!, brake: { ...config.catalog!.brake, factor: 100 } };
    await room.restart({ ...room.shop, config: { ...config, catalog: other } });
    const story = (await lines('A')).join();
    expect(story).toContain('(missing: zero),');
    expect(story).not.toContain('stockhand release');
  });

  it.each([
    ['its row was rejected', 'missing: zero,', 'A;viel'],
    ['it keeps its last stock', 'missing: keep,', 'B;5'],
  ])('says nothing of the kind where %s', async (_, keys, row) => {
    await openWith(keys);
    await passOver({ 'l.csv': [...file(...articles.slice(2)), row] });
    expect((await room.catalog.why('A')).emptied).toBeUndefined();
  });

  it('says what the buffer keeps back', async () => {
    await openWith('', '{ column: Menge, buffer: 5 }');
    expect((await lines('A')).at(2)).toMatch(
      /^ {2}exported by lag: l\.csv, row 2 \(run \d\): \{"availableQty":"0"\}, its buffer of 5 taken off$/,
    );
  });
});
