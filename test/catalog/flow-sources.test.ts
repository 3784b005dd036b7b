import { afterEach, describe, expect, it } from 'vitest';
import type { Room } from './room.ts';
import { callsSince, ledgerEnd, openRoom } from './room.ts';

const dialect = 'stable: { quiet: 0s }, delimiter: ";", numbers: "1.234,56"';
let room: Room;
afterEach(() => room.close());

async function passOver(files: Readonly<Record<string, readonly string[]>> = {}) {
  const since = await ledgerEnd(room.market);
  for (const [name, rows] of Object.entries(files)) room.write(name, rows);
  const { runs, isBusy } = await room.pass();
  expect(isBusy).toBe(false);
  return { runs, calls: await callsSince(room.market, since) };
}

describe('delta files', () => {
  const delta = `  vanished: unpublish
  sources:
    - { name: articles, contents: delta, folder: ./out, files: "d*.csv", ${dialect}, mapping: { externalId: Nr, name: Name, availableQty: Menge } }`;
  const head = 'Nr;Name;Menge';

  it('are taken each, in the order of their names, and nothing vanishes', async () => {
    room = await openRoom(delta);
    const { runs, calls } = await passOver({
      'd2.csv': [head, 'A;Zwei;2', 'B;Mutter;9'],
      'd1.csv': [head, 'A;Eins;1'],
      'd10.csv': [head, 'A;Eins;1'],
    });
    expect(runs.map(({ file, sent }) => [file, sent])).toEqual([
      ['d1.csv', 1],
      ['d10.csv', 0],
      ['d2.csv', 2],
    ]);
    expect(calls.map(([, ...items]) => items.map((item) => item['name']))).toEqual([
      ['Eins'],
      ['Zwei', 'Mutter'],
    ]);
    expect(await passOver()).toEqual({ runs: [], calls: [] });
    expect((await passOver({ 'd3.csv': [head, 'C;Keil;1'] })).calls).toHaveLength(1);
    expect(await room.market.products()).toHaveLength(3);
  });

  it('keep what an earlier one said of a cell that is empty now', async () => {
    room = await openRoom(delta.replace('name: Name,', 'name: Name, brand: Marke,'));
    await passOver({ 'd1.csv': ['Nr;Name;Marke;Menge', 'A;Nagel;M;1', 'B;Mutter;;1'] });
    const { calls } = await passOver({ 'd2.csv': ['Nr;Name;Marke;Menge', 'A;Bolzen;;'] });
    expect(calls).toEqual([['upsert', { externalId: 'A', name: 'Bolzen', brand: 'M' }]]);
  });

  it('wait for the one before: its rows are never overtaken', async () => {
    room = await openRoom(delta);
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

describe('an article in several rows of a file', () => {
  const sources = (policy: string, keys = '') => `  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, duplicates: ${policy}, ${keys} folder: ./out, files: "bestand.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;
  const articles = { 'artikel.csv': ['Nr;Name', 'A;Nagel', 'B;Mutter'] };
  const stock = (...rows: string[]) => ({ 'bestand.csv': ['Nr;Menge', ...rows] });

  it('fault 8: rejects all its rows when they differ, and skips a repetition', async () => {
    room = await openRoom(sources('reject'));
    const { runs, calls } = await passOver({
      ...articles,
      ...stock('A;5', 'B;7', 'A;6', 'B;7', 'A;5'),
    });
    expect(calls).toEqual([
      [
        'upsert',
        { externalId: 'A', name: 'Nagel' },
        { externalId: 'B', name: 'Mutter', availableQty: 7 },
      ],
    ]);
    expect(runs.find(({ source }) => source === 'stock')).toMatchObject({
      read: 5,
      sent: 1,
      rejected: 3,
      skipped: 1,
    });
    const name = room.shop.names('results').find((file) => /^stock-.*result\.csv$/.test(file));
    expect(
      room.shop
        .read(`results/${name}`)
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(';').slice(2, 4)),
    ).toEqual([
      ['2', 'rejected'],
      ['4', 'rejected'],
      ['6', 'rejected'],
    ]);
  });

  it.each([[['A;viel', 'A;9', 'B;8']], [['A;9', 'A;viel', 'B;8']]])(
    'fault 8: sends none of its rows under reject when one of them cannot be read: %j',
    async (rows) => {
      room = await openRoom(sources('reject'));
      await passOver({ ...articles, ...stock('A;6', 'B;7') });
      const { calls, runs } = await passOver(stock(...rows));
      expect(calls).toEqual([['stock', { externalId: 'B', availableQty: 8 }]]);
      expect(runs).toMatchObject([{ read: 3, sent: 1, rejected: 2, final: true }]);
      expect((await room.catalog.why('A')).complaints.join()).toContain(
        'stands in rows 2 and 3 with different data; none of them was used.',
      );
    },
  );

  it.each([[['N;', 'N;Niete']], [['N;Niete', 'N;']]])(
    'fault 8: creates no article of which one row cannot be read: %j',
    async (rows) => {
      room = await openRoom(sources('reject'));
      const { calls, runs } = await passOver({ 'artikel.csv': ['Nr;Name', ...rows] });
      expect(calls).toEqual([]);
      expect(runs).toMatchObject([{ read: 2, rejected: 2, final: true }]);
    },
  );

  it('counts no row before one that cannot be read under last, and each after it', async () => {
    room = await openRoom(sources('last'));
    await passOver({ ...articles, ...stock('A;6', 'B;7') });
    const { calls, runs } = await passOver(stock('A;9', 'A;viel', 'B;viel', 'B;8'));
    expect(calls).toEqual([['stock', { externalId: 'B', availableQty: 8 }]]);
    expect(runs).toMatchObject([{ read: 4, sent: 1, rejected: 2, skipped: 1, final: true }]);
  });

  it('takes the last row under last, also where it says what was said before', async () => {
    room = await openRoom(sources('last'));
    const body = Buffer.from(
      '{"results":[],"errors":[{"externalId":"A","errorCode":"X","error":"no"}]}',
    );
    room.post.intercept(() => ({
      kind: 'answered',
      attempts: 1,
      answer: { kind: 'answer', status: 200, headers: {}, body },
    }));
    await passOver({ 'artikel.csv': ['Nr;Name', 'A;Nagel'], ...stock('A;5') });
    room.post.intercept(undefined);
    const { runs } = await passOver(stock('A;9', 'A;5'));
    expect(runs).toMatchObject([{ read: 2, skipped: 2, final: true }]);
    expect((await passOver({ 'artikel.csv': ['Nr;Name', 'A;Nagel lang'] })).calls).toEqual([
      ['upsert', { externalId: 'A', name: 'Nagel lang', availableQty: 5 }],
    ]);
    expect((await passOver(stock('A;8', 'A;5,0'))).calls).toEqual([]);
  });

  it('keeps the fields of the last row under last', async () => {
    room = await openRoom(`  sources:
    - { name: articles, duplicates: last, folder: ./out, files: "artikel.csv", ${dialect}, mapping: { externalId: Nr, name: Name, brand: Marke } }`);
    const file = (...rows: string[]) => ({ 'artikel.csv': ['Nr;Name;Marke', ...rows] });
    await passOver(file('A;Nagel;M'));
    expect((await passOver(file('A;Nagel;N', 'A;Nagel;M'))).calls).toEqual([]);
    expect((await passOver(file('A;Bolzen;'))).calls).toEqual([
      ['upsert', { externalId: 'A', name: 'Bolzen', brand: 'M' }],
    ]);
  });

  it('adds its rows up under sum; empty cells add nothing, and all of them empty say nothing', async () => {
    room = await openRoom(sources('sum'));
    await passOver({ ...articles, ...stock('A;5', 'B;7', 'A;1,5', 'A;') });
    expect((await room.market.products()).map(({ availableQty }) => availableQty)).toEqual([
      6.5, 7,
    ]);
    expect((await passOver(stock('A;', 'B;7', 'A;'))).calls).toEqual([]);
    expect((await passOver(stock('A;1', 'B;7', 'A;2'))).calls).toEqual([
      ['stock', { externalId: 'A', availableQty: 3 }],
    ]);
  });

  it.each([[['A;5', 'A;viel', 'B;8']], [['A;viel', 'A;5', 'B;8']]])(
    'sends no part of a sum of which a row cannot be read: %j',
    async (rows) => {
      room = await openRoom(sources('sum'));
      await passOver({ ...articles, ...stock('A;6', 'B;7') });
      const { calls, runs } = await passOver(stock(...rows));
      expect(calls).toEqual([['stock', { externalId: 'B', availableQty: 8 }]]);
      expect(runs).toMatchObject([{ read: 3, sent: 1, rejected: 2, final: true }]);
      expect((await room.catalog.why('A')).complaints.join()).toContain(
        'cannot be added up: another row of the article could not be read.',
      );
    },
  );

  it.each([
    ['clamp', [['stock', { externalId: 'A', availableQty: 0 }]], { sent: 1, rejected: 0 }],
    ['refuse', [], { sent: 0, rejected: 1 }],
  ])('below zero goes by negative: %s', async (negative, calls, books) => {
    room = await openRoom(sources('reject', `negative: ${negative},`));
    await passOver({ ...articles, ...stock('A;6') });
    const passed = await passOver(stock('A;-3'));
    expect(passed.calls).toEqual(calls);
    expect(passed.runs).toMatchObject([{ read: 1, ...books, final: true }]);
    const story = await room.catalog.why('A');
    expect(story.complaints.join()).toContain('"-3": is below zero');
  });
});

describe('the rows of an article under sum', () => {
  const sources = (availableQty: string, keys = '') => `  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, duplicates: sum, ${keys} folder: ./out, files: "bestand.csv", ${dialect}, mapping: { externalId: Nr, availableQty: ${availableQty} } }`;
  const stock = (...rows: string[]) => ({
    'artikel.csv': ['Nr;Name', 'A;Nagel', 'B;Mutter'],
    'bestand.csv': ['Nr;Menge;Res', ...rows],
  });
  const quantities = async () =>
    (await room.market.products()).map(({ availableQty }) => availableQty);

  it.each([
    ['Menge', ['A;5;', 'A;-3;', 'B;1;'], [2, 1]],
    ['Menge', ['A;-3;', 'A;5;', 'B;-1;'], [2, 0]],
    ['{ column: Menge, buffer: 2 }', ['A;5;', 'A;3;', 'B;1;'], [6, 0]],
    ['{ sum: [Menge], minus: [Res] }', ['A;5;1', 'A;;2', 'B;1;'], [2, 1]],
  ])('of %s in %j are limited as a whole, after adding: %j', async (field, rows, expected) => {
    room = await openRoom(sources(field));
    const { runs } = await passOver(stock(...rows));
    expect(await quantities()).toEqual(expected);
    expect(runs.at(-1)).toMatchObject({ read: 3, sent: 2, skipped: 1, final: true });
    expect((await passOver(stock(...rows, ''))).calls).toEqual([]);
  });

  it('are rejected as a whole where they add up to more than the marketplace takes', async () => {
    room = await openRoom(sources('Menge'));
    const { runs } = await passOver(stock('A;9999999;', 'A;1;', 'B;1;'));
    expect(await quantities()).toEqual([0, 1]);
    expect(runs.at(-1)).toMatchObject({ read: 3, sent: 1, rejected: 1, skipped: 1 });
    expect((await room.catalog.why('A')).complaints.join()).toContain(
      'column "Menge", "10000000": is more than 9999999.999',
    );
  });

  it('below zero together are refused where negative: refuse says so, and noted where it is clamped', async () => {
    room = await openRoom(sources('Menge', 'negative: refuse,'));
    const { runs } = await passOver(stock('A;-5;', 'A;2;', 'B;1;'));
    expect(runs.at(-1)).toMatchObject({ sent: 1, rejected: 1, skipped: 1 });
    expect((await room.catalog.why('A')).complaints.join()).toContain('"-3": is below zero.');
  });

  it('that were added to another row are told in words', async () => {
    room = await openRoom(sources('Menge'));
    await passOver(stock('A;1;', 'A;2;', 'B;1;', 'A;3;'));
    const texts = (await room.catalog.events(20)).map(({ text }) => text);
    expect(texts.find((text) => text.startsWith('bestand.csv'))).toMatch(
      /4 rows read, 2 sent, 0 unchanged, 0 rejected, 2 skipped\. 2 rows were added to the last rows of their articles and count as skipped\.$/,
    );
  });
});

describe('two products sources that become one upsert', () => {
  const two = `  sources:
    - { name: names, folder: ./out, files: "n*.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: brands, folder: ./out, files: "b*.csv", ${dialect}, mapping: { externalId: Nr, brand: Marke } }`;
  const booksOf = (source: string, runs: readonly { source: string }[]) =>
    runs.find((run) => run.source === source);

  it('both say sent, in the first pass and when the same file is counted anew', async () => {
    room = await openRoom(two);
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
    room = await openRoom(two);
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

describe('two products sources', () => {
  const two = `  sources:
    - { name: names, folder: ./out, files: "n*.csv", ${dialect}, where: { column: Web, equals: J }, mapping: { externalId: Nr, name: Name } }
    - { name: brands, folder: ./out, files: "b*.csv", ${dialect}, where: { column: Web, equals: J }, mapping: { externalId: Nr, brand: Marke } }`;

  it('with rows that are left out come to an end', async () => {
    room = await openRoom(two);
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
