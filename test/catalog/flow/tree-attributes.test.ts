import { describe, expect, it } from 'vitest';
import { open, room, useRoom } from '../one-room.ts';
import { ledgerEnd, passSince } from '../room.ts';

const source = (more: string) => `  sources:
    - { name: articles, folder: ./out, files: "*.json", format: json, stable: { quiet: 0s }, ${more},
        mapping: { externalId: id, name: name, attributes: { prefix: "f_" } } }`;

useRoom();

async function pass(file: string, ...articles: object[]) {
  const since = await ledgerEnd(room.market);
  room.shop.write(`out/${file}.json`, JSON.stringify(articles));
  const { calls, held } = await passSince(room, since);
  expect(held).toEqual([]);
  return calls.flatMap(([, ...items]) => items.map(({ attributes }) => attributes));
}

const bolt = { id: 'A', name: 'Bolzen', f_Farbe: 'rot', f_Mass: '5' };
const nut = { id: 'B', name: 'Mutter', f_Farbe: 'rot' };

describe('attributes by prefix of a tree, which names only what it has', () => {
  it.each([
    ['of changes', [] as object[]],
    ['whose other articles have them', [{ ...nut, id: 'C' }]],
  ])('stay under empty: keep where a row leaves them out, in a file %s', async (_, others) => {
    await open(source('contents: delta, empty: keep'));
    await pass('1', bolt, nut);
    const sent = await pass('2', { id: 'A', name: 'Bolzen M8' }, ...others);
    expect(sent[0]).toEqual({ Farbe: 'rot', Mass: '5' });
    const changed = await pass('3', { id: 'A', name: 'Bolzen M8', f_Mass: '6' });
    expect(changed).toEqual([{ Farbe: 'rot', Mass: '6' }]);
    await room.restart();
    expect(await pass('4', { id: 'A', name: 'Bolzen M8' })).toEqual([]);
  });

  it('go under empty: clear', async () => {
    await open(source('contents: delta, empty: clear'));
    await pass('1', bolt, nut);
    expect(await pass('2', { id: 'A', name: 'Bolzen M8' })).toEqual([{}]);
  });
});
