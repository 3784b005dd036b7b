import { describe, expect, it } from 'vitest';
import { passOver, room, useRoom } from '../one-room.ts';
import { created, named, read, readNext } from './new-articles.ts';

useRoom();

describe('an article that whole stock files named before it was known, under missing: keep', () => {
  it('is created with what was said last for sure, and its rows are skipped until then', async () => {
    const [first, second] = await read(
      'missing: keep,',
      ['M;3', 'N;3', 'O;3', 'P;3', 'Q;4', 'Q;4', 'R;3'],
      ['M;4', 'N;viel', 'O;4', 'O;5', 'P;', 'R;22.125', 'X;94.5'],
      [],
    );
    const books = [first, second].map((run) => room.catalog.store.runs.get(run ?? 0));
    expect(books.map((run) => [run?.skipped, run?.rejected])).toEqual([
      [7, 0],
      [5, 2],
    ]);
    await room.restart();
    expect(await created('M', 'N', 'O', 'P', 'Q', 'R', 'S')).toEqual([4, 3, 3, 3, 4, 3, 100]);
  });

  it.each([
    ['last', [6, 5, 100]],
    ['sum', [11, 3, 9]],
  ])('is created with what its rows say together: duplicates: %s', async (duplicates, said) => {
    await read(
      `missing: keep, duplicates: ${duplicates},`,
      ['M;5', 'M;6', 'N;1', 'N;2', 'O;9'],
      ['N;viel', 'N;5', 'O;7', 'O;viel'],
      [],
    );
    const [m, n, o] = await created('M', 'N', 'O');
    expect([m, n, o]).toEqual(duplicates === 'last' ? [6, 5, 9] : said);
  });

  it('is created with it where another article has its number with zeros before it, and is named, too', async () => {
    await read('missing: keep,', []);
    await passOver({ 'a.csv': ['Nr;Name;Menge', 'A;Nagel;', 'B;Mutter;', '0012;Stift;1'] });
    await readNext('l2.csv', ['12;4', '0012;1']);
    await readNext('l3.csv', ['0012;1']);
    const named = ['A;Nagel;', 'B;Mutter;', '0012;Stift;1', '12;Neu;100'];
    const { calls } = await passOver({ 'a.csv': ['Nr;Name;Menge', ...named] });
    expect(calls).toMatchObject([['upsert', { externalId: '12', availableQty: 4 }]]);
  });

  it('has no stock under missing: zero, also not what was kept before that was set', async () => {
    await read('missing: keep,', ['N;3'], []);
    const { config } = room.shop;
    const [articles, stock] = config.catalog!.sources;
    const zero = [articles!, { ...stock!, missing: 'zero' as const }];
    const catalog = { ...config.catalog!, sources: zero };
    await room.restart({ ...room.shop, config: { ...config, catalog } });
    await passOver();
    const { calls } = await passOver(named('N'));
    expect(calls).toMatchObject([
      ['upsert', { externalId: 'N', availableQty: 100 }],
      ['stock', { externalId: 'N', availableQty: 0 }],
    ]);
    expect((await passOver()).calls).toEqual([]);
  });

  it.each(['missing: keep,', 'contents: delta,'])(
    'is created with nothing of a last row that may be cut off, as long as that is no habit (fault 4): %s',
    async (keys) => {
      await read(keys, ['M;3']);
      const notes: { readonly rule: string }[] = [];
      for (const [name, rows] of [
        ['l2.csv', 'N;1\nM;1'],
        ['l3.csv', 'O;1'],
      ] as const) {
        room.shop.write(`out/${name}`, `Nr;Menge\nA;5\nB;5\n${rows}`);
        await passOver();
        notes.push(
          ...room.catalog.store.complaints.notesOf(room.catalog.store.runs.newest('lag')!.id),
        );
      }
      expect(await created('M', 'N', 'O')).toEqual([3, 1, 1]);
      expect(notes.map(({ rule }) => rule)).toEqual([
        expect.stringMatching(/^l2\.csv ends within a line, .* the stock of M, an article/),
      ]);
    },
  );

  it('is created with nothing that a brake or a pause keeps back', async () => {
    await read('missing: keep,', ['M;3', 'N;3'], []);
    const unreadable = Array.from({ length: 12 }, (_, n) => `X${n};viel`);
    await readNext('l3.csv', ['M;998', ...unreadable]);
    expect(await room.catalog.held()).toHaveLength(1);
    expect(await created('M')).toEqual([3]);
    await readNext('l4.csv', ['O;1']);
    await room.catalog.setPaused('lag', true, 'clerk');
    await readNext('l5.csv', ['N;998', 'O;998']);
    await readNext('l6.csv', []);
    expect(await created('M', 'N', 'O')).toEqual([3, 1]);
  });
});
