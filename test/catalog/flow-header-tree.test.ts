import { afterEach, describe, expect, it } from 'vitest';
import type { Room } from './room.ts';
import { callsSince, ledgerEnd, openRoom } from './room.ts';

const tree = (quantity: string) => `  sources:
    - { name: articles, folder: ./out, files: "*.json", stable: { quiet: 0s }, format: json, mapping: { externalId: Nr, name: Name, availableQty: ${quantity} } }`;

let room: Room;
afterEach(() => room.close());

async function passOver(name: string, rows: readonly string[]) {
  const since = await ledgerEnd(room.market);
  room.write(name, rows);
  const { notes } = await room.pass();
  return {
    notes,
    calls: (await callsSince(room.market, since)).length,
    held: (await room.catalog.held()).map(({ sentence }) => sentence),
  };
}

describe('a tree', () => {
  it('is said to have a column that the file before lacked, and none that neither has or that stands elsewhere', async () => {
    room = await openRoom(tree('Menge, brand: Marke, attributes: { prefix: A_ }'));
    const text = (name: string, more = '') =>
      `[{"Nr":"A"${more},"Name":"${name}","Menge":5,"A_1":"x","A_2":"y"}]`;
    await passOver('a.json', [text('Nagel')]);
    expect((await passOver('a.json', [text('Keil')])).notes).toEqual([]);
    const turned = '[{"A_2":"y","A_1":"x","Nr":"A","Name":"Nut","Menge":5}]';
    expect((await passOver('a.json', [turned])).notes).toEqual([]);
    expect((await passOver('a.json', [text('Bolzen', ',"Marke":"M"')])).notes).toEqual([
      'articles: a.json has other columns than the file before: new "Marke".',
    ]);
  });

  it('is held where a mapped element newly stands twice in a record', async () => {
    room = await openRoom(tree('Menge'));
    const once = ['[{"Nr":"A","Name":"Nagel","Menge":5},{"Nr":"B","Name":"Mutter","Menge":7}]'];
    const twice = once.map((text) => text.replace('7', '[0,3]'));
    await passOver('a.json', once);
    expect(await passOver('a.json', twice)).toMatchObject({
      calls: 0,
      held: [
        'a.json has "Menge" up to 2 times in a record, the file before had it once: which one the mapping means is in doubt, so the whole file is held.',
      ],
    });
    await room.catalog.release((await room.catalog.held())[0]!.id, 'clerk');
    await room.pass();
    const next = twice.map((text) => text.replace('3', '4').replace('5', '6'));
    expect(await passOver('a.json', next)).toMatchObject({ calls: 1, held: [] });
  });

  it('is not held where the mapping adds up what stands twice', async () => {
    room = await openRoom(tree('{ sum: [Menge, "Menge[2]"] }'));
    await passOver('a.json', ['[{"Nr":"A","Name":"Nagel","Menge":5}]']);
    const twice = ['[{"Nr":"A","Name":"Nagel","Menge":[5,3]}]'];
    expect(await passOver('a.json', twice)).toMatchObject({ calls: 1, held: [] });
  });
});
