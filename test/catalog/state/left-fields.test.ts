import { describe, expect, it } from 'vitest';
import { productText } from '../../../src/product-story.ts';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

useRoom();

const names = `{ name: names, folder: ./out, files: "n*.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }`;
const blocked = `{ name: blocked, folder: ./out, files: "b*.csv", ${dialect}, mapping: { externalId: Nr, isActive: { constant: false } } }`;
const brands = `{ name: brands, folder: ./out, files: "m*.csv", ${dialect}, mapping: { externalId: Nr, brand: Marke } }`;

const ids = [...Array(40).keys()].map((index) => `A${index + 1}`);
const named = { 'n.csv': ['Nr;Name', ...ids.map((id) => `${id};Ding ${id}`)] };
const blocking = (from: number, to: number) => ({ 'b.csv': ['Nr', ...ids.slice(from - 1, to)] });

const lineOf = async (source: string) =>
  (await room.catalog.facts()).sources.find(({ name }) => name === source)?.sentence;

describe('an article that leaves a file of further fields', () => {
  it('stays blocked, which its file, the line of its source and why tell until it is named again', async () => {
    await open(`  sources:\n    - ${names}\n    - ${blocked}`);
    await passOver({ ...named, ...blocking(1, 10) });
    expect(await lineOf('blocked')).toBe('b.csv: 10 of 10 rows in step.');
    const { runs } = await passOver(blocking(2, 11));
    const [note] = room.catalog.store.complaints.notesOf(runs.at(-1)?.run ?? 0);
    expect(note?.rule).toBe(
      '1 article is no longer named (A1), and what was exported of it stays: isActive.',
    );
    const told = '1 article that it no longer names stays inactive because of it: A1.';
    expect(await lineOf('blocked')).toBe(`b.csv: 10 of 10 rows in step. ${told}`);
    const story = await room.catalog.why('A1');
    expect(productText(story)).toContain(
      'kept of blocked, which no longer names it: {"isActive":false}, from b.csv (run 2)',
    );
    expect(story.next).toContain('blocked made it inactive and no longer names it');
    expect((await room.catalog.why('A40')).next).toBe('Nothing: it is in step.');
    await passOver(blocking(1, 11));
    expect(await lineOf('blocked')).toBe('b.csv: 11 of 11 rows in step.');
  });

  it('keeps its brand, which its file and why tell', async () => {
    await open(`  sources:\n    - ${names}\n    - ${brands}`);
    await passOver({ ...named, 'm.csv': ['Nr;Marke', 'A1;M', 'A2;M', 'A3;M'] });
    const { runs } = await passOver({ 'm.csv': ['Nr;Marke', 'A3;M'] });
    const [note] = room.catalog.store.complaints.notesOf(runs.at(-1)?.run ?? 0);
    expect(note?.rule).toContain('2 articles are no longer named');
    expect(await lineOf('brands')).toBe('m.csv: 1 of 1 rows in step.');
    expect((await room.catalog.why('A2')).leftFields).toMatchObject([{ values: { brand: 'M' } }]);
    expect((await room.catalog.why('A2')).next).toBe('Nothing: it is in step.');
  });
});
