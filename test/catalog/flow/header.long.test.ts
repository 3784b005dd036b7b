import { describe, expect, it } from 'vitest';
import { open, room, useRoom } from '../one-room.ts';
import { callsSince, ledgerEnd } from '../room.ts';

const named = `  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", stable: { quiet: 0s }, delimiter: ";", mapping: { externalId: Nr, name: Name } }`;
const placed = `  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", stable: { quiet: 0s }, delimiter: ";", headerRow: none, mapping: { externalId: 1, name: 2 } }`;
const tree = (contents: string) => `  sources:
    - { name: articles, contents: ${contents}, folder: ./out, files: "*.json", stable: { quiet: 0s }, format: json, mapping: { externalId: Nr, name: Name, brand: Marke } }`;

useRoom();

async function passOver(name: string, rows: readonly string[]) {
  const since = await ledgerEnd(room.market);
  room.write(name, rows);
  const { runs, notes } = await room.pass();
  const told = (await room.catalog.events(20)).map(({ text }) => text);
  return {
    run: runs[0],
    notes,
    calls: (await callsSince(room.market, since)).length,
    told: told.filter((text) => text.includes('than the file before')),
    held: (await room.catalog.held()).map(({ sentence }) => sentence),
  };
}

describe('a table whose attributes are found by their names', () => {
  it.each([
    ['a prefix', 'prefix: "Attr_"', 'Attr_Farbe;Attr_Form', 'Atr_Farbe;Attr_Form', '"Attr_Farbe"'],
    [
      'pairs',
      'pairs: [{ name: "M * N", value: "M * W" }]',
      'M 1 N;M 1 W;M 2 N;M 2 W',
      'M 1 N;M 1 W;N 2 M;M 2 W',
      '"M 2 N"',
    ],
  ])(
    'is held whole where a column of %s has gone, and nothing is wiped',
    async (...[, attributes, before, now, gone]) => {
      await open(named.replace('name: Name }', `name: Name, attributes: { ${attributes} } }`));
      const cells = before.replace(/[^;]+/g, 'rot');
      await passOver('artikel.csv', [`Nr;Name;${before}`, `A;Nagel;${cells}`]);
      const { calls, held } = await passOver('artikel.csv', [
        `Nr;Name;${now}`,
        `A;Bolzen;${cells}`,
      ]);
      expect(calls).toBe(0);
      expect(held).toEqual([
        `artikel.csv no longer has ${gone}, from which attributes were made: the whole file is held.`,
      ]);
      await room.catalog.release((await room.catalog.held())[0]!.id, 'clerk');
      expect((await passOver('artikel.csv', [`Nr;Name;${now}`, `A;Bolzen;${cells}`])).held).toEqual(
        [],
      );
      expect(await room.market.products()).toMatchObject([{ name: 'Bolzen' }]);
    },
  );
});

it.each([
  ['keep', 0],
  ['clear', 1],
])(
  'a tree in which no article has an attribute any more is not held; they %s it',
  async (empty, sent) => {
    const source = tree('full').replace('brand: Marke', 'attributes: { prefix: "Attr_" }');
    await open(source.replace('format: json', `format: json, empty: ${empty}`));
    await passOver('a.json', [
      '[{"Nr":"A","Name":"Nagel","Attr_Farbe":"rot"},{"Nr":"B","Name":"Mutter"}]',
    ]);
    const { held, calls } = await passOver('a.json', [
      '[{"Nr":"A","Name":"Nagel"},{"Nr":"B","Name":"Mutter"}]',
    ]);
    expect({ held, calls }).toEqual({ held: [], calls: sent });
  },
);

describe('a table whose columns are found by name', () => {
  it.each([
    ['a new column', ['Nr;Name;Farbe', 'A;Bolzen;rot'], 'new "Farbe"'],
    ['a column less', ['Nr;Name', 'A;Bolzen'], 'gone "Lager"'],
    ['a renamed column', ['Nr;Name;Bestand', 'A;Bolzen;1'], 'new "Bestand"; gone "Lager"'],
    ['another order', ['Name;Nr;Lager', 'Bolzen;A;1'], 'in another order'],
  ])('goes with %s, and the run says so', async (_case, rows, words) => {
    await open(named);
    const before = words.startsWith('new "Farbe"')
      ? ['Nr;Name', 'A;Nagel']
      : ['Nr;Name;Lager', 'A;Nagel;1'];
    expect((await passOver('artikel.csv', before)).told).toEqual([]);
    const { run, calls, told, held, notes } = await passOver('artikel.csv', rows);
    expect(run).toMatchObject({ read: 1, sent: 1, held: 0 });
    expect(notes).toEqual([
      `articles: artikel.csv has other columns than the file before: ${words}.`,
    ]);
    expect([calls, held]).toEqual([1, []]);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(`artikel.csv has other columns than the file before: ${words}.`);
    await room.restart();
    expect((await passOver('artikel.csv', [...rows, ''])).told).toHaveLength(1);
  });

  it('without a mapped column is refused with the nearest name, and the file before still counts', async () => {
    await open(named);
    await passOver('artikel.csv', ['Nr;Name', 'A;Nagel']);
    const { calls } = await passOver('artikel.csv', ['Nummer;Names', 'A;Bolzen']);
    expect(calls).toBe(0);
    expect((await room.catalog.needsYou())[0]).toMatchObject({
      cause:
        'artikel.csv, column "Nr": is mapped, but the file has no such column, nor "Name" (it has: Nummer, Names).',
      fix: 'Did you mean "Names" for "Name"? Correct the mapping, or export the column again.',
    });
    expect((await passOver('artikel.csv', ['Nr;Name', 'A;Bolzen'])).told).toEqual([]);
  });
});

describe('a table in which a mapped column has a twin', () => {
  const stocked = named.replace('name: Name }', 'name: Name, availableQty: Bestand }');
  const one = ['Nr;Name;Bestand', 'A;Nagel;5'];
  const two = ['Nr;Name;Bestand;Bestand', 'A;Nagel;900;5'];
  const words = (is: string, was: string): string =>
    `artikel.csv has the column "Bestand" ${is}, the file before had it ${was}: it is not clear which one the mapping means, so the whole file is held.`;

  it('is held whole when the twin comes and when it goes, until somebody releases it', async () => {
    await open(stocked);
    await passOver('artikel.csv', one);
    expect(await passOver('artikel.csv', two)).toMatchObject({
      calls: 0,
      held: [words('2 times', 'once')],
    });
    await room.catalog.release((await room.catalog.held())[0]!.id, 'clerk');
    expect((await passOver('artikel.csv', two)).held).toEqual([]);
    expect(await passOver('artikel.csv', one)).toMatchObject({
      calls: 0,
      held: [words('once', '2 times')],
    });
  });

  it('is held where a condition reads the column, and not where nothing reads it', async () => {
    const where = 'where: { column: Lager, equals: J }, delimiter: ";"';
    await open(named.replace('delimiter: ";"', where));
    await passOver('artikel.csv', ['Nr;Name;Lager;Ort', 'A;Nagel;J;x']);
    const other = await passOver('artikel.csv', ['Nr;Name;Lager;Ort;Ort', 'A;Keil;J;x;y']);
    expect(other).toMatchObject({ calls: 1, held: [] });
    const { calls, held } = await passOver('artikel.csv', ['Nr;Name;Lager;Lager', 'A;Nut;N;J']);
    expect(calls).toBe(0);
    expect(held[0]).toContain('the column "Lager" 2 times');
  });
});

describe('a table whose columns are found by place', () => {
  const before = ['A;Nagel', 'B;Mutter'];
  const shifted = ['A;0;Nagel', 'B;0;Mutter'];
  const words =
    'artikel.csv has 3 columns, the file before had 2: columns are found by their place, so the whole file is held.';

  it('is held with another number of columns, also when the same layout comes again', async () => {
    await open(placed);
    await passOver('artikel.csv', before);
    expect(await passOver('artikel.csv', shifted)).toMatchObject({
      run: { read: 2, sent: 0, held: 2 },
      calls: 0,
      held: [words],
    });
    await room.restart();
    expect(await passOver('artikel.csv', [...shifted, 'C;0;Keil'])).toMatchObject({
      calls: 0,
      held: [words],
    });
    expect(await passOver('artikel.csv', [...before, 'C;Keil'])).toMatchObject({
      calls: 1,
      held: [],
    });
  });

  it('goes after a release, and its layout is then the one to compare with', async () => {
    await open(placed);
    await passOver('artikel.csv', before);
    await passOver('artikel.csv', shifted);
    const [hold] = await room.catalog.held();
    await room.catalog.release(hold!.id, 'Ada');
    await room.pass();
    expect((await room.market.products()).map(({ name }) => name)).toEqual(['0', '0']);
    expect(await passOver('artikel.csv', ['A;1;Nagel', 'B;1;Mutter'])).toMatchObject({
      calls: 1,
      held: [],
    });
  });

  it('stays held under other limits, at a restart and when it comes again', async () => {
    await open(placed);
    await passOver('artikel.csv', before);
    expect((await passOver('artikel.csv', shifted)).held).toEqual([words]);
    const { config } = room.shop;
    const catalog = { ...config.catalog!, vanished: 'hide' as const };
    await room.restart({ ...room.shop, config: { ...config, catalog } });
    await room.pass();
    expect((await room.catalog.held()).map(({ sentence }) => sentence)).toEqual([words]);
    const again = await passOver('artikel.csv', [...shifted, 'C;0;Keil']);
    expect(again).toMatchObject({ calls: 0, held: [words] });
  });

  it('is not held after its configuration has changed: other columns are wished then', async () => {
    await open(placed);
    await passOver('artikel.csv', ['A,x;Nagel', 'B,y;Mutter']);
    const [source] = room.shop.config.catalog!.sources;
    const catalog = { ...room.shop.config.catalog!, sources: [{ ...source!, delimiter: ',' }] };
    await room.restart({ ...room.shop, config: { ...room.shop.config, catalog } });
    await room.pass();
    expect(await passOver('artikel.csv', ['A,x,1', 'B,y,1'])).toMatchObject({
      held: [expect.stringContaining('has 3 columns, the file before had 2')],
    });
  });
});

describe('a tree', () => {
  const file = (key: string) => [
    `[{"Nr":"A","Name":"Nagel","${key}":"M"},{"Nr":"B","Name":"Mutter"}]`,
  ];

  it('goes without a mapped element whose absence has a meaning of its own', async () => {
    await open(tree('full').replace('brand: Marke', 'brand: { column: Marke, default: Eigen }'));
    await passOver('a.json', file('Marke'));
    expect(await passOver('a.json', file('Brand'))).toMatchObject({ calls: 1, held: [] });
  });

  it('is held where no record has a mapped element that the file before had', async () => {
    await open(tree('full'));
    await passOver('a.json', file('Marke'));
    expect(await passOver('a.json', file('Brand'))).toMatchObject({
      calls: 0,
      held: ['No record of a.json has "Marke", which the file before had: the whole file is held.'],
    });
    expect(
      await passOver(
        'a.json',
        file('Marke').map((text) => text.replace('Mutter', 'Keil')),
      ),
    ).toMatchObject({
      calls: 1,
      held: [],
    });
  });

  it('is held at first where no record has what decides whether buyers can order, and a release says that it is so', async () => {
    const active = 'isActive: { column: gesperrt, translate: { J: false, N: true } }';
    await open(
      tree('full').replace('brand: Marke', `brand: Marke, availableQty: Menge, ${active}`),
    );
    const blocked = ['[{"Nr":"A","Name":"Nagel","Gesperrt":"J","Menge":5}]'];
    expect(await passOver('a.json', blocked)).toMatchObject({
      calls: 0,
      held: [
        'No record of a.json has "gesperrt", which is mapped to what buyers can order: the whole file is held. It has "Nr", "Name", "Menge", "Gesperrt".',
      ],
    });
    const [hold] = await room.catalog.held();
    await room.catalog.release(hold!.id, 'clerk');
    await room.pass();
    const next = blocked.map((text) => text.replace('5', '6'));
    expect(await passOver('a.json', next)).toMatchObject({ calls: 1, held: [] });
  });

  it('is said to have no column where none was found in it', async () => {
    const active = 'isActive: { column: gesperrt, translate: { J: false, N: true } }';
    await open(tree('full').replace('brand: Marke', active));
    const { held } = await passOver('a.json', ['[{}]']);
    expect(held[0]).toMatch(/the whole file is held\. No column was found in it\.$/);
  });

  it('of changes only may leave an element out', async () => {
    await open(tree('delta'));
    await passOver('a.json', file('Marke'));
    expect(
      await passOver(
        'b.json',
        file('Brand').map((text) => text.replace('Nagel', 'Bolzen')),
      ),
    ).toMatchObject({
      calls: 1,
      held: [],
    });
  });
});
