import { describe, expect, it } from 'vitest';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

useRoom();

describe('an article in several rows of a file', () => {
  const sources = (policy: string, keys = '') => `  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, duplicates: ${policy}, ${keys} folder: ./out, files: "bestand.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;
  const articles = { 'artikel.csv': ['Nr;Name', 'A;Nagel', 'B;Mutter'] };
  const stock = (...rows: string[]) => ({ 'bestand.csv': ['Nr;Menge', ...rows] });

  it('fault 8: rejects all its rows when they differ, and skips a repetition', async () => {
    await open(sources('reject'));
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
      await open(sources('reject'));
      await passOver({ ...articles, ...stock('A;6', 'B;7') });
      const { calls, runs } = await passOver(stock(...rows));
      expect(calls).toEqual([['stock', { externalId: 'B', availableQty: 8 }]]);
      expect(runs).toMatchObject([{ read: 3, sent: 1, rejected: 2, final: true }]);
      expect((await room.catalog.why('A')).complaints.join()).toContain(
        'is in rows 2 and 3 with different data; none of them was used.',
      );
    },
  );

  it.each([[['N;', 'N;Niete']], [['N;Niete', 'N;']]])(
    'fault 8: creates no article of which one row cannot be read: %j',
    async (rows) => {
      await open(sources('reject'));
      const { calls, runs } = await passOver({ 'artikel.csv': ['Nr;Name', ...rows] });
      expect(calls).toEqual([]);
      expect(runs).toMatchObject([{ read: 2, rejected: 2, final: true }]);
    },
  );

  it('counts no row before one that cannot be read under last, and each after it', async () => {
    await open(sources('last'));
    await passOver({ ...articles, ...stock('A;6', 'B;7') });
    const { calls, runs } = await passOver(stock('A;9', 'A;viel', 'B;viel', 'B;8'));
    expect(calls).toEqual([['stock', { externalId: 'B', availableQty: 8 }]]);
    expect(runs).toMatchObject([{ read: 4, sent: 1, rejected: 2, skipped: 1, final: true }]);
  });

  it('takes the last row under last, also where it says what was said before', async () => {
    await open(sources('last'));
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
    await open(`  sources:
    - { name: articles, duplicates: last, folder: ./out, files: "artikel.csv", ${dialect}, mapping: { externalId: Nr, name: Name, brand: Marke } }`);
    const file = (...rows: string[]) => ({ 'artikel.csv': ['Nr;Name;Marke', ...rows] });
    await passOver(file('A;Nagel;M'));
    expect((await passOver(file('A;Nagel;N', 'A;Nagel;M'))).calls).toEqual([]);
    expect((await passOver(file('A;Bolzen;'))).calls).toEqual([
      ['upsert', { externalId: 'A', name: 'Bolzen', brand: 'M' }],
    ]);
  });

  it('adds its rows up under sum; empty cells add nothing, and all of them empty say nothing', async () => {
    await open(sources('sum'));
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
      await open(sources('sum'));
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
    await open(sources('reject', `negative: ${negative},`));
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
    await open(sources(field));
    const { runs } = await passOver(stock(...rows));
    expect(await quantities()).toEqual(expected);
    expect(runs.at(-1)).toMatchObject({ read: 3, sent: 2, skipped: 1, final: true });
    expect((await passOver(stock(...rows, ''))).calls).toEqual([]);
  });

  it('are rejected as a whole where they add up to more than the marketplace takes', async () => {
    await open(sources('Menge'));
    const { runs } = await passOver(stock('A;9999999;', 'A;1;', 'B;1;'));
    expect(await quantities()).toEqual([0, 1]);
    expect(runs.at(-1)).toMatchObject({ read: 3, sent: 1, rejected: 2, skipped: 0 });
    expect((await room.catalog.why('A')).complaints.join()).toContain(
      'column "Menge", "10000000": is more than 9999999.999',
    );
  });

  it('below zero together are refused where negative: refuse says so, and noted where it is clamped', async () => {
    await open(sources('Menge', 'negative: refuse,'));
    const { runs } = await passOver(stock('A;-5;', 'A;2;', 'B;1;'));
    expect(runs.at(-1)).toMatchObject({ sent: 1, rejected: 2, skipped: 0 });
    expect((await room.catalog.why('A')).complaints.join()).toContain('"-3": is below zero.');
    await room.close();
    await open(sources('Menge', 'negative: clamp,'));
    const clamped = await passOver(stock('A;-5;', 'A;2;', 'B;1;'));
    expect(clamped.runs.at(-1)).toMatchObject({ sent: 2, rejected: 0, skipped: 1 });
    expect((await room.catalog.why('A')).complaints.join()).toContain('"-3": is below zero');
    expect(await quantities()).toEqual([0, 1]);
  });

  it('that were added to another row are told in words', async () => {
    await open(sources('Menge'));
    await passOver(stock('A;1;', 'A;2;', 'B;1;', 'A;3;'));
    const texts = (await room.catalog.events(20)).map(({ text }) => text);
    expect(texts.find((text) => text.startsWith('bestand.csv'))).toMatch(
      /4 rows read, 2 sent, 0 unchanged, 0 rejected, 2 skipped\. 2 rows were added to the last rows of their articles and count as skipped\.$/,
    );
  });
});
