import { describe, expect, it } from 'vitest';
import { dialect, open, passOver, room, undone, useRoom } from '../one-room.ts';

const active = 'isActive: { column: Aktiv, translate: { J: true, N: false } }';
const source = (keys: string) => `  sources:
    - { name: articles, folder: ./out, files: "a*.csv", ${dialect},${keys} mapping: { externalId: Nr, name: Name, availableQty: Menge, ${active} } }`;
const rows = (...all: readonly string[]) => ['Nr;Name;Menge;Aktiv', ...all];

/** Run 2 says of some articles what buyers can no longer order, and run 3 leaves these out. */
async function takenBack(keys: string, quantities = true): Promise<void> {
  await open(source(keys));
  const all = ['A;Rad;50;J', 'B;Reifen;50;J', 'C;Kette;5;J', 'D;Bremse;50;J'];
  await passOver({ 'a1.csv': rows(...all) });
  await passOver({
    'a2.csv': rows('A;Rad;10;J', 'B;Reifen;50;N', 'C;Kette;9;J', 'D;Bremse X;50;J'),
  });
  await passOver({ 'a3.csv': rows('E;Sattel;1;J') });
  await undone(2, quantities);
}

const needs = async () => (await room.catalog.needsYou()).map(({ what, cause }) => [what, cause]);
const next = async (id: string) => (await room.catalog.why(id)).next;

describe('what the undo of an older file puts on sale again, and no newer one says', () => {
  useRoom();

  it.each([
    ['of files of changes', ' contents: delta,'],
    ['of whole files under vanished: ignore', ''],
  ])('is reported until a file names the article, %s', async (_, keys) => {
    await takenBack(keys);
    const told = [
      'articles: 2 rows of earlier files had no effect, and no later file repeats them.',
      'First: A in a2.csv, taken back by undo: Menge.',
    ];
    expect(await needs()).toEqual([told]);
    await passOver({ 'a4.csv': rows('E;Sattel;2;J') });
    await room.restart();
    expect(await needs()).toEqual([told]);
    expect(await next('B')).toContain('said more about it than was sent');
    for (const id of ['C', 'D']) expect(await next(id)).toMatch(/^Nothing: /);
    await passOver({ 'a5.csv': rows('A;Rad;10;J', 'B;Reifen;50;N', 'E;Sattel;2;J') });
    expect(await needs()).toEqual([]);
  });

  it('is what is active again alone where the stock stays as it is', async () => {
    await takenBack(' contents: delta,', false);
    expect(await needs()).toEqual([
      [expect.stringContaining('1 row of earlier files'), expect.stringContaining('B in a2.csv')],
    ]);
  });

  it('is named by why where it comes again, whatever is newest', async () => {
    await takenBack(' contents: delta,');
    const again = rows('A;Rad;10;J', 'B;Reifen;50;N', 'C;Kette;9;J', 'D;Bremse X;50;J');
    expect((await passOver({ 'a4.csv': again })).runs).toEqual([]);
    expect(await needs()).toContainEqual([
      'articles: a file was refused.',
      'a4.csv: was taken back by undo and is not read again.',
    ]);
    expect(await next('C')).toMatch(
      /run 4 put it back.* Not read: articles: a4\.csv: was taken back by undo and is not read again\./,
    );
  });
});

describe('an article that is created after the undo of an older stock file', () => {
  useRoom();

  const files = `  sources:
    - { name: articles, folder: ./out, files: "a.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, missing: keep, folder: ./out, files: "s.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;
  const stock = (...all: readonly string[]) => ({ 's.csv': ['Nr;Menge', ...all] });
  const takeBack = async (run?: number) => {
    const newest = room.catalog.store.sources.acceptedRun('stock');
    await undone(run ?? newest, true);
  };

  it('has the stock that the file that goes on counting says', async () => {
    await open(files);
    await passOver({ 'a.csv': ['Nr;Name', 'A;Rad', 'B;Reifen'], ...stock('A;10', 'B;20') });
    const [older] = (await passOver(stock('A;11', 'B;20', 'C;5'))).runs;
    // 94.5 says that the point of 22.125 is a decimal mark, too.
    const newest = ['C;6', 'D;1', 'D;2', 'E;94.5', 'F;22.125'];
    await passOver(stock('A;11', 'B;21', ...newest));
    await takeBack(older?.run);
    const all = ['A;Rad', 'B;Reifen', 'C;Kette', 'D;Bremse', 'E;Sattel', 'F;Draht'];
    await passOver({ 'a.csv': ['Nr;Name', ...all] });
    const shown = (await room.market.products()).map((one) => one.availableQty);
    expect(shown).toEqual([10, 21, 6, 0, 0, 0]);
    expect((await room.catalog.why('C')).exportedQuantity).toBe('6');
  });

  it.each(['missing: keep,', 'missing: zero,', 'contents: delta,'])(
    'has what the file before says where its own was taken back: %s',
    async (keys) => {
      await open(files.replace('missing: keep,', keys).replace('s.csv', 's*.csv'));
      const articles = ['Nr;Name', 'A;Rad', 'B;Reifen'];
      await passOver({ 'a.csv': articles, 's1.csv': ['Nr;Menge', 'A;10', 'C;4', 'B;20'] });
      const said = ['Nr;Menge', 'A;11', 'B;20', 'C;5', 'D;6'];
      await passOver({ 's2.csv': said });
      await takeBack();
      await passOver({ 'a.csv': [...articles, 'C;Kette', 'D;Bremse'] });
      const shown = (await room.market.products()).map((one) => one.availableQty);
      expect(shown).toEqual([10, 20, 4, 0]);
    },
  );

  const unread = Array.from({ length: 12 }, (_, n) => `X${n};viel`);
  const parts = (factor: number) =>
    Array.from({ length: 4 }, (_, n) => `F${n};${(n + 2) * factor}`);
  const others = [
    'Nr;Name',
    'A;Rad',
    'B;Reifen',
    ...parts(1).map((row) => row.replace(/;.*/, ';Teil')),
  ];
  const kette = async () =>
    (await room.market.products()).find(({ name }) => name === 'Kette')?.availableQty;

  describe.each(['missing: keep,', 'contents: delta,'])('and files before: %s', (keys) => {
    it.each([
      ['that leaves it out', { before: ['A;9'], newest: ['A;11', 'C;5'], undone: ['newest'] }],
      ['read earlier', { before: ['A;11', 'C;5'], newest: ['B;21'], undone: ['before'] }],
      [
        'that is taken back next',
        { before: ['B;21', 'C;6'], newest: ['A;11', 'C;5'], undone: ['newest', 'before'] },
      ],
      [
        'that was held as a whole',
        { before: ['C;998', ...unread], newest: ['A;11', 'C;5'], undone: ['newest'] },
      ],
      [
        'whose stock was held',
        { before: ['C;998', ...parts(100)], newest: ['A;11', 'C;5'], undone: ['newest'] },
      ],
    ])('has what the one before says that counts, not one %s', async (_, { undone, ...said }) => {
      await open(files.replace('missing: keep,', keys).replace('s.csv', 's*.csv'));
      await passOver({
        'a.csv': others,
        's1.csv': ['Nr;Menge', 'A;10', 'B;20', 'C;4', ...parts(1)],
      });
      const [before] = (await passOver({ 's2.csv': ['Nr;Menge', ...said.before] })).runs;
      const [newest] = (await passOver({ 's3.csv': ['Nr;Menge', ...said.newest] })).runs;
      for (const name of undone) await takeBack((name === 'before' ? before : newest)?.run);
      await passOver({ 'a.csv': [...others, 'C;Kette'] });
      expect(await kette()).toBe(4);
    });
  });

  it('has what the file says whose undo was taken back', async () => {
    await open(files);
    const articles = ['Nr;Name', 'A;Rad', 'B;Reifen'];
    await passOver({ 'a.csv': articles, ...stock('A;10', 'B;20', 'C;4') });
    await passOver(stock('A;11', 'B;20', 'C;5'));
    await takeBack();
    await passOver({ 'a.csv': [...articles, 'D;Bremse'] });
    await takeBack();
    await passOver({ 'a.csv': [...articles, 'D;Bremse', 'C;Kette'] });
    expect(await kette()).toBe(5);
  });

  it.each(['missing: keep,', 'missing: zero,'])('comes back with it, too: %s', async (keys) => {
    await open(`  vanished: unpublish\n${files.replace('missing: keep,', keys)}`);
    const articles = ['Nr;Name', 'A;Rad', 'B;Reifen'];
    await passOver({ 'a.csv': [...articles, 'C;Kette'], ...stock('A;10', 'B;20', 'C;4') });
    await passOver({ 'a.csv': articles });
    await passOver(stock('A;11', 'B;20', 'C;5'));
    await takeBack();
    await passOver({ 'a.csv': [...articles, 'C;Kette'] });
    expect(await kette()).toBe(4);
  });
});
