import { describe, expect, it } from 'vitest';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

useRoom();

const sources = `  sources:
    - { name: names, folder: ./out, files: "n.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, missing: keep, folder: ./out, files: "s.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;
const articles = [...Array(80).keys()];
const named = { 'n.csv': ['Nr;Name', ...articles.map((n) => `A${n};Nagel ${n}`)] };
const stocks = (from: number, quantity: (n: number) => number) => ({
  's.csv': ['Nr;Menge', ...articles.slice(from).map((n) => `A${n};${quantity(n)}`)],
});

describe('a stock that a brake holds in a pause', () => {
  it.each([
    ['falls to zero', 60, (n: number) => (n < 60 ? 0 : 50)],
    // Of a file whose numbers are in doubt nothing counts, and so not what it says like the one before the pause.
    ['jumps', 79, (n: number) => (n === 1 ? 50 : 500)],
  ])('takes the place of nothing that a file before it said: it %s', async (_, held, doubted) => {
    await open(sources);
    await passOver({ ...named, ...stocks(0, () => 50) });
    await room.catalog.setPaused('stock', true);
    await passOver(stocks(0, () => 30));
    const { runs } = await passOver(stocks(0, doubted));
    expect(runs.at(-1)?.held).toBe(held);
    await passOver(stocks(2, () => 49));
    await room.catalog.setPaused('stock', false);
    await passOver();
    const quantities = (await room.market.products()).map((product) => [
      product.externalId,
      product.availableQty,
    ]);
    expect(quantities).toContainEqual(['A1', 30]);
    expect(quantities).toContainEqual(['A2', 49]);
  });
});

describe('what is released in a pause', () => {
  it('says that it waits for the end of the pause, and is sent then', async () => {
    await open(sources);
    await passOver({ ...named, ...stocks(0, () => 50) });
    await passOver(stocks(0, (n) => (n < 60 ? 0 : 50)));
    await room.catalog.setPaused('stock', true);
    const released = await room.catalog.release('1', 'clerk');
    expect(released.paused).toMatch(/^stock has been paused since /);
    expect((await passOver()).calls).toEqual([]);
    await room.catalog.setPaused('stock', false);
    expect((await passOver()).calls).toHaveLength(2);
  });
});

describe('the last row of a file that was cut off in a pause', () => {
  it('takes the place of nothing that a file before it said of an article that was never sent', async () => {
    await open(sources);
    await passOver({ ...named, ...stocks(0, () => 50) });
    await room.catalog.setPaused('names', true);
    await room.catalog.setPaused('stock', true);
    await passOver({ 'n.csv': [...named['n.csv'], 'N;Neu'] });
    await passOver({ 's.csv': ['Nr;Menge', 'A0;50', 'N;30'] });
    room.shop.write('out/s.csv', 'Nr;Menge\nA0;50\nN;3');
    await passOver();
    await passOver({ 's.csv': ['Nr;Menge', 'A0;50'] });
    await room.catalog.setPaused('stock', false);
    await passOver();
    await room.catalog.setPaused('names', false);
    const { calls } = await passOver();
    expect(calls).toMatchObject([['upsert', { externalId: 'N', availableQty: 30 }]]);
  });
});
