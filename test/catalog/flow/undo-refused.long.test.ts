import { describe, expect, it } from 'vitest';
import { dialect, open, passOver, room, undone, useRoom } from '../one-room.ts';

const sources = `  sources:
    - { name: articles, folder: ./out, files: "artikel*.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, folder: ./out, files: "bestand*.csv", missing: keep, ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;
const stock = (...rows: readonly string[]) => passOver({ 'bestand.csv': ['Nr;Menge', ...rows] });
const weather = (method: 'POST' | 'DELETE', kind?: object) =>
  room.market.sandbox.control(method, '/sandbox/weather', kind);
const needs = async () => (await room.catalog.needsYou()).map(({ id }) => id);

/** Run 3 said a stock of B that the marketplace refused. */
async function refused() {
  await open(sources);
  await passOver({ 'artikel.csv': ['Nr;Name', 'A;Aa', 'B;Bb', 'C;Cc'] });
  await stock('A;50', 'B;60', 'C;9');
  const path = '/connect/v1/supplier/catalog/products/batch/stock';
  await weather('POST', { kind: 'halfBatch', type: 'VALIDATION_ERROR', count: 1, path });
  await stock('A;41', 'B;7', 'C;9');
  await weather('DELETE');
}

useRoom();

describe('a stock that the marketplace refused, and that the next whole file leaves out', () => {
  it.each([
    ['no undo', async () => undefined],
    ['the undo of its run', () => undone(3, false)],
    [
      'the undo of a later run',
      async () => {
        await stock('A;41', 'B;7', 'C;8');
        await undone(4, false);
      },
    ],
    [
      'the undo of a later run with its stock',
      async () => {
        await stock('A;41', 'B;7', 'C;8');
        await undone(4, true);
      },
    ],
    [
      'the undo of an older run',
      async () => {
        await undone(2, true);
      },
    ],
  ])('is told behind %s', async (_, between) => {
    await refused();
    await between();
    await stock('A;41', 'C;6');
    expect(await needs()).toEqual(['unsaid-stock']);
    await stock('A;41', 'B;5', 'C;6');
    expect(await needs()).toEqual([]);
  });

  it('is not told where the file that said it was taken back with its stock', async () => {
    await refused();
    await undone(3, true);
    await stock('A;41', 'C;6');
    expect(await needs()).toEqual([]);
  });

  it('is not told of what was sent, behind the undo of an older run', async () => {
    await open(sources);
    await passOver({ 'artikel.csv': ['Nr;Name', 'A;Aa', 'B;Bb', 'C;Cc'] });
    await stock('A;1', 'B;60', 'C;9');
    await stock('A;1', 'B;7', 'C;9');
    await stock('A;1', 'B;7', 'C;8');
    await undone(3, true);
    await stock('B;7', 'C;6');
    expect(await needs()).toEqual([]);
  });
});

describe('a row that was rejected in a run which an undo has taken back', () => {
  it('is reported until another file comes', async () => {
    await open(sources);
    await passOver({ 'artikel.csv': ['Nr;Name', 'A;Aa', 'B;Bb'] });
    await stock('A;50', 'B;60');
    await stock('A;41', 'B;x');
    await undone(3, true);
    expect(await needs()).toContain('rejected-stock');
    const { complaints, next } = await room.catalog.why('B');
    expect(complaints).toEqual([expect.stringContaining('"x": is not a number')]);
    expect(next).toContain('Its row was rejected. Export a number in the style');
    await stock('A;41', 'B;59');
    expect(await needs()).toEqual([]);
    expect((await room.catalog.why('B')).complaints).toEqual([]);
  });
});
