import { describe, expect, it } from 'vitest';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

useRoom();

describe('delta files', () => {
  const delta = `  vanished: unpublish
  sources:
    - { name: articles, contents: delta, folder: ./out, files: "d*.csv", ${dialect}, mapping: { externalId: Nr, name: Name, availableQty: Menge } }`;
  const head = 'Nr;Name;Menge';

  it('are taken each, in the order of their names, and nothing vanishes', async () => {
    await open(delta);
    const { runs, calls } = await passOver({
      'd2.csv': [head, 'A;Zwei;2', 'B;Mutter;9'],
      'd1.csv': [head, 'A;Eins;1'],
      'd10.csv': [head, 'A;Eins;1'],
    });
    expect(runs.map(({ file, sent }) => [file, sent])).toEqual([
      ['d1.csv', 1],
      ['d2.csv', 2],
      ['d10.csv', 1],
    ]);
    expect(calls.map(([, ...items]) => items.map((item) => item['name']))).toEqual([
      ['Eins'],
      ['Zwei', 'Mutter'],
      ['Eins'],
    ]);
    expect(await passOver()).toEqual({ runs: [], calls: [] });
    expect((await passOver({ 'd11.csv': [head, 'C;Keil;1'] })).calls).toHaveLength(1);
    expect(await room.market.products()).toHaveLength(3);
  });

  it('keep what an earlier one said of a cell that is empty now', async () => {
    await open(delta.replace('name: Name,', 'name: Name, brand: Marke,'));
    await passOver({ 'd1.csv': ['Nr;Name;Marke;Menge', 'A;Nagel;M;1', 'B;Mutter;;1'] });
    const { calls } = await passOver({ 'd2.csv': ['Nr;Name;Marke;Menge', 'A;Bolzen;;'] });
    expect(calls).toEqual([['upsert', { externalId: 'A', name: 'Bolzen', brand: 'M' }]]);
  });

  it('wait for the one before: its rows are never overtaken', async () => {
    await open(delta);
    room.post.hold();
    room.write('d1.csv', [head, 'A;Eins;1']);
    room.write('d2.csv', [head, 'A;Zwei;2']);
    const held = await room.pass(100);
    expect(held.runs.map(({ file }) => file)).toEqual(['d1.csv']);
    room.post.letGo();
    const { runs } = await passOver();
    expect(runs).toMatchObject([{ file: 'd2.csv', sent: 1 }]);
    expect(await room.market.products()).toMatchObject([{ name: 'Zwei', availableQty: 2 }]);
  });
});

describe('two products sources that become one upsert', () => {
  const two = `  sources:
    - { name: names, folder: ./out, files: "n*.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: brands, folder: ./out, files: "b*.csv", ${dialect}, mapping: { externalId: Nr, brand: Marke } }`;
  const booksOf = (source: string, runs: readonly { source: string }[]) =>
    runs.find((run) => run.source === source);

  it('both say sent, in the first pass and when the same file is counted again', async () => {
    await open(two);
    const { runs, calls } = await passOver({
      'n.csv': ['Nr;Name', 'A;Nagel', 'B;Mutter'],
      'b.csv': ['Nr;Marke', 'A;M', 'B;N'],
    });
    expect(calls).toHaveLength(1);
    expect(booksOf('names', runs)).toMatchObject({ read: 2, sent: 2, unchanged: 0 });
    expect(booksOf('brands', runs)).toMatchObject({ read: 2, sent: 2, unchanged: 0 });
    for (const source of ['names', 'brands'])
      room.catalog.store.sources.set(source, { plan: null, done: 0 });
    await room.pass();
    expect(await room.catalog.runs(2)).toMatchObject([{ sent: 2 }, { sent: 2 }]);
  });

  it('a row that says nothing new is unchanged, whatever the other source sends of its article', async () => {
    await open(two);
    await passOver({
      'n.csv': ['Nr;Name', 'A;Nagel', 'B;Mutter'],
      'b.csv': ['Nr;Marke', 'A;M', 'B;N'],
    });
    const { runs, calls } = await passOver({
      'n.csv': ['Nr;Name', 'A;Nagel lang', 'B;Mutter'],
      'b.csv': ['Nr;Marke', 'A;M', 'B;O'],
    });
    expect(calls.flatMap(([, ...items]) => items)).toHaveLength(2);
    expect(booksOf('names', runs)).toMatchObject({ sent: 1, unchanged: 1 });
    expect(booksOf('brands', runs)).toMatchObject({ sent: 1, unchanged: 1 });
  });
});

describe('a products export with a row for each warehouse', () => {
  it('quirk 33: gives articles to one source, and to a source of kind stock what the rows add up to', async () => {
    await open(`  sources:
    - { name: articles, folder: ./out, files: "a*.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, folder: ./out, files: "a*.csv", duplicates: sum, ${dialect}, mapping: { externalId: Nr, availableQty: { column: Menge, buffer: 1 } } }`);
    const head = 'Nr;Name;Lager;Menge';
    const first = await passOver({
      'a.csv': [head, 'A;Nagel;Nord;2', 'A;Nagel;Süd;3,5', 'B;Mutter;Nord;4'],
    });
    expect(first.calls).toMatchObject([
      ['upsert', { externalId: 'A', availableQty: 4.5 }, { externalId: 'B', availableQty: 3 }],
    ]);
    expect(first.runs).toContainEqual(
      expect.objectContaining({ source: 'articles', read: 3, sent: 2, skipped: 1, rejected: 0 }),
    );
    const second = await passOver({
      'a.csv': [head, 'A;Nagel;Nord;2', 'A;Nagel;Süd;0', 'B;Mutter;Nord;4'],
    });
    expect(second.calls).toMatchObject([['stock', { externalId: 'A', availableQty: 1 }]]);
  });
});

describe('two products sources', () => {
  const two = `  sources:
    - { name: names, folder: ./out, files: "n*.csv", ${dialect}, where: { column: Web, equals: J }, mapping: { externalId: Nr, name: Name } }
    - { name: brands, folder: ./out, files: "b*.csv", ${dialect}, where: { column: Web, equals: J }, mapping: { externalId: Nr, brand: Marke } }`;

  it('with rows that are left out come to an end', async () => {
    await open(two);
    const { runs } = await passOver({
      'n.csv': ['Nr;Name;Web', 'A;Nagel;J', 'B;Mutter;N'],
      'b.csv': ['Nr;Marke;Web', 'A;M;J', 'C;N;J', 'D;N;N'],
    });
    expect(runs).toMatchObject([
      { read: 2, sent: 1, skipped: 1, final: true },
      { read: 3, skipped: 2, final: true },
    ]);
    expect((await room.market.mutations()).length).toBe(1);
  });
});
