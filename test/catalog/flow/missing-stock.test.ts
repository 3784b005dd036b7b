import { describe, expect, it } from 'vitest';
import { open, room, useRoom } from '../one-room.ts';

const tree = (contents: string, quantity = 'Menge') => `  sources:
    - { name: articles, contents: ${contents}, folder: ./out, files: "*.json", stable: { quiet: 0s }, format: json, mapping: { externalId: Nr, name: Name, availableQty: ${quantity}, isActive: { column: Da, default: true } } }`;
const before = '[{"Nr":"A","Name":"Nagel","Menge":5},{"Nr":"B","Name":"Mutter","Menge":7}]';
const without = before.replace(',"Menge":5', '');
const nested = before.replace('5', '{"frei":0,"fest":2}');

useRoom();

async function notesOn(text: string): Promise<readonly string[]> {
  room.write('a.json', [text]);
  const { notes } = await room.pass();
  return notes.filter((note) => note.includes('notes on rows') || note.includes('A note on'));
}

describe('a record of a tree without the stock that it had', () => {
  it.each([
    ['none', without, 'Menge: is not in the record: the stock stays at 5.'],
    [
      'an object',
      nested,
      'Menge: holds "Menge.frei", "Menge.fest" instead of a value: the stock stays at 5.',
    ],
  ])('is reported with %s in its place, and the stock stays', async (_, text, words) => {
    await open(tree('full'));
    expect(await notesOn(before)).toEqual([]);
    expect(await notesOn(text)).toEqual([`articles: A note on a row: row 1, ${words}`]);
    expect(await room.market.products()).toMatchObject([{ availableQty: 5 }, { availableQty: 7 }]);
  });

  it.each([
    ['of changes, which say only what has changed', tree('delta'), without],
    ['where absence means none', tree('full', '{ column: Menge, default: 0 }'), without],
    ['that takes its article off sale', tree('full'), without.replace('"A"', '"A","Da":false')],
    [
      'of an article that never had one',
      tree('full'),
      before.replace(']', ',{"Nr":"C","Name":"Nut"}]'),
    ],
  ])('is not told in a file %s', async (_, source, text) => {
    await open(source);
    await notesOn(before);
    expect(await notesOn(text)).toEqual([]);
  });

  it('is told of an object in a file of changes too, and of an article that is new', async () => {
    await open(tree('delta'));
    expect(await notesOn(nested)).toEqual([
      'articles: A note on a row: row 1, Menge: holds "Menge.frei", "Menge.fest" instead of a value: no stock is read.',
    ]);
  });
});
