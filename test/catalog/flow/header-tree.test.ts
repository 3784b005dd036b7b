import { describe, expect, it } from 'vitest';
import { open, room, useRoom } from '../one-room.ts';
import { callsSince, ledgerEnd } from '../room.ts';

const tree = (quantity: string) => `  sources:
    - { name: articles, folder: ./out, files: "*.json", stable: { quiet: 0s }, format: json, mapping: { externalId: Nr, name: Name, availableQty: ${quantity} } }`;

useRoom();

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
  it('is said to have a column that the file before lacked, and none that neither has or that is elsewhere', async () => {
    await open(tree('Menge, brand: Marke, attributes: { prefix: A_ }'));
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

  it('is held where a mapped element newly is twice in a record', async () => {
    await open(tree('Menge'));
    const once = ['[{"Nr":"A","Name":"Nagel","Menge":5},{"Nr":"B","Name":"Mutter","Menge":7}]'];
    const twice = once.map((text) => text.replace('7', '[0,3]'));
    await passOver('a.json', once);
    expect(await passOver('a.json', twice)).toMatchObject({
      calls: 0,
      held: [
        'The whole file is held: a.json has "Menge" up to 2 times in a record, the file before had it once, and nothing reads "Menge[2]". If all count, write sum: ["Menge[1]", "Menge[2]"] to add up numbers or columns: ["Menge[1]", "Menge[2]"] to join texts. Releasing it sends it as the mapping reads it now.',
      ],
    });
    await room.catalog.release((await room.catalog.held())[0]!.id, 'clerk');
    await room.pass();
    const next = twice.map((text) => text.replace('3', '4').replace('5', '6'));
    expect(await passOver('a.json', next)).toMatchObject({ calls: 1, held: [] });
  });

  it('asks once about a second element now and then, but each time about one of the stock', async () => {
    await open(tree('Menge, brand: Marke'));
    const file = (brand: unknown, stock: unknown, name: string) => [
      JSON.stringify([{ Nr: 'A', Name: name, Menge: stock, Marke: brand }]),
    ];
    const heldOf = async (...of: Parameters<typeof file>) =>
      (await passOver('a.json', file(...of))).held.length;
    const yes = async () => {
      await room.catalog.release((await room.catalog.held())[0]!.id, 'clerk');
      await room.pass();
    };
    await heldOf('M', 5, 'Nagel');
    expect(await heldOf(['M', 'N'], 5, 'Nagel')).toBe(1);
    await yes();
    expect([await heldOf('M', 5, 'Keil'), await heldOf(['M', 'N'], 5, 'Nut')]).toEqual([0, 0]);
    expect(await heldOf('M', [5, 3], 'Bolzen')).toBe(1);
    await yes();
    expect([await heldOf('M', 5, 'Keil'), await heldOf('M', [5, 3], 'Nut')]).toEqual([0, 1]);
  });

  it('is held once, with the number that was read before, where a third one is beside two that are added up', async () => {
    await open(tree('{ sum: ["Menge[1]", "Menge[2]"] }'));
    await passOver('a.json', ['[{"Nr":"A","Name":"Nagel","Menge":[5,3]}]']);
    const { held } = await passOver('a.json', ['[{"Nr":"A","Name":"Nagel","Menge":[5,3,90]}]']);
    expect(held).toHaveLength(1);
    expect(held[0]).toContain(
      '"Menge[1]" up to 3 times in a record, the file before had it up to 2 times, and nothing reads "Menge[3]". If all count, write sum: ["Menge[1]", "Menge[2]", "Menge[3]"]',
    );
    expect(held[0]?.match(/up to 3 times/g)).toHaveLength(1);
  });

  it('is not held where the mapping adds up what is there twice', async () => {
    await open(tree('{ sum: [Menge, "Menge[2]"] }'));
    await passOver('a.json', ['[{"Nr":"A","Name":"Nagel","Menge":5}]']);
    const twice = ['[{"Nr":"A","Name":"Nagel","Menge":[5,3]}]'];
    expect(await passOver('a.json', twice)).toMatchObject({ calls: 1, held: [] });
  });
});

describe('an export of 1C with a warehouse that the mapping does not name', () => {
  const stores = (keys: string) => `  sources:
    - { name: articles, folder: ./out, files: "*.xml", stable: { quiet: 0s }, format: commerceml, mapping: { externalId: Ид, name: Наименование, availableQty: ${keys} } }`;
  const offers = (...rests: readonly (readonly [string, number])[]) => {
    const inside = rests.map(([id, q]) => `<Склад ИдСклада="${id}" КоличествоНаСкладе="${q}"/>`);
    const offer = `<Предложение><Ид>A</Ид><Наименование>Болт</Наименование>${inside.join('')}</Предложение>`;
    return `<КоммерческаяИнформация><ПакетПредложений><Предложения>${offer}</Предложения></ПакетПредложений></КоммерческаяИнформация>`;
  };

  it.each([
    [
      '{ sum: ["Склад:w1", "Склад:w2"] }',
      ' The stock does not count "Склад:w3": if it should, add it to availableQty: of the mapping.',
    ],
    ['Остаток', ''],
  ])('is told of it where the stock is that of named ones: %s', async (keys, words) => {
    await open(stores(keys));
    await passOver('a.xml', [offers(['w1', 1], ['w2', 2])]);
    const { notes, held } = await passOver('a.xml', [offers(['w1', 1], ['w2', 3], ['w3', 90])]);
    expect([notes, held]).toEqual([
      [`articles: a.xml has other columns than the file before: new "Склад:w3".${words}`],
      [],
    ]);
  });
});

describe('a tree of changes', () => {
  it('has the columns of what it changes, and only one that is new is reported', async () => {
    await open(tree('Menge, brand: Marke').replace('folder:', 'contents: delta, folder:'));
    await passOver('a.json', ['[{"Nr":"A","Name":"Nagel","Marke":"X","Farbe":"rot"}]']);
    expect(await passOver('b.json', ['[{"Nr":"A","Name":"Keil"}]'])).toMatchObject({
      calls: 1,
      notes: [],
    });
    expect((await passOver('c.json', ['[{"Nr":"A","Name":"Nut","Marke":"X"}]'])).notes).toEqual([]);
    expect((await passOver('d.json', ['[{"Nr":"A","Name":"Nut","Form":"x"}]'])).notes).toEqual([
      'articles: d.json has other columns than the file before: new "Form".',
    ]);
  });
});
